import BenchTool

Tool().main()
