import BenchBasics
import BenchRuns
import BenchWorkloads
import ListLayout
import Testing

@testable import BenchTool

struct ParsingTests {
  private let table = CommandTable.sample

  @Test("run is the default command, and commands set their own defaults for shared options")
  func defaults() throws {
    let run = try table.arguments()
    #expect(run.command.name == "run")
    #expect(try table.arguments("--quiet").command.name == "run")
    #expect(run[Options.strategies].count == table.vocabulary.strategies.count)
    #expect(run[Options.runModes] == .usual && run[Options.motion] == [.flings])
    #expect(run[Options.heights] == [.chat, .fixed(LayoutUnit(points: 44)), .pages])
    #expect(run[Options.rows] == [1000, 1_000_000])
    #expect(run[Options.output] == nil && !run[Options.record])
    #expect(try table.arguments("verify")[Options.modes] == [.corrected, .published])
    let compare = try table.arguments("compare", "--against", "main")
    #expect(compare[Options.rows] == [1000, 100_000])
    #expect(compare[Options.threshold] == 0.01 && compare[Options.time] == nil)
    #expect(
      compare[Options.scenarios].map(\.id) == ["offset", "recalc", "scroll", "edit", "hit-test"])
  }

  @Test("Operands are optional and may come after options")
  func operands() throws {
    #expect(try table.arguments("list")[Options.topic] == nil)
    #expect(try table.arguments("list", "--json", "motion")[Options.topic] == .motion)
    #expect(try table.arguments("list", "--", "motion")[Options.topic] == .motion)
  }

  @Test(
    "A value that starts with a dash must follow an equals sign",
    arguments: [
      (["--output", "a=b"], "a=b"), (["--output=a=b"], "a=b"), (["-o", "a=b"], "a=b"),
      (["--output=-x"], "-x"), (["--output", "-"], "-"),
    ])
  func valueForms(words: [String], value: String) throws {
    guard case .perform(let arguments) = try table.parse(words) else { throw RunFault(.usage, "") }
    #expect(arguments[Options.output] == value)
    for value in ["-x", "--", "--quiet"] {
      #expect(table.usageError(["--output", value])?.hasPrefix("--output needs a value") == true)
    }
  }

  @Test("Repeating an option extends its list")
  func repeated() throws {
    let run = try table.arguments("--rows", "1k,2k", "-r", "3k", "--rows=1k", "-q", "--quiet")
    #expect(run[Options.rows] == [1000, 2000, 3000])
    #expect(run[Options.quiet] && run.isGiven(Options.quiet) && !run.isGiven(Options.seed))
  }

  @Test("Parsing collects input and output files")
  func files() throws {
    let film = try table.arguments(
      "film", "-H", "file:h", "--motion", "flings,file:m", "-o", "page.html")
    #expect(film.inputs.sorted() == ["h", "m"])
    #expect(film.outputs.map(\.path) == ["page.html"])
  }
}

struct NameTests {
  private let table = CommandTable(
    vocabulary: Vocabulary(
      strategies: [
        entry("mine", .ours), entry("floor", .ours, isFloor: true), entry("fenwick", .peers),
        entry("window", .posts), entry("blocked-sums", .ours), entry("blocked-sums-8", .ours),
      ]))

  private static func entry(
    _ id: String, _ group: StrategyDescriptor.Group, isFloor: Bool = false
  ) -> StrategyEntry {
    var entry = StrategyRegistry.all[0]
    (entry.descriptor.id, entry.descriptor.group) = (id, group)
    entry.descriptor.parameters = [
      StrategyParameter(0, "size", usual: 4, in: 1...9, "rows of a block")
    ]
    entry.descriptor.isFloor = isFloor
    return entry
  }

  @Test(
    "Groups, patterns and names select strategies in registry order",
    arguments: [
      ("all", "mine floor fenwick window blocked-sums blocked-sums-8"),
      ("posts", "window"), ("peers", "fenwick"), ("ours", "mine blocked-sums blocked-sums-8"),
      ("window:size=2,posts,peers", "fenwick window:size=2 window"),
      ("blocked-*", "blocked-sums blocked-sums-8"), ("*sums?8", "blocked-sums-8"),
    ])
  func strategies(text: String, names: String) throws {
    let selected = try table.arguments("-s", text)[Options.strategies].map(\.descriptor.id)
    #expect(selected.joined(separator: " ") == names)
  }

  @Test("Groups and patterns select scenarios in report order")
  func scenarios() throws {
    func scenarios(_ text: String) throws -> [String] {
      try table.arguments("-c", text)[Options.scenarios].map(\.id)
    }
    let usual = try scenarios("usual")
    #expect(usual.contains("scroll") && !usual.contains("recalc-10"))
    #expect(try Set(scenarios("recalc-10,usual")) == Set(usual + ["recalc-10"]))
    #expect(try scenarios("structure") == ["offset-chain", "hit-test-chain", "mixed", "change"])
    #expect(try scenarios("scroll,recalc*") == ["recalc", "scroll", "recalc-100", "recalc-10"])
  }

  @Test("A backslash escapes a comma in a path")
  func heights() throws {
    let given = try table.arguments("--heights", #"fixed:44,file:a\,b:c\d,chat"#)[Options.heights]
    #expect(given == [.fixed(LayoutUnit(points: 44)), .file(#"a,b:c\d"#), .chat])
    #expect(given.map(\.description).commaSeparated == #"fixed:44,file:a\,b:c\d,chat"#)
  }

  @Test("Unknown parameters are rejected, and so are groups where a single strategy is expected")
  func errors() {
    for (line, message) in [
      ("-s window:sise=2", "--strategy 'window:sise=2': "),
      ("-s ???", "--strategy '???': no such strategy; expected all, posts,"),
      ("replay -s posts -H h -g g", "--strategy 'posts': no such strategy"),
    ] {
      #expect(table.usageError(line)?.hasPrefix(message) == true, "\(line)")
    }
    let none = CommandTable(vocabulary: Vocabulary(strategies: []))
    #expect(none.usageError("-s peers") == "--strategy 'peers': this program has no such strategy")
  }
}
