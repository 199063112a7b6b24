import Basics
import ListLayout
import Runs
import Testing
import Workloads

@testable import BenchTool

struct ParsingTests {
  private let table = CommandTable.sample

  @Test("without a verb the first one is meant")
  func defaultVerb() throws {
    for words in [[], ["--quiet"], ["run", "--quiet"]] as [[String]] {
      guard case .perform(let arguments) = try table.parse(words) else { throw Unexpected() }
      #expect(arguments.verb.name == "run")
    }
    #expect(try table.arguments("list").verb.name == "list")
  }

  private struct Unexpected: Error {}

  @Test("a run without options has the defaults of its table")
  func runDefaults() throws {
    let run = try table.arguments("run")
    #expect(run[Options.strategies] == ["floor", "fixed-list", "fenwick", "blocked-sums"])
    #expect(run[Options.runModes] == ["usual"])
    #expect(run[Options.scenarios] == Scenario.all(of: .usual).map(\.id))
    #expect(run[Options.heights] == ["chat", "fixed:44", "pages"])
    #expect(run[Options.rows] == [1000, 1_000_000])
    #expect(run[Options.caches] == [.warm])
    #expect(run[Options.motion] == ["flings"])
    #expect((run[Options.viewport].points, run[Options.width].points) == (844, 390))
    #expect(run[Options.budget] == .seconds(60))
    #expect(run[Options.seed] == 1)
    #expect(run[Options.margin] == 0.01)
    #expect(run[Options.output] == nil && run[Options.shard] == nil)
    #expect(!run[Options.record] && !run[Options.dryRun] && !run[Options.quiet])
  }

  @Test("verbs have defaults of their own for the same options")
  func otherDefaults() throws {
    let verify = try table.arguments("verify")
    #expect(verify[Options.modes] == [.corrected, .published])
    #expect(verify[Options.gestureCount] == 20_000)
    #expect(try table.arguments("verify", "-m", "published")[Options.modes] == [.published])
    let compare = try table.arguments("compare", "--against", "main")
    #expect(compare[Options.rows] == [100_000])
    #expect(compare[Options.scenarios] == ["offset", "scroll", "recalc", "hit-test", "edit"])
  }

  @Test("replay takes one strategy and three files")
  func replay() throws {
    let replay = try table.arguments(
      "replay", "-s", "fenwick", "-H", "rows.txt", "-g", "g.csv", "-f", "-", "-m", "published",
      "--start-row", "1M")
    #expect(replay[Options.strategy] == "fenwick" && replay[Options.mode] == .published)
    #expect(replay[Options.heightsFile] == "rows.txt" && replay[Options.gesturesFile] == "g.csv")
    #expect(replay[Options.frames] == .standardOutput)
    #expect(replay[Options.startRow] == 1_000_000)
    let file = try table.arguments(
      "replay", "-s", "fenwick", "-H", "h", "-g", "g", "--frames", "out.csv")
    #expect(file[Options.frames] == .file("out.csv"))
  }

  @Test("list takes a topic or none, merge folders as they stand")
  func operands() throws {
    #expect(try table.arguments("list")[Options.topic] == nil)
    #expect(try table.arguments("list", "heights")[Options.topic] == .heights)
    #expect(try table.arguments("list", "--json", "motion")[Options.topic] == .motion)
    #expect(try table.arguments("list", "--", "motion")[Options.topic] == .motion)
    #expect(
      try table.arguments("merge", "a", "b,c", "a", "-o", "d")[Options.shards] == ["a", "b,c", "a"])
  }

  @Test(
    "a value stands after a space or the first equals sign, which one with a dash at its start needs",
    arguments: [
      (["--output", "a=b"], "a=b"), (["--output=a=b"], "a=b"), (["-o", "a=b"], "a=b"),
      (["--output=-x"], "-x"), (["--output", "-"], "-"),
    ])
  func valueForms(words: [String], value: String) throws {
    guard case .perform(let arguments) = try table.parse(words) else { throw Unexpected() }
    #expect(arguments[Options.output] == value)
    for value in ["-x", "--", "--quiet"] {
      #expect(table.refusal(["--output", value])?.hasPrefix("--output needs a value") == true)
    }
  }

  @Test("a list that is given again goes on, a flag may be given twice")
  func repeated() throws {
    let run = try table.arguments("--rows", "1k,2k", "-r", "3k", "--rows=1k", "-q", "--quiet")
    #expect(run[Options.rows] == [1000, 2000, 3000])
    #expect(run[Options.quiet])
  }

  @Test("what was typed is told from what stands by default")
  func isGiven() throws {
    let run = try table.arguments("--seed", "1", "-q")
    #expect(run.isGiven(Options.seed) && run.isGiven(Options.quiet))
    #expect(!run.isGiven(Options.rows) && !run.isGiven(Options.output))
  }
}

/// Words and patterns that stand for several strategies or scenarios.
struct NameTests {
  private let table = CommandTable(
    version: "1",
    vocabulary: Vocabulary(
      strategies: [
        descriptor("mine", .ours), descriptor("floor", .ours, isFloor: true),
        descriptor("fenwick", .peers),
        descriptor("window", .posts), descriptor("blocked-sums", .ours),
        descriptor("blocked-sums-8", .ours),
      ]))

