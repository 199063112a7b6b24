import BenchTool

Tool("claims", only: .claims).main()
