import ListLayout
import Replaying
import Strategies
import Testing
import Workloads

@testable import Running

@Suite("The pace of a run")
struct PaceTests {
  @Test("a slice is a twelfth of its cell's time, within its bounds")
  func slices() {
    #expect(Pace.slice(of: 0.006) == 0.0005)
    #expect(Pace.slice(of: 0) == 100e-6)
    #expect(Pace.slice(of: 1e9) == 2e-3)
  }

  /// Two groups of fenwick and its control.
  private func pace(budget: Double, rows: [Int] = [1000, 2000]) throws -> Pace {
    let request = RunRequest(
      contenders: Roster.all.filter { $0.card.id == "fenwick" }, modes: [.corrected],
      scenarios: Scenario.all.filter { $0.id == "offset" }, heights: [try HeightsSpec("fixed:44")],
      rows: rows,
      screen: Screen(width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 844)),
      motion: [.flings], seed: 3, budget: budget)
    return try Runner(request, report: { _ in }).pace
  }

  @Test("a visit lasts 70 ms or more; there are 64 at most")
  func visits() throws {
    #expect(try pace(budget: 0.01).visits == 1)
    #expect(try pace(budget: 0.29).visits == 2)
    #expect(try pace(budget: 1.5).visits == 10)
    #expect(try pace(budget: 3600).visits == 64)
  }

  @Test("lists that must be built take their time even if the budget has less")
  func seconds() throws {
    #expect(try pace(budget: 5).seconds == 5)
    let forced = try pace(budget: 0.001, rows: [1_000_000]).seconds
    // Two cells: 0.8 ms each, and 7 ns a row.
    #expect(abs(forced - 2 * (0.0008 + 0.007)) < 1e-9)
  }

  @Test("one visit has one round at least, several have two each")
  func rounds() throws {
    #expect(try pace(budget: 0.000_1).rounds == 1...1)
    // 10 visits of 75 ms, 37.5 ms a cell, of which 36 are not building: 12 slices of 3 ms.
    let whole = try pace(budget: 1.5)
    #expect(whole.slices == 2e-3...2e-3)
    #expect(whole.rounds == 120...120)
  }
}
