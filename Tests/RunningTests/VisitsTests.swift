import Recording
import Testing

@testable import Running

@Suite("The visits of a run")
struct VisitsTests {
  private func visits() -> Visits { Visits(groups: 3, count: 4, seed: 5) }

  private func sample(round: Int, block: Int) -> SampleRow {
    let group = CellGroup(scenario: "offset", heights: "chat", rows: 1)
    return SampleRow(
      cell: CellKey(group: group, strategy: "fenwick", mode: "corrected"), round: round, slot: 0,
      operations: 1, elapsedNs: 1, checksum: 0, block: block)
  }

  @Test("a run that begins visits every group, then every group again")
  func fresh() {
    let remaining = visits().remaining
    #expect(remaining.map(\.number) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
    for number in 0..<4 {
      #expect(Set(remaining.filter { $0.number == number }.map(\.group)) == [0, 1, 2])
    }
    #expect(remaining.allSatisfy { $0.timesRounds && !$0.countsAgain })
    #expect(visits().remainingShare == 1)
  }

  @Test("a resumed run makes the visits that are left, in the order they would have had")
  func resumed() {
    var visits = visits()
    let whole = visits.remaining
    for round in 0..<2 { visits.note(sample(round: round, block: 0), of: 1) }
    let left = visits.remaining
    #expect(
      left.map(\.group) == whole.filter { $0.group != 1 || $0.number > 0 }.map(\.group))
    // What was counted of the group is counted again at its next visit.
    #expect(left.filter(\.countsAgain).map(\.number) == [1])
    #expect(visits.remainingShare == (11 + 0.5) / 12)
  }

  @Test("a visit that was broken off is made again, under a number of its own")
  func torn() {
    var visits = visits()
    visits.note(sample(round: 0, block: 0), of: 2)
    for round in 1..<4 { visits.note(sample(round: round, block: 1), of: 2) }
    #expect(visits.remaining.filter { $0.group == 2 }.map(\.number) == [2, 3, 4])
  }

  @Test("several strategies of one round are one round")
  func rounds() {
    var visits = visits()
    for _ in 0..<3 { visits.note(sample(round: 0, block: 0), of: 0) }
    #expect(visits.remaining.filter { $0.group == 0 }.map(\.number) == [1, 2, 3, 4])
  }

  @Test("where all rounds are there, only what no journal keeps is measured again")
  func done() {
    var visits = visits()
    for group in 0..<3 {
      for round in 0..<12 { visits.note(sample(round: round, block: round / 3), of: group) }
    }
    #expect(visits.remaining.map(\.timesRounds) == [false, false, false])
    #expect(visits.remainingShare == 0.125)
  }

  @Test("without groups there is nothing to do")
  func empty() {
    let visits = Visits(groups: 0, count: 4, seed: 5)
    #expect(visits.remaining == [])
    #expect(visits.remainingShare == 1)
  }
}
