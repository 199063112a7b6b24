import HostSystem
import ListLayout
import Testing
import Text

@testable import Workloads

struct HeightsSpecTests {
  @Test(
    "A spec's name is what it is parsed from",
    arguments: [
      ("fixed:44", HeightsSpec.fixed(LayoutUnit(points: 44))),
      ("fixed:44.5", .fixed(LayoutUnit(rawValue: Int64(2848)))),
      ("uniform:20-200", .uniform(LayoutUnit(points: 20)...LayoutUnit(points: 200))),
      ("uniform:0-0.5", .uniform(.zero...LayoutUnit(rawValue: Int64(32)))),
      ("chat", .chat), ("commits", .commits), ("calendar", .calendar), ("words", .words),
      ("pages", .pages), ("file:a/b c:d.txt", .file("a/b c:d.txt")), ("text:x.md", .text("x.md")),
      ("measured:chat", .measured(.chat)), ("measured:words", .measured(.words)),
    ])
  func roundTrip(name: String, spec: HeightsSpec) throws {
    #expect(try HeightsSpec(name) == spec)
    #expect(spec.name == name)
  }

  @Test("A height that is no multiple of 1/64 pt is named as it is used")
  func rounded() throws {
    #expect(try HeightsSpec("fixed:44.3").name == "fixed:44.296875")
  }

  private static let kinds =
    "chat, commits, calendar, words, pages, fixed:PT, uniform:PT-PT, file:PATH, text:PATH, "
    + "measured:KIND"

  @Test(
    "What is wrong is said in one line",
    arguments: [
      ("chta", "no such heights, did you mean chat?"),
      ("Chat", "no such heights, did you mean chat?"),
      ("fxed:44", "no such heights, did you mean fixed?"),
      ("44", "no such heights, expected " + kinds),
      ("\n" + String(repeating: "y", count: 1000), "no such heights, expected " + kinds),
      ("chat:5", "chat takes nothing after it, did you mean chat?"),
      ("measured", "expected measured:chat, measured:commits or measured:words"),
      ("measured:pages", "expected measured:chat, measured:commits or measured:words"),
      ("measured:measured:chat", "expected measured:chat, measured:commits or measured:words"),
      ("fixed", "expected a height in points, as in fixed:44"),
      ("fixed:", "expected a height in points, as in fixed:44"),
      ("fixed:tall", #""tall" is not a height in points"#),
      ("fixed:nan", #""nan" is not a height in points"#),
      ("fixed:inf", #""inf" is not a height in points"#),
      ("fixed:1e300", #""1e300" is not a height in points"#),
      ("fixed:-1", "a height is 0 to 33554431 pt"),
      ("fixed:33554432", "a height is 0 to 33554431 pt"),
      ("fixed:0", "a row of fixed height is higher than 0"),
      ("fixed:0.001", "a row of fixed height is higher than 0"),
      ("uniform:20", "expected two heights in points, as in uniform:20-200"),
      ("uniform:-20-200", "expected two heights in points, as in uniform:20-200"),
      ("uniform:200-20", "the lower height comes first, did you mean uniform:20-200?"),
      ("uniform:0-0", "the greater height is above 0"),
      ("file:", "expected a path, as in file:PATH"),
      ("text", "expected a path, as in text:PATH"),
    ])
  func faults(name: String, expected: String) {
    #expect(throws: RunFault(.usage, "--heights \(name.quoted): \(expected)")) {
      try HeightsSpec(name)
    }
  }
}
