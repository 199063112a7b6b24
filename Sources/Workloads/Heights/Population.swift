import HostSystem
import ListLayout
import Measuring
import Text

/// The rows that a spec names, loaded and checked: a table of real or generated rows, or a rule,
/// out of which a list of any length is made.
///
/// Loading is separate from measuring because a file is read, and refused, once and early, while
/// heights are made for each row count and each width of a run.
package struct Population: Sendable {
  /// What the rows are.
  package let spec: HeightsSpec
  let content: Content
  let seed: UInt64

  enum Content: Sendable {
    case fixed(Int32)
    case uniform(ClosedRange<Int32>)
    case pages
    /// Heights that do not depend on the screen, repeated as they are.
    case cycle([Int32])
    /// Heights that do not depend on the screen, tiled.
    case table([Int32])
    /// Texts, tiled, and how a row shows them.
    case text(Corpus, RowStyle)
  }

  /// The greatest number of rows that may be asked for; the sum of their heights fits 64 bits.
  package static let maximumRows = 1_000_000_000

  /// How many rows there really are; nil for a rule, which has no end.
  package var count: Int? {
    switch content {
    case .fixed, .uniform, .pages, .cycle: nil
    case .table(let heights): heights.count
    case .text(let corpus, _): corpus.count
    }
  }

  /// The heights of `rows` rows on `screen`; nil rows are as many as there really are.
  ///
  /// Fewer than `count` rows are the first of them. More are the same rows again, in runs that begin
  /// at seeded places.
  ///
  /// - Throws: `usage` if a rule is asked without a number of rows, or for fewer than 0 or more than
  ///   `maximumRows`; `badData` if all the rows are 0 pt high, or their sum is above
  ///   `LayoutUnit.maximumDistance`.
  /// - Complexity: O(rows), and each text is typeset once.
  package func heights(rows: Int?, screen: Screen) throws(RunFault) -> Heights {
    guard let rows = rows ?? count else {
      throw RunFault(.usage, "\(spec) has no rows of its own, expected --rows")
    }
    guard (0...Self.maximumRows).contains(rows) else {
      throw RunFault(.usage, "--rows \(rows): expected 0 to \(Self.maximumRows)")
    }
    return try Heights(self, rows: rows, screen: screen)
  }

  /// What measures the texts of the rows at each ask; nil if the rows are no texts.
  package func measurer(width: LayoutUnit) -> TextMeasurer? {
    guard case .text(let corpus, let style) = content else { return nil }
    let tiling = Tiling(period: corpus.count, seed: seed)
    return TextMeasurer(corpus: corpus, style: style, tiling: tiling, width: width)
  }

  func heights(rows: Int, on screen: Screen) -> [Int32] {
    switch content {
    case .fixed(let height): [Int32](repeating: height, count: rows)
    case .uniform(let range): Self.uniform(range, rows: rows, seed: seed)
    case .pages: [Int32](repeating: screen.viewport.asHeight, count: rows)
    case .cycle(let heights): (0..<rows).map { heights[$0 % heights.count] }
    case .table(let heights):
      Tiling(period: heights.count, seed: seed).heights(count: rows, from: heights)
    case .text(let corpus, let style):
      Tiling(period: corpus.count, seed: seed)
        .heights(
          count: rows,
          from: style.heights(of: corpus, count: min(rows, corpus.count), width: screen.width))
    }
  }

  private static func uniform(_ range: ClosedRange<Int32>, rows: Int, seed: UInt64) -> [Int32] {
    var generator = SplitMix64(seed: seed, purpose: "uniform heights")
    let choices = Int(range.upperBound) - Int(range.lowerBound) + 1
    return (0..<rows).map { _ in
      range.lowerBound + Int32(generator.below(choices))
    }
  }
}

extension LayoutUnit {
  /// The length as rows store it, brought into the range of a height.
  var asHeight: Int32 {
    Int32(min(max(rawValue, 0), LayoutUnit.maximumHeight.rawValue))
  }
}

extension Population {
  /// Loads the rows that `spec` names; `seed` decides what is random in them.
  ///
  /// - Throws: `missingInput` if a file is not there or cannot be read; `badData`, with the line, if a
  ///   file is empty or something in it is wrong.
  package init(_ spec: HeightsSpec, seed: UInt64) throws(RunFault) {
    self.spec = spec
    self.seed = seed
    content = try Self.content(of: spec, seed: seed)
  }

