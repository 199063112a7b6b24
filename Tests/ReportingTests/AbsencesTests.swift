import Testing

@testable import Reporting

@Suite("Reasons for missing figures")
struct AbsencesTests {
  private func group(_ scenario: String, _ reasons: [(String, String?)]) -> GroupReport {
    .of(
      scenario, "chat", 1000,
      reasons.map { name, reason in
        reason.map { .absent(name, .noFigure(reason: $0)) } ?? .measured(name, 10)
      })
  }

  @Test("Each reason once, with its scenarios where it is not so in all")
  func reasons() {
    let absences = Absences(in: [
      group("scroll", [("fixed", "one height"), ("cyclic", nil), ("window", nil), ("tree", nil)]),
      group(
        "edit", [("fixed", "one height"), ("cyclic", "no ends"), ("window", nil), ("tree", nil)]),
      group(
        "hit-test",
        [("fixed", "one height"), ("cyclic", nil), ("window", "only a window"), ("tree", nil)]),
      group(
        "append", [("fixed", "one height"), ("cyclic", "no ends"), ("window", nil), ("tree", nil)]),
    ])
    #expect(
      absences.clauses == [
        "one height: fixed", "no ends (edit, append): cyclic", "only a window (hit-test): window",
      ])
  }

  @Test("What holds for nearly all names the others; the floor does not count")
  func nearlyAll() {
    let names = ["a", "b", "c", "d", "cyclic"]
    var groups = [
      group("scroll", names.map { ($0, nil) }),
      group("endless", names.map { ($0, $0 == "cyclic" ? nil : "stops at its ends") }),
    ]
    for index in groups.indices {
      var floor = StrategyResult.absent("floor", .noFigure(reason: "floor"))
      floor.isFloor = true
      groups[index].results.append(floor)
    }
    #expect(Absences(in: groups).clauses == ["stops at its ends (endless): all but cyclic"])
  }

  @Test("A strategy without any figure is listed once, with its commonest reason")
  func entirely() {
    let absences = Absences(in: [
      group("endless", [("fixed", "stops"), ("a", "stops"), ("b", nil)]),
      group("scroll", [("fixed", "one height"), ("a", nil), ("b", nil)]),
      group("offset", [("fixed", "one height"), ("a", nil), ("b", nil)]),
    ])
    #expect(absences.clauses == ["stops (endless): a", "one height: fixed"])
  }

  @Test("One reason for everybody")
  func everybody() {
    let group = group("scroll", [("a", "no rows to ask about"), ("b", "no rows to ask about")])
    #expect(Absences(in: [group]).clauses == ["no rows to ask about: all"])
    #expect(Absences(in: []).clauses.isEmpty)
  }

  @Test("Another reason in one of the scenarios does not split a clause")
  func anotherReason() {
    let absences = Absences(in: [
      group("x", [("a", "r"), ("b", "r"), ("c", nil)]),
      group("y", [("a", "r"), ("b", "q"), ("c", nil)]),
      group("z", [("a", nil), ("b", nil), ("c", nil)]),
    ])
    #expect(absences.clauses == ["r (x, y): a, b", "q (y): b"])
  }

  @Test("One reason in different scenarios is still told once")
  func differentScenarios() {
    let absences = Absences(in: [
      group("x", [("a", "r"), ("b", nil), ("c", nil)]),
      group("y", [("a", nil), ("b", "r"), ("c", nil)]),
    ])
    #expect(absences.clauses == ["r (x): a, (y): b"])
  }
}