  private static func descriptor(
    _ id: String, _ group: StrategyDescriptor.Group, isFloor: Bool = false
  ) -> StrategyDescriptor {
    StrategyDescriptor(
      id: id, title: id, origin: "", group: group,
      complexity: Complexity(
        open: .linear, offset: .linear, hitTest: .linear, change: .linear, edit: .linear,
        frame: .linear, rotate: .linear),
      parameters: [StrategyParameter(0, "size", usual: 4, in: 1...9, "rows of a block")],
      isFloor: isFloor)
  }

  @Test(
    "groups, patterns and names stand for strategies, each once and in the order of the line",
    arguments: [
      ("all", "mine floor fenwick window blocked-sums blocked-sums-8"),
      ("fenwick,all", "fenwick mine floor window blocked-sums blocked-sums-8"),
      ("posts", "window"), ("peers", "fenwick"), ("ours", "mine blocked-sums blocked-sums-8"),
      ("fenwick,posts,peers,window:size=2", "fenwick window window:size=2"),
      ("blocked-*", "blocked-sums blocked-sums-8"), ("*-sums", "blocked-sums"),
      ("*sums?8", "blocked-sums-8"), ("????", "mine"), ("*n*e*", "mine"),
    ])
  func strategies(text: String, names: String) throws {
    let named = try table.arguments("-s", text)[Options.strategies]
    #expect(named.joined(separator: " ") == names)
  }

  @Test("usual and structure stand for scenarios, and so do patterns")
  func scenarios() throws {
    let usual = try table.arguments()[Options.scenarios]
    #expect(usual.contains("scroll") && !usual.contains("recalc-10"))
    let more = try table.arguments("-c", "recalc-10,usual")[Options.scenarios]
    #expect(more == ["recalc-10"] + usual)
    let structure = try table.arguments("-c", "structure")[Options.scenarios]
    #expect(structure == ["offset-chain", "hit-test-chain", "mixed", "change"])
    #expect(Set(structure).isDisjoint(with: usual))
    let fitting = try table.arguments("-c", "scroll,recalc*")[Options.scenarios]
    #expect(fitting.first == "scroll" && fitting.count > 2)
    #expect(fitting.dropFirst().allSatisfy { $0.hasPrefix("recalc") })
  }

  @Test("heights may carry an argument, with commas after a backslash")
  func heights() throws {
    let given = try table.arguments("--heights", #"fixed:44,file:a\,b:c\d,chat"#)
    #expect(given[Options.heights] == ["fixed:44", #"file:a,b:c\d"#, "chat"])
    let path = try table.arguments("--heights", #"file:a\"#)
    #expect(path[Options.heights] == [#"file:a\"#])
    #expect(given[Options.heights].commaSeparated == #"fixed:44,file:a\,b:c\d,chat"#)
  }

  @Test(
    "a name, a group or a pattern that fits nothing is refused with the nearest, or with all",
    arguments: [
      ("-s poss", "--strategy 'poss': no such strategy; did you mean 'posts'?"),
      (
        "-s bloked-sums*",
        "--strategy 'bloked-sums*': no strategy fits this; did you mean 'blocked-sums'?"
      ),
      ("-s ???", "--strategy '???': no strategy fits this; expected all, posts,"),
      ("-c structures", "--scenario 'structures': no such scenario; did you mean 'structure'?"),
      ("replay -s posts -H h -g g", "--strategy 'posts': no such strategy"),
      ("replay -H h -g g -s blocked-*", "--strategy 'blocked-*': no such strategy"),
      (
        "replay -H h -g g -s all",
        "--strategy 'all': no such strategy; expected mine, floor, fenwick, window"
      ),
    ])
  func refusals(line: String, message: String) {
    let refusal = table.refusal(line.split(separator: " ").map(String.init))
    #expect(refusal?.hasPrefix(message) == true, "\(refusal ?? "")")
  }

  @Test("a program without strategies and heights rejects every name of them, and nothing else")
  func emptyVocabulary() throws {
    let table = CommandTable(
      version: "1", vocabulary: Vocabulary([.scenarios: Vocabulary.sample[.scenarios]]))
    #expect(
      table.refusal(["--strategy", "x"])
        == "--strategy 'x': no such strategy; expected all, posts, peers or ours")
    #expect(table.refusal(["-s", "peers"]) == "--strategy 'peers': there is no such strategy here")
    #expect(
      table.refusal(["-s", "all", "--heights", "chat"]) == "--heights 'chat': no such heights")
    #expect(table.refusal(["list"]) == nil)
  }

  @Test("every verb that takes several strategies takes groups")
  func verbs() throws {
    for words in [["run"], ["verify"], ["compare", "--against", "main"]] {
      #expect(table.refusal(words + ["--strategy", "posts,ours"]) == nil, "\(words)")
    }
    #expect(try table.arguments("film", "-s", "posts")[Options.filmedStrategies] == ["window"])
  }
}
