import Foundation
import Measuring
import Recording
import Strategies
import Testing

@testable import Running

@Suite("What serve answers")
struct CellServerTests {
  private let server = CellServer(strategies: Roster.all, tool: "1")

  private func ask<Answer: Decodable>(
    _ line: String, _: Answer.Type = Answer.self
  ) throws -> Answer {
    let answer = try #require(server.answer(line))
    #expect(!answer.contains("\n"))
    return try JSONDecoder().decode(Answer.self, from: Data(answer.utf8))
  }

  private func refusal(_ line: String) throws -> String {
    try ask(line, ServeAnswer.Refusal.self).error
  }

  private func cell(
    _ strategy: String, _ scenario: String = "recalc", heights: String = "chat", rows: Int = 300
  ) -> ServedCell {
    ServedCell(
      strategy: strategy, mode: "corrected", scenario: scenario, heights: heights, rows: rows,
      motion: ["flings"], viewport: 844, width: 390, seed: 3)
  }

  private func prepare(_ cell: ServedCell) throws -> ServeAnswer.Prepared {
    try ask(ServeCommand.prepare(cell).line())
  }

  @Test("the greeting says what a parent must know")
  func hello() throws {
    let hello: ServeAnswer.Hello = try ask("hello")
    #expect(hello.protocolVersion == ServeCommand.version)
    #expect(hello.strategies == Roster.all.map(\.card.id))
    #expect(hello.scenarios.contains("scroll"))
    #expect(hello.compiler == BuildFacts.compiler)
  }

  @Test("the same steps give the same answers in every strategy that is right, and after a rebuild")
  func checksums() throws {
    var checksums: Set<String> = []
    var workloads: Set<String> = []
    for strategy in ["fenwick", "prefix-array", "fenwick"] {
      workloads.insert(try prepare(cell(strategy)).workload)
      for _ in 0..<2 { _ = try ask("run 10", ServeAnswer.Slice.self) }
      checksums.insert(try ask("run 900", ServeAnswer.Slice.self).checksum)
    }
    #expect(checksums.count == 1)
    #expect(workloads.count == 1)
    #expect(try prepare(cell("fenwick", "scroll")).workload != workloads.first)
    var seeded = cell("fenwick")
    seeded.seed = 4
    #expect(try prepare(seeded).workload != workloads.first)
  }

  @Test("what frames show is an answer too", arguments: ["scroll", "jump", "prepend", "expand"])
  func screens(scenario: String) throws {
    var answers: [[String]] = []
    for strategy in ["fenwick", "prefix-array", "all-heights"] {
      _ = try prepare(cell(strategy, scenario))
      answers.append(try (0..<6).map { _ in try ask("run 7", ServeAnswer.Slice.self).checksum })
    }
    #expect(Set(answers).count == 1)
    // A program that showed always the same would not do the work.
    #expect(Set(answers[0]).count > 1)
  }

  @Test("a list that cannot go on with its script does all steps that are asked for")
  func shortLists() throws {
    // Three rows do not fill the viewport, so each run of the script needs a new list.
    _ = try prepare(cell("fenwick", rows: 3))
    let pace: ServeAnswer.Calibrated = try ask("calibrate 300000")
    let nanoseconds = pace.stepNanoseconds * Double(pace.operations)
    #expect(nanoseconds >= 150_000 && nanoseconds < 3e9)
  }

  @Test("a slowed strategy answers the same, and its steps are counted as the strategy's")
  func slowed() throws {
    _ = try prepare(cell("fenwick"))
    let plain: ServeAnswer.Slice = try ask("run 20")
    let counters: ServedCounters = try ask("counters")
    var slowed = cell("fenwick")
    slowed.slowedBy = 0.5
    _ = try prepare(slowed)
    #expect(try ask("run 20", ServeAnswer.Slice.self).checksum == plain.checksum)
    let again: ServedCounters = try ask("counters")
    #expect(again.amounts["heights_asked"] == counters.amounts["heights_asked"])
    #expect(counters.steps > 0)
    slowed.slowedBy = 11
    #expect(try refusal(ServeCommand.prepare(slowed).line()).contains("0 to 10"))
  }

  @Test("a strategy that cannot do a cell says why")
  func objections() throws {
    #expect(try prepare(cell("fixed-list", "scroll")).objection == "needs rows of one height")
    #expect(try prepare(cell("fenwick", "endless")).objection == "stops at its ends")
    #expect(try prepare(cell("fenwick", rows: 0)).objection == "no rows to ask about")
    #expect(try refusal("run 1") == "no cell is prepared")
  }

  @Test("a command that means nothing is refused in one line, and the next one is answered")
  func refusals() throws {
    #expect(try refusal("").hasPrefix("unknown command \"\"; expected hello"))
    #expect(try refusal("helo").hasPrefix("unknown command \"helo\""))
    #expect(try refusal("hello you") == "'hello' takes no value")
    #expect(try refusal("run") == "'run' needs a value")
    #expect(try refusal("run 0").hasPrefix("found \"0\", expected a number of steps, 1 to "))
    #expect(try refusal("run 99999999999999999999").hasPrefix("found"))
    #expect(try refusal("run 5") == "no cell is prepared")
    #expect(try refusal("calibrate 5") == "no cell is prepared")
    #expect(try refusal("counters") == "no cell is prepared")
    #expect(try refusal("pin -1").hasPrefix("found"))
    #expect(try refusal("prepare {}") == "'prepare' needs a cell as JSON: no strategy")
    #expect(try refusal("prepare x") == "'prepare' needs a cell as JSON: not readable")
    let bad: [(WritableKeyPath<ServedCell, String>, String)] = [
      (\.strategy, "fenwik"), (\.mode, "x"), (\.scenario, "x"), (\.heights, "x"),
      (\.heights, "file:/nowhere/at/all"),
    ]
    for (key, value) in bad {
      var cell = cell("fenwick")
      cell[keyPath: key] = value
      #expect(try !refusal(ServeCommand.prepare(cell).line()).isEmpty)
    }
    for change in [\ServedCell.viewport, \.width] as [WritableKeyPath<ServedCell, Double>] {
      var cell = cell("fenwick")
      cell[keyPath: change] = -1
      #expect(try refusal(ServeCommand.prepare(cell).line()) == "-1.0 is no length of a screen")
    }
    #expect(
      try refusal(ServeCommand.prepare(cell("fenwick", rows: -1)).line()).hasPrefix("-1 rows"))
    #expect(
      try refusal(ServeCommand.prepare(cell("fenwick", rows: 1 << 40)).line()).contains("rows"))
    #expect(try ask("hello", ServeAnswer.Hello.self).tool == "1")
    #expect(server.answer("quit") == nil)
  }

  @Test("whatever comes is answered")
  func fuzz() throws {
    var random = SplitMix64(seed: 4, purpose: "serve")
    let words = [
      "hello", "run", "prepare", "{", "}", "\"rows\":", "1e999", " ", "-1", "\u{0}", "é",
    ]
    for _ in 0..<500 {
      let line = (0..<random.below(5)).map { _ in words[random.below(words.count)] }
        .joined(separator: random.below(2) == 0 ? " " : "")
      #expect(server.answer(line)?.isEmpty == false)
    }
  }

  @Test("every command is read back from its line")
  func lines() throws {
    let commands: [ServeCommand] = [
      .hello, .pin(core: 3), .prepare(cell("fenwick", heights: "file:/a b/c")),
      .calibrate(nanoseconds: 5), .run(operations: 7), .counters, .drop, .quit,
    ]
    for command in commands { #expect(try ServeCommand(command.line()) == command) }
  }
}
