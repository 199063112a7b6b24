import BenchTool
import Testing

struct NameTests {
  private let table = CommandTable.sample

  @Test("all stands for every strategy of the vocabulary, in its order")
  func all() throws {
    let every = ["floor", "fixed-list", "fenwick", "blocked-sums"]
    #expect(try table.arguments("--strategy", "all")[Options.strategies] == every)
    let first = try table.arguments("--strategy", "fenwick,all")[Options.strategies]
    #expect(first == ["fenwick", "floor", "fixed-list", "blocked-sums"])
  }

  @Test("usual stands for the scenarios of the default run, also beside others")
  func usual() throws {
    let usual = try table.arguments()[Options.scenarios]
    #expect(usual.contains("scroll") && !usual.contains("recalc-10"))
    #expect(try table.arguments("-c", "usual")[Options.scenarios] == usual)
    let more = try table.arguments("-c", "recalc-10,usual")[Options.scenarios]
    #expect(more == ["recalc-10"] + usual)
  }

  @Test("structure stands for the scenarios without a screen, which no other run asks")
  func structure() throws {
    let named = try table.arguments("-c", "structure")[Options.scenarios]
    #expect(named == ["offset-chain", "hit-test-chain", "mixed", "change"])
    #expect(Set(named).isDisjoint(with: try table.arguments()[Options.scenarios]))
    #expect(
      table.refusal(["-c", "structures"])
        == "--scenario 'structures': no such scenario; did you mean 'structure'?")
  }

  @Test("names are kept in the order of the command line, each once")
  func order() throws {
    let named = try table.arguments("-s", "fenwick,floor", "--strategy=floor,blocked-sums")
    #expect(named[Options.strategies] == ["fenwick", "floor", "blocked-sums"])
  }

  @Test("heights may carry an argument, with commas after a backslash")
  func arguments() throws {
    let given = try table.arguments("--heights", #"fixed:44,file:a\,b:c\d,chat"#)
    #expect(given[Options.heights] == ["fixed:44", #"file:a,b:c\d"#, "chat"])
    let path = try table.arguments("--heights", #"file:a\"#)
    #expect(path[Options.heights] == [#"file:a\"#])
  }

  @Test("one strategy is one, not all")
  func one() throws {
    let words = ["replay", "--heights", "h", "--gestures", "g", "--frames", "-", "--strategy"]
    #expect(
      table.refusal(words + ["all"])
        == "--strategy 'all': no such strategy; "
        + "expected floor, fixed-list, fenwick or blocked-sums")
    #expect(table.refusal(words + ["floor"]) == nil)
  }

  @Test("a table with an empty vocabulary of strategies and heights refuses every name of them")
  func emptyVocabulary() throws {
    let nothing = Vocabulary(
      strategies: [], scenarios: Vocabulary.sampleScenarios, heights: [], motion: [])
    let table = CommandTable.standard(version: "1", vocabulary: nothing)
    #expect(
      table.refusal(["--strategy", "x"])
        == "--strategy 'x': no such strategy; expected all, posts, peers or ours")
    #expect(table.refusal(["--heights", "chat"]) == "--heights 'chat': no such heights")
  }
}
