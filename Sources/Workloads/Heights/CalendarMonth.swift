/// A month of the proleptic Gregorian calendar.
struct CalendarMonth {
  let year: Int
  /// 1 is January.
  let month: Int

  /// Months until days, weekdays and leap years repeat: 400 years, which are 20,871 whole weeks.
  static let cycle = 4_800

  /// The days in the month.
  var days: Int {
    switch month {
    case 2: isLeapYear ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The weekday of the first of the month, 0 for Sunday.
  ///
  /// Source: Zeller's congruence (Chr. Zeller, Acta Mathematica 9, 1887), where a year begins with
  /// March and 0 is Saturday.
  var firstWeekday: Int {
    let beforeMarch = month < 3
    let (year, month) = (beforeMarch ? year - 1 : year, beforeMarch ? month + 12 : month)
    let saturdayBased = 1 + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400
    return (saturdayBased + 6) % 7
  }

  /// The weeks, beginning on Sundays, that the month touches: 4, 5 or 6.
  var weeks: Int { (firstWeekday + days + 6) / 7 }

  private var isLeapYear: Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
