import Basics
import ListLayout
import Measuring

/// The rows that a value of `--heights` describes: a table of rows, or a rule that gives the height of any
/// row. The initialiser reads files; heights are computed later, for each list length and width.
package struct Population: Sendable {
  package let spec: HeightsSpec
  private let seed: UInt64
  /// The texts of the rows and their style; nil for rows without text.
  private let text: (corpus: Corpus, style: RowStyle)?
  /// The heights from a user's file; nil if the rows come from another source.
  private let table: [Int32]?

  /// The maximum number of rows in a list. With at most this number of rows, the sum of all heights fits into
  /// 64 bits.
  package static let maximumRows = 1_000_000_000

  package init(_ spec: HeightsSpec, seed: UInt64) throws(RunFault) {
    (self.spec, self.seed) = (spec, seed)
    text = try Self.text(of: spec, seed: seed)
    table =
      if case .file(let path) = spec { try Self.heights(in: InputFile(path: path)) } else { nil }
  }

  private static func text(
    of spec: HeightsSpec, seed: UInt64
  ) throws(RunFault) -> (corpus: Corpus, style: RowStyle)? {
    switch spec {
    case .chat: (Corpus.chat, RowStyle.chatBubble)
    case .commits: (Corpus.commits, RowStyle.listRow)
    case .words: (Corpus.words(seed: seed), RowStyle.onDemandCell)
    case .text(let path): (try Corpus(lines: InputFile(path: path)), RowStyle.listRow)
    case .measured(let text): try self.text(of: text, seed: seed)
    case .fixed, .uniform, .calendar, .pages, .file: nil
    }
  }

  /// The number of rows in the table; nil if a rule gives the heights.
  package var count: Int? { text?.corpus.count ?? table?.count }

  /// The heights of `rows` rows, or of all rows in the table. If the table is too short, it is repeated, and
  /// each copy is shifted cyclically by a random number of rows, which the seed determines.
  package func heights(rows: Int?, screen: Screen) throws(RunFault) -> Heights {
    guard let rows = rows ?? count else {
      throw RunFault(.usage, "\(spec) has no rows of its own, expected --rows")
    }
    guard (0...Self.maximumRows).contains(rows) else {
      throw RunFault(.usage, "--rows \(rows): expected 0 to \(Self.maximumRows)")
    }
    return try Heights(self, rows: rows, screen: screen)
  }

  package func measurer(width: LayoutUnit) -> TextMeasurer? {
    text.map { corpus, style in
      TextMeasurer(
        width: width, corpus: corpus, style: style, tiling: Tiling(period: corpus.count, seed: seed)
      )
    }
  }

  fileprivate func heights(rows: Int, on screen: Screen) -> [Int32] {
    if let period = count {
      let table =
        table
        ?? text.map { corpus, style in
          (0..<min(rows, period)).map { style.height(of: $0, in: corpus, width: screen.width) }
        } ?? []
      return Tiling(period: period, seed: seed).heights(count: rows, from: table)
    }
    switch spec {
    case .uniform(let range):
      return Self.uniform(range.lowerBound.asHeight...range.upperBound.asHeight, rows, seed: seed)
    case .fixed(let height): return [Int32](repeating: height.asHeight, count: rows)
    case .calendar:
      let months = Self.calendar
      return (0..<rows).map { months[$0 % months.count] }
    // The remaining case is `pages`, with rows as tall as the viewport.
    default: return [Int32](repeating: screen.viewport.asHeight, count: rows)
    }
  }

  private static func uniform(_ range: ClosedRange<Int32>, _ rows: Int, seed: UInt64) -> [Int32] {
    var generator = SplitMix64(seed: seed, purpose: "uniform heights")
    let choices = Int(range.upperBound) - Int(range.lowerBound) + 1
    return (0..<rows).map { _ in range.lowerBound + Int32(generator.below(choices)) }
  }

  /// The heights of the months in 400 years from January 2000, after which the calendar repeats. As in
  /// DayFlow (evadne/DayFlow 38bf085), the height of a month is 62 pt for its header plus 46 pt for each
  /// week.
  static var calendar: [Int32] {
    // The weekday of the first day of the month, where 0 is Sunday; 1 January 2000 was a Saturday.
    var weekday = 6
    return (0..<4800).map { index in
      let (year, month) = (2000 + index / 12, 1 + index % 12)
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      defer { weekday = (weekday + days) % 7 }
      return LayoutUnit(points: 46 * ((weekday + days + 6) / 7) + 62).asHeight
    }
  }

  /// Reads heights in points, one on each line, and returns them in 1/64 pt. An empty file gives a list
  /// without rows.
  package static func heightsOrNone(at path: String) throws(RunFault) -> [Int32] {
    let file = try InputFile(path: path, mayBeEmpty: true)
    return file.bytes.isEmpty ? [] : try heights(in: file)
  }

  private static func heights(in file: InputFile) throws(RunFault) -> [Int32] {
    var heights: [Int32] = []
    try file.forEachLine { line throws(RunFault) in
      let field = line.field
      let points = try line.number(field, "height")
      guard points >= 0 else { throw line.fault("height \(field.quoted) is negative") }
      guard let height = LayoutUnit(points: points), height <= .maximumHeight else {
        let most = LayoutUnit.maximumHeight.rawValue / LayoutUnit.perPoint
        throw line.fault("height \(field.quoted) is above \(most) pt")
      }
      heights.append(height.asHeight)
    }
    guard !heights.isEmpty else {
      throw file.fault(line: 1, "no heights, expected one per line, in points")
    }
    return heights
  }
}

