import BenchTool

Tool(strategies: StrategyRegistry.all + [StrategyEntry(MilestoneList.self)]).main()
