import Foundation
import ListLayout
import Replaying
import Testing

@testable import Workloads

@Suite("A file of gestures")
struct GestureFileTests {
  private func gestures(
    _ lines: String, count: Int = 3, viewport: Int = 844,
    abilities: StrategyCard.Abilities = .all, onlyHeight: LayoutUnit? = nil
  ) throws -> [Gesture] {
    let path = NSTemporaryDirectory() + "gestures-\(UUID().uuidString).csv"
    try Data(lines.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      return try GestureFile.gestures(
        at: path,
        rules: GestureRules(
          heights: Array(repeating: 64, count: count), viewport: LayoutUnit(points: viewport),
          abilities: abilities, onlyHeight: onlyHeight, strategy: "toy"))
    } catch {
      throw WorkloadFault(error.kind, error.message.replacing(path, with: "g.csv"))
    }
  }

  private func points(_ points: Double) -> LayoutUnit { LayoutUnit(points: points) ?? .zero }

  private func frames(_ lines: String, count: Int = 2) throws -> FrameScript {
    let path = NSTemporaryDirectory() + "gestures-\(UUID().uuidString).csv"
    try Data("op,a,b\n\(lines)\n".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      return try GestureFile.frames(
        at: path,
        rules: GestureRules(
          heights: Array(repeating: 64, count: count), viewport: LayoutUnit(points: 844),
          abilities: .all, onlyHeight: nil, strategy: "toy"))
    } catch {
      throw WorkloadFault(error.kind, error.message.replacing(path, with: "g.csv"))
    }
  }

  @Test("steps of a loop are read, of several rows at once")
  func steps() throws {
    let turned = try frames("rotate,90,1 2.5\nscroll,3,\nrotate,80,")
    #expect(turned.events == [.step(0), .gesture(.scroll(points(3))), .step(1)])
    #expect(turned.otherHeights == [64, 160])
    #expect(turned.steps.distances == [90 * 64, 80 * 64])
    let edited = try frames("prepend,4,1 2 3\nprepend,0,4 5 6\ndelete,3,")
    #expect(edited.steps.loop == .prepend && edited.steps.width == 3)
    #expect(edited.steps.targets == [4, 0] && edited.steps.heights.count == 6)
    #expect(try frames("append,3,1", count: 2).steps.loop == .append)
    #expect(try frames("recalc,1 0 1,7 8 9").steps.rows == [1, 0, 1])
    #expect(try frames("rotate,90,", count: 0).otherHeights == [])
  }

  @Test(
    "a step that means nothing is refused",
    arguments: [
      ("recalc,0 1,5", "g.csv:2: rows: 2, heights: 1, expected as many"),
      ("recalc,2,5", "g.csv:2: row \"2\": expected 0 to 1"),
      ("prepend,0,1\nappend,0,1", "g.csv:3: a step of append: expected prepend, as further up"),
      ("prepend,0,1 2\nprepend,0,1", "g.csv:3: heights: 1, expected 2, as further up"),
      ("prepend,0,", "g.csv:2: no heights: expected some, with spaces between"),
      ("append,4,1", "g.csv:2: \"4\" rows to delete: expected 0 to 3"),
      ("rotate,9,1", "g.csv:2: heights: 1, expected 2, one for each row"),
      (
        "rotate,9,1 1\nrotate,8,1 1",
        "g.csv:3: heights in a second rotation: expected none, as it turns back"
      ),
      ("rotate,9,1 1\ndelete,0,", "g.csv:3: rows cannot change, come or go after a rotation"),
      ("recal,0,1", "g.csv:2: \"recal\" is no gesture, did you mean recalc?"),
    ])
  func badSteps(lines: String, message: String) throws {
    #expect(throws: WorkloadFault(.badData, message)) { try frames(lines) }
  }

  @Test("every gesture is read, with rows counted as they come and go")
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

      """
    #expect(
      try gestures(text) == [
        .scroll(points(-37.5)), .settle, .jump(row: 2), .resize(row: 0, height: points(80)),
        .insert(row: 3, height: points(10)), .delete(row: 3), .viewport(points(100.25)),
      ])
    #expect(try gestures(text.replacing("\n", with: "\r\n")).count == 7)
  }

  @Test(
    "what is wrong is said in one line",
    arguments: [
      ("a,b\n", "1: the header is \"a,b\", expected \"op,a,b\""),
      ("op,a,b\nscroll,1\n", "2: \"scroll,1\" has 2 columns, expected op,a,b"),
      ("op,a,b\nscrol,1,\n", "2: \"scrol\" is no gesture, did you mean scroll?"),
      ("op,a,b\nscroll,nan,\n", "2: distance \"nan\" is not a finite number"),
      ("op,a,b\nscroll,1,2\n", "2: column b is \"2\", expected nothing there"),
      ("op,a,b\njump,3,\n", "2: row \"3\": expected 0 to 2"),
      ("op,a,b\ndelete,0,\njump,2,\n", "3: row \"2\": expected 0 to 1"),
      ("op,a,b\ninsert,4,1\n", "2: row \"4\": expected 0 to 3"),
      ("op,a,b\nresize,0,-1\n", "2: height \"-1\": expected 0 to 33554431.984375 pt"),
      ("op,a,b\nviewport,0,\n", "2: viewport \"0\": expected more than 0 and at most 1000000 pt"),
    ])
  func bad(text: String, message: String) {
    #expect(throws: WorkloadFault(.badData, "g.csv:\(message)")) { try gestures(text) }
  }

  @Test("what a strategy cannot do is refused where it is asked")
  func abilities() {
    #expect(throws: WorkloadFault(.badData, "g.csv:2: toy cannot resize rows")) {
      try gestures("op,a,b\nresize,0,1\n", abilities: .edit)
    }
    #expect(
      throws: WorkloadFault(.badData, "g.csv:2: height \"1\": toy needs all rows 44 pt high")
    ) {
      try gestures("op,a,b\ninsert,0,1\n", onlyHeight: points(44))
    }
  }
}
