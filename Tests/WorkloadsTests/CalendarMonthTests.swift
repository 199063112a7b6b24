import ListLayout
import Testing

@testable import Workloads

struct CalendarMonthTests {
  private let months = (0..<CalendarMonth.cycle).map { index in
    CalendarMonth(year: 2000 + index / 12, month: 1 + index % 12)
  }

  @Test(
    "Known months begin on their weekdays",
    arguments: [
      (1970, 1, 4), (2000, 1, 6), (2000, 2, 2), (2000, 3, 3), (1900, 3, 4), (2024, 2, 4),
      (2015, 2, 0),
      (2026, 1, 4), (1752, 9, 5),
    ])
  func weekday(year: Int, month: Int, expected: Int) {
    #expect(CalendarMonth(year: year, month: month).firstWeekday == expected)
  }

  @Test("Each month begins where the one before it ends")
  func chain() {
    for (month, next) in zip(months, months.dropFirst() + [months[0]]) {
      #expect((month.firstWeekday + month.days) % 7 == next.firstWeekday)
    }
  }

  @Test("400 years have 146,097 days")
  func cycle() {
    #expect(months.map(\.days).reduce(0, +) == 146_097)
    #expect(146_097 % 7 == 0)
  }

  @Test(
    "Months touch 4, 5 or 6 weeks, beginning on Sundays",
    arguments: [
      (2015, 2, 4), (2026, 2, 4), (2024, 2, 5), (2000, 1, 6), (2015, 8, 6), (2021, 8, 5),
      (2026, 8, 6),
    ])
  func weeks(year: Int, month: Int, expected: Int) {
    #expect(CalendarMonth(year: year, month: month).weeks == expected)
    #expect(Set(months.map(\.weeks)) == [4, 5, 6])
  }

  @Test("A month is 46 pt a week and 62 pt high, and the calendar goes on for ever")
  func heights() throws {
    let heights = try Population(.calendar, seed: 1).heights(rows: 4_802, screen: .phone)
    // January to April 2000: 6, 5, 5, 6 weeks.
    #expect(heights.raw.prefix(4).map { $0 / 64 } == [338, 292, 292, 338])
    #expect(Array(heights.raw.suffix(2)) == Array(heights.raw.prefix(2)))
    // 338 * 1.2 = 405.6 pt = 25,958.4 units.
    #expect(heights.alternate()[0] == 25_958)
  }
}