extension LayoutUnit {
  /// The length, clamped to the range of row heights, as a 32-bit integer in units of 1/64 pt.
  var asHeight: Int32 { Int32(min(max(rawValue, 0), LayoutUnit.maximumHeight.rawValue)) }
}

/// The row heights of a list on a screen of a given size.
package struct Heights: Sendable {
  package let raw: [Int32]
  package let contentHeight: LayoutUnit
  private let screen: Screen
  private let population: Population

  fileprivate init(_ population: Population, rows: Int, screen: Screen) throws(RunFault) {
    (self.screen, self.population) = (screen, population)
    raw = population.heights(rows: rows, on: screen)
    let spec = population.spec
    let total = raw.reduce(0 as Int64) { $0 &+ Int64($1) }
    contentHeight = LayoutUnit(rawValue: total)
    guard total > 0 || rows == 0 else {
      throw RunFault(.badData, "\(spec): all \(rows) rows are 0 pt tall, so nothing is visible")
    }
    let lowest = raw.lazy.filter { $0 > 0 }.min() ?? .max
    guard spec == .pages || Screen.holds(screen.viewport, rowsOf: lowest) else {
      throw RunFault(
        .usage,
        "--viewport \(screen.viewport): it holds more than \(Screen.maxVisibleRows) rows of "
          + "\(LayoutUnit(rawValue: lowest)) pt, which \(spec) has")
    }
    guard contentHeight <= .maximumDistance else {
      throw RunFault(
        .badData,
        "\(spec): \(rows) rows are \(contentHeight) pt tall, expected at most "
          + "\(LayoutUnit.maximumDistance) pt")
    }
  }

  /// The row heights after a change that affects all rows, such as a rotation. Text rows and pages get the
  /// heights that they would have on the rotated screen. All other heights are multiplied by 1.2 and rounded
  /// half up.
  package func alternate() -> [Int32] {
    guard !population.spec.isText, population.spec != .pages else {
      return population.heights(rows: raw.count, on: screen.rotated)
    }
    return raw.map { height in
      Int32(min((Int64(height) * 12 + 5) / 10, LayoutUnit.maximumHeight.rawValue))
    }
  }

  /// The hash of the heights, each encoded as four little-endian bytes.
  package var workloadHash: UInt64 {
    var hash = StableHash()
    for height in raw {
      for shift in stride(from: 0, to: 32, by: 8) {
        hash.add(UInt32(bitPattern: height) >> UInt32(shift) & 0xff)
      }
    }
    return hash.value
  }
}

/// An endless sequence of entries: a table with `period` entries, followed by copies of the table. Each copy
/// is shifted cyclically by a random amount, which keeps most neighbouring entries together.
struct Tiling: Sendable {
  let period: Int
  private let seed: UInt64

  init(period: Int, seed: UInt64) {
    self.period = period
    var generator = SplitMix64(seed: seed, purpose: "tiling")
    self.seed = generator.next()
  }

  /// Returns the index of the table entry for `row`; rows may be negative.
  func entry(ofRow row: Int) -> Int {
    var (tile, place) = row.quotientAndRemainder(dividingBy: period)
    if place < 0 { (tile, place) = (tile - 1, place + period) }
    let entry = place + rotation(ofTile: tile)
    return entry < period ? entry : entry - period
  }

  /// The heights of `count` rows from a `table` with `period` entries.
  func heights(count: Int, from table: [Int32]) -> [Int32] {
    var rows: [Int32] = []
    rows.reserveCapacity(count)
    var tile = 0
    while rows.count < count {
      let rotation = rotation(ofTile: tile)
      rows += table[rotation...].prefix(count - rows.count)
      rows += table[..<rotation].prefix(count - rows.count)
      tile += 1
    }
    return rows
  }

  private func rotation(ofTile tile: Int) -> Int {
    guard tile != 0 else { return 0 }
    var generator = SplitMix64(seed: seed &+ UInt64(bitPattern: Int64(tile)))
    return generator.below(period)
  }
}
