import Testing

@testable import Running

@Suite("Who runs when")
struct PairScheduleTests {
  private let schedule = PairSchedule(seed: 5, stage: "test")

  @Test("each side starts first in one of two pairs, whatever the pairs before")
  func starts() {
    for block in 0..<50 {
      let first = [2 * block, 2 * block + 1].map { schedule.starts(pair: $0)[0] }
      #expect(Set(first) == [.base, .head])
    }
    // In random order: not simply by turns.
    #expect(Set((0..<50).map { schedule.starts(pair: 2 * $0)[0] }).count == 2)
  }

  @Test("four visits have every combination of who builds first and who runs first, ABBA")
  func visits() {
    for cell in 0..<5 {
      for block in 0..<20 {
        let visits = (4 * block..<4 * block + 4).map {
          (schedule.builds(cell: cell, visit: $0), schedule.slices(cell: cell, visit: $0))
        }
        #expect(Set(visits.map { "\($0.0[0]) \($0.1[0])" }).count == 4)
        for (builds, slices) in visits {
          #expect(Set(builds) == [.base, .head])
          #expect(slices == slices.reversed() && slices[0] != slices[1] && slices.count == 4)
        }
      }
    }
  }

  @Test("a pair of processes visits each cell once in random order, and both ways round")
  func cells() {
    let orders = (0..<20).map { schedule.cells([3, 5, 7, 9], pair: $0) }
    #expect(orders.allSatisfy { $0.sorted() == [3, 5, 7, 9] })
    #expect(Set(orders).count > 5)
    for pair in 0..<20 {
      let visits = PairSchedule.visits(cells: 60)
      let first = (0..<visits).map { schedule.slices(cell: 3, visit: pair * visits + $0)[0] }
      #expect(Set(first) == [.base, .head])
    }
  }

  @Test("cores take turns; without a choice there is none")
  func cores() {
    #expect(Set((0..<3).map { schedule.core(pair: $0, among: [1, 4, 6]) }) == [1, 4, 6])
    #expect(schedule.core(pair: 0, among: []) == nil)
    #expect((0..<70).allSatisfy { PairSchedule.visits(cells: $0).isMultiple(of: 2) })
    let last = PairSchedule(seed: .max, stage: "test")
    #expect(last.core(pair: 0, among: [2]) == 2)
  }

  @Test("the seed decides all, and stages differ")
  func seeds() {
    func orders(_ schedule: PairSchedule) -> [[Int]] {
      (0..<20).map { schedule.cells(Array(0..<6), pair: $0) }
    }
    #expect(orders(schedule) == orders(PairSchedule(seed: 5, stage: "test")))
    #expect(orders(schedule) != orders(PairSchedule(seed: 6, stage: "test")))
    #expect(orders(schedule) != orders(PairSchedule(seed: 5, stage: "other")))
  }
}
