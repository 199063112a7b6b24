import BenchTool

Tool(strategies: Roster.all + [StrategyEntry(MilestoneList.self)]).main()
