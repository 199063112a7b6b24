import BenchTool

Tool("bench").main()
