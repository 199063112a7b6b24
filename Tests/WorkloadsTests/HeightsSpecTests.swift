import Basics
import ListLayout
import Testing

@testable import Workloads

struct HeightsSpecTests {
  @Test(
    "Parsing a name and its name agree",
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
    // The name contains the rounded height.
    #expect(try HeightsSpec("fixed:44.3").name == "fixed:44.296875")
  }

  @Test(
    "Error messages have one line",
    arguments: [
      (
        "no such kind of heights",
        ["Chat", "chat:5", "fxed:44", "44", "\n" + String(repeating: "y", count: 1000)]
      ),
      (
        "expected measured:chat, measured:commits or measured:words",
        ["measured", "measured:pages", "measured:measured:chat"]
      ),
      ("\"\" is not a height in points", ["fixed", "fixed:"]),
      (#""tall" is not a height in points"#, ["fixed:tall"]),
      (#""nan" is not a height in points"#, ["fixed:nan"]),
      (#""inf" is not a height in points"#, ["fixed:inf"]),
      (#""1e300" is not a height in points"#, ["fixed:1e300", "uniform:1-1e300"]),
      ("heights must be from 0 to 33554431 pt", ["fixed:-1", "fixed:33554432"]),
      ("a fixed height must be above 0", ["fixed:0", "fixed:0.001"]),
      ("expected two heights in points, as in uniform:20-200", ["uniform:20", "uniform:-20-200"]),
      ("the smaller height comes first, did you mean uniform:20-200?", ["uniform:200-20"]),
      ("the larger height must be above 0", ["uniform:0-0"]),
      ("expected a path, as in file:PATH", ["file:"]),
      ("expected a path, as in text:PATH", ["text"]),
    ] as [(String, [String])])
  func faults(expected: String, names: [String]) {
    for name in names {
      #expect(throws: RunFault(.usage, "--heights \(name.quoted): \(expected)")) {
        try HeightsSpec(name)
      }
    }
  }
}