  private static func content(
    of spec: HeightsSpec, seed: UInt64
  ) throws(RunFault) -> Content {
    switch spec {
    case .fixed(let height): .fixed(height.asHeight)
    case .uniform(let range): .uniform(range.lowerBound.asHeight...range.upperBound.asHeight)
    case .chat: .text(.chat, .chatBubble)
    case .commits: .text(.commits, .listRow)
    case .calendar: .cycle(calendar)
    case .words: .text(.words(seed: seed), .onDemandCell)
    case .pages: .pages
    case .file(let path): .table(try heights(in: InputFile(path: path)))
    case .text(let path): .text(try Corpus(lines: InputFile(path: path)), .listRow)
    case .measured(let text): try content(of: text, seed: seed)
    }
  }

  /// 400 years of months from January 2000, each 46 pt a week and 62 pt for its header, as in
  /// DayFlow (evadne/DayFlow 38bf085).
  private static var calendar: [Int32] {
    (0..<CalendarMonth.cycle).map { index in
      let month = CalendarMonth(year: 2000 + index / 12, month: 1 + index % 12)
      return LayoutUnit(points: 46 * month.weeks + 62).asHeight
    }
  }

  /// The heights of the rows in a user's file, in 1/64 pt: one a line, in points.
  ///
  /// - Throws: as `init(_:seed:)`.
  package static func heights(at path: String) throws(RunFault) -> [Int32] {
    try heights(in: InputFile(path: path))
  }

  /// The same; a file without a line is a list without rows.
  package static func heightsOrNone(at path: String) throws(RunFault) -> [Int32] {
    let file = try InputFile(path: path, mayBeEmpty: true)
    return file.bytes.isEmpty ? [] : try heights(in: file)
  }

  private static func heights(in file: InputFile) throws(RunFault) -> [Int32] {
    var heights: [Int32] = []
    // Memory that nothing is written to is none; most lines have three bytes or more.
    heights.reserveCapacity(file.bytes.count / 3)
    var start = file.firstLine
    while start < file.bytes.count {
      start = file.bytes.withUnsafeBufferPointer {
        appendPlainHeights(in: $0, from: start, to: &heights)
      }
      guard start < file.bytes.count else { break }
      let (range, next) = file.line(from: start)
      // Every line before this one was a height.
      heights.append(try height(file, line: heights.count + 1, range))
      start = next
    }
    guard !heights.isEmpty else {
      throw file.fault(line: 1, "no height, expected one a line in points")
    }
    return heights
  }

  /// Appends the heights of lines as nearly all are: at most 15 digits, with or without decimals, and
  /// nothing else.
  ///
  /// Both numbers of the quotient are exact, so that it is rounded once, as in any other reader.
  /// - Returns: where the first line begins that is otherwise, or too high; the end for none.
  private static func appendPlainHeights(
    in bytes: UnsafeBufferPointer<UInt8>, from first: Int, to heights: inout [Int32]
  ) -> Int {
    let zero = UInt8(ascii: "0")
    var start = first
    while start < bytes.count {
      var (place, digits, scale, points) = (start, Int64(0), 1.0, 0)
      while place < bytes.count, bytes[place] &- zero < 10, place &- start < 16 {
        digits = digits &* 10 &+ Int64(bytes[place] &- zero)
        place &+= 1
      }
      if place < bytes.count, place > start, bytes[place] == UInt8(ascii: ".") {
        points = 1
        place &+= 1
        while place < bytes.count, bytes[place] &- zero < 10, place &- start < 17 {
          digits = digits &* 10 &+ Int64(bytes[place] &- zero)
          scale *= 10
          place &+= 1
        }
      }
      guard 1...15 ~= place - start - points else { return start }
      if place < bytes.count, bytes[place] == UInt8(ascii: "\r") { place &+= 1 }
      guard place == bytes.count || bytes[place] == UInt8(ascii: "\n"),
        let height = LayoutUnit(points: Double(digits) / scale), height <= .maximumHeight
      else { return start }
      heights.append(height.asHeight)
      start = place &+ 1
    }
    return start
  }

  private static func height(
    _ file: InputFile, line: Int, _ range: Range<Int>
  ) throws(RunFault) -> Int32 {
    let text = file.text(range)
    let points = try file.number(text, line: line, name: "height")
    guard points >= 0 else {
      throw file.fault(line: line, "height \(text.quoted) is negative")
    }
    guard let height = LayoutUnit(points: points), height <= .maximumHeight else {
      let most = LayoutUnit.maximumHeight.rawValue / LayoutUnit.perPoint
      throw file.fault(line: line, "height \(text.quoted) is above \(most) pt")
    }
    return height.asHeight
  }
}

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
