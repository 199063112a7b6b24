import BenchTool

Tool(strategies: Roster.all + [Contender(MilestoneList.self, MilestoneList.self)]).main()
