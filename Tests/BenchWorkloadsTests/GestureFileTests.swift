import BenchBasics
import BenchReplaying
import Foundation
import ListLayout
import Testing

@testable import BenchWorkloads

@Suite("A file of gestures")
struct GestureFileTests {
  private func gestures(
    _ lines: String, count: Int = 3,
    abilities: StrategyDescriptor.Abilities = .all,
    requirement: StrategyDescriptor.Requirement = .anyHeights
  ) throws -> [Gesture] {
    let descriptor = StrategyDescriptor(
      id: "toy", title: "", origin: "", requirement: requirement, abilities: abilities,
      complexity: Complexity())
    let rules = GestureRules(
      descriptor, heights: Array(repeating: 64, count: count), viewport: LayoutUnit(points: 844))
    return try withFile(lines) { path throws(RunFault) in
      do throws(RunFault) {
        return try GestureFile.gestures(at: path, rules: [rules])
      } catch {
        throw RunFault(error.exitCode, error.message.replacing(path, with: "g.csv"))
      }
    }
  }

  private func points(_ points: Double) -> LayoutUnit { LayoutUnit(points: points) ?? .zero }

  @Test("Every kind of gesture is read and checked against the current number of rows")
  func good() throws {
    let text = """
      op,a,b
      scroll,-37.5,
      settle,,
      jump,2,
      resize,0,80
      insert,3,10
      delete,3,
      viewport,100.25,
      move,0,2
      width,50.0,
      follow,,
      begin,,
      insert,3,10
      delete,0,
      follow,,
      commit,,

      """
    #expect(
      try gestures(text) == [
        .scroll(points(-37.5)), .settle, .jump(row: 2), .resize(row: 0, height: points(80)),
        .insert(row: 3, height: points(10)), .delete(row: 3), .viewport(points(100.25)),
        .move(from: 0, to: 2), .width(percent: 50), .follow,
        .batch([.insert(row: 3, height: points(10)), .delete(row: 0), .follow]),
      ])
    // Changing the list's width also changes the height that all rows must have.
    #expect(try gestures("op,a,b\nwidth,50,\ninsert,0,2\n", requirement: .equalHeights).count == 2)
  }

  @Test(
    "Gestures written by other programs are accepted",
    arguments: [
      // Numbers written the way R, pandas and spreadsheets write them.
      "\u{feff}\"op\",\"a\",\"b\"\r\n\"jump\",2,\r\n\"settle\",\"\",\"\"\r\n\"resize\",0,8e+01\r\n",
      "op, a, b\njump , 2, \nsettle,,\nresize,0e0,80",
    ])
  func foreign(text: String) throws {
    #expect(try gestures(text) == [.jump(row: 2), .settle, .resize(row: 0, height: points(80))])
  }

  @Test(
    "Error messages fit on one line",
    arguments: [
      ("\u{feff}", "1: no header, expected \"op,a,b\""),
      ("op,a,b\njump,1.5,\n", "2: row \"1.5\": expected 0 to 2"),
      ("op,a,b\nscrol,1,\n", "2: \"scrol\" is not a gesture, did you mean scroll?"),
      (
        "op,a,b\nrotate,9,1 1\n",
        "2: \"rotate\" is not a gesture, expected one of scroll settle jump resize insert delete viewport "
          + "move width follow begin commit"
      ),
      ("op,a,b\nwidth,5,\n", "2: width \"5\": expected a percentage from 10 to 1000"),
      ("op,a,b\nfollow,1,\n", "2: column a is \"1\", but must be empty"),
      ("op,a,b\nbegin,,\ndelete,0,\n", "2: begin without a matching commit"),
      ("op,a,b\ncommit,,\n", "2: commit without any changes since begin"),
      ("op,a,b\nbegin,,\ncommit,,\n", "3: commit without any changes since begin"),
      ("op,a,b\nbegin,,\nbegin,,\n", misplaced("begin", line: 3)),
      ("op,a,b\nbegin,,\nscroll,1,\n", misplaced("scroll", line: 3)),
      ("op,a,b\nbegin,,\nfollow,,\ndelete,0,\n", misplaced("delete", line: 4)),
      ("op,a,b\nscroll,1,2\n", "2: column b is \"2\", but must be empty"),
      ("op,a,b\ndelete,0,\njump,2,\n", "3: row \"2\": expected 0 to 1"),
      ("op,a,b\ninsert,4,1\n", "2: row \"4\": expected 0 to 3"),
      ("op,a,b\nresize,0,-1\n", "2: height \"-1\": expected 0 to 33554431.984375 pt"),
      ("op,a,b\nviewport,0,\n", "2: viewport \"0\": must be above 0 and at most 1000000 pt"),
    ])
  func bad(text: String, message: String) {
    #expect(throws: RunFault(.badData, "g.csv:\(message)")) { try gestures(text) }
  }

  private static func misplaced(_ word: String, line: Int) -> String {
    "\(line): \"\(word)\" is not allowed here: a batch contains changes and optionally a final follow"
  }

  @Test("Reading a batch takes time linear in its number of changes", .timeLimit(.minutes(1)))
  func longBatch() throws {
    let changes = Array(repeating: "resize,1,44", count: 400_000)
    let text = (["op,a,b", "begin,,"] + changes + ["commit,,", ""]).joined(separator: "\n")
    #expect(try gestures(text).map(\.changes.count) == [400_000])
  }

  @Test(
    "Gestures that a strategy does not support are rejected",
    arguments: [
      ("resize,0,1", .anyHeights, "2: toy cannot resize rows"),
      ("width,50,", .pages, "2: toy needs rows as tall as the viewport"),
      (
        "insert,0,0", .positiveHeights,
        "2: height \"0\": toy needs rows with a height above 0"
      ),
      ("insert,0,2", .equalHeights, "2: height \"2\": toy needs every row to be 1 pt tall"),
      (
        "insert,0,2\ninsert,0,3", .equalHeights,
        "3: height \"3\": toy needs every row to be 2 pt tall"
      ),
    ] as [(String, StrategyDescriptor.Requirement, String)])
  func requirements(
    lines: String, requirement: StrategyDescriptor.Requirement, message: String
  ) {
    #expect(throws: RunFault(.badData, "g.csv:\(message)")) {
      try gestures(
        "op,a,b\n\(lines)\n", count: lines.contains("\n") ? 0 : 3,
        abilities: requirement == .anyHeights ? .edit : .all, requirement: requirement)
    }
  }
}
