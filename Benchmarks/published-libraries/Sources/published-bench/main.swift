import BenchTool

Tool(strategies: StrategyRegistry.all + [StrategyEntry(RunTreeList.self)]).main()
