import BenchTool

Tool(strategies: Roster.all + [Contender(AnchorList.self, AnchorList.self)]).main()
