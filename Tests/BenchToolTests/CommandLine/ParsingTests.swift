import BenchTool
import Runs
import Testing
import Workloads

struct ParsingTests {
  private let table = CommandTable.sample

  @Test("without a verb the first one is meant")
  func defaultVerb() throws {
    #expect(try table.arguments().verb.name == "run")
    #expect(try table.arguments("--quiet").verb.name == "run")
    #expect(try table.arguments("run", "--quiet").verb.name == "run")
    #expect(try table.arguments("list").verb.name == "list")
  }

  @Test("a run without options has the defaults of its table")
  func runDefaults() throws {
    let run = try table.arguments("run")
    #expect(run[Options.strategies] == ["floor", "fixed-list", "fenwick", "blocked-sums"])
    #expect(run[Options.runModes] == .usual)
    #expect(run[Options.scenarios] == Scenario.all(of: .usual).map(\.id))
    #expect(run[Options.heights] == ["chat", "fixed:44", "pages"])
    #expect(run[Options.rows] == [1000, 1_000_000])
    #expect(run[Options.caches] == [.warm])
    #expect(run[Options.motion] == ["flings"])
    #expect(run[Options.viewport].points == 844)
    #expect(run[Options.width].points == 390)
    #expect(run[Options.budget] == .seconds(60))
    #expect(run[Options.seed] == 1)
    #expect(run[Options.margin].fraction == 0.01)
    #expect(run[Options.confidence].fraction == 0.95)
    #expect(run[Options.output] == nil)
    #expect(run[Options.shard] == nil)
    #expect(run[Options.resume] == nil)
    #expect(!run[Options.record] && !run[Options.dryRun] && !run[Options.quiet])
    #expect(!run[Options.json])
  }

  @Test("verify looks at both forms of each strategy")
  func verifyDefaults() throws {
    let verify = try table.arguments("verify")
    #expect(verify[Options.modes] == [.corrected, .published])
    #expect(verify[Options.gestureCount] == 20_000)
    #expect(try table.arguments("verify", "-m", "published")[Options.modes] == [.published])
  }

  @Test("replay takes one strategy and three files")
  func replay() throws {
    let replay = try table.arguments(
      "replay", "-s", "fenwick", "-H", "rows.txt", "-g", "g.csv", "-f", "-", "-m", "published",
      "--start-row", "1M")
    #expect(replay[Options.strategy] == "fenwick")
    #expect(replay[Options.mode] == .published)
    #expect(replay[Options.heightsFile] == "rows.txt")
    #expect(replay[Options.gesturesFile] == "g.csv")
    #expect(replay[Options.frames] == .standardOutput)
    #expect(replay[Options.startRow] == 1_000_000)
    let file = try table.arguments(
      "replay", "-s", "fenwick", "-H", "h", "-g", "g", "--frames", "out.csv")
    #expect(file[Options.frames] == .file("out.csv"))
  }

  @Test("list takes a topic or none")
  func list() throws {
    #expect(try table.arguments("list")[Options.topic] == nil)
    #expect(try table.arguments("list", "heights")[Options.topic] == .heights)
    #expect(try table.arguments("list", "--json", "motion")[Options.topic] == .motion)
    #expect(try table.arguments("list", "--", "motion")[Options.topic] == .motion)
  }

  @Test("a value stands after a space or after an equals sign, of which the first counts")
  func valueForms() throws {
    for words in [["--output", "a=b"], ["--output=a=b"], ["-o", "a=b"]] {
      guard case .perform(let arguments) = try table.parse(words) else {
        Issue.record("\(words) is not performed")
        continue
      }
      #expect(arguments[Options.output] == "a=b")
    }
  }

  @Test("a value that begins with a dash needs the equals sign, but a dash alone does not")
  func dashedValues() throws {
    #expect(try table.arguments("--output=-x")[Options.output] == "-x")
    #expect(try table.arguments("--output", "-")[Options.output] == "-")
    #expect(table.refusal(["--output", "-x"])?.hasPrefix("--output needs a value") == true)
    #expect(table.refusal(["--output", "--"])?.hasPrefix("--output needs a value") == true)
    #expect(table.refusal(["--output", "--quiet"])?.hasPrefix("--output needs a value") == true)
  }

  @Test("a list that is given again goes on")
  func repeatedList() throws {
    let run = try table.arguments("--rows", "1k,2k", "-r", "3k", "--rows=1k")
    #expect(run[Options.rows] == [1000, 2000, 3000])
  }

  @Test("a flag may be given twice")
  func repeatedFlag() throws {
    #expect(try table.arguments("-q", "--quiet")[Options.quiet])
  }

  @Test("what was typed is told from what stands by default")
  func isGiven() throws {
    let run = try table.arguments("--seed", "1", "-q")
    #expect(run.isGiven(Options.seed) && run.isGiven(Options.quiet))
    #expect(!run.isGiven(Options.rows) && !run.isGiven(Options.output))
  }

  @Test("an interrupted run is resumed with options that do not shape a plan")
  func resume() throws {
    let run = try table.arguments("--resume", "results/latest", "--quiet", "--json", "--dry-run")
    #expect(run[Options.resume] == "results/latest")
  }
}
