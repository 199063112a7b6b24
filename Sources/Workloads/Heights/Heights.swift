import Basics
import ListLayout
import Measuring

/// The rows that a spec names, loaded and checked: a table of real or generated rows, or a rule,
/// out of which a list of any length is made.
///
/// Loading is separate from measuring because a file is read, and refused, once and early, while
/// heights are made for each row count and each width of a run.
package struct Population: Sendable {
  /// What the rows are.
  package let spec: HeightsSpec
  private let content: Content
  private let seed: UInt64

  private enum Content: Sendable {
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

  /// Loads the rows that `spec` names; `seed` decides what is random in them.
  ///
  /// - Throws: `missingInput` if a file is not there or cannot be read; `badData`, with the line, if a
  ///   file is empty or something in it is wrong.
  package init(_ spec: HeightsSpec, seed: UInt64) throws(RunFault) {
    (self.spec, self.seed) = (spec, seed)
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
    return TextMeasurer(width: width, corpus: corpus, style: style, tiling: tiling)
  }

  fileprivate func heights(rows: Int, on screen: Screen) -> [Int32] {
    switch content {
    case .fixed(let height): [Int32](repeating: height, count: rows)
    case .uniform(let range): Self.uniform(range, rows: rows, seed: seed)
    case .pages: [Int32](repeating: screen.viewport.asHeight, count: rows)
    case .cycle(let heights): (0..<rows).map { heights[$0 % heights.count] }
    case .table(let heights):
      Tiling(period: heights.count, seed: seed).heights(count: rows, from: heights)
    case .text(let corpus, let style):
      Tiling(period: corpus.count, seed: seed).heights(
        count: rows,
        from: (0..<min(rows, corpus.count)).map {
          style.height(of: $0, in: corpus, width: screen.width)
        })
    }
  }

  private static func uniform(_ range: ClosedRange<Int32>, rows: Int, seed: UInt64) -> [Int32] {
    var generator = SplitMix64(seed: seed, purpose: "uniform heights")
    let choices = Int(range.upperBound) - Int(range.lowerBound) + 1
    return (0..<rows).map { _ in
      range.lowerBound + Int32(generator.below(choices))
    }
  }

  /// 400 years of months from January 2000, each 46 pt a week that it touches and 62 pt for its header, as
  /// in DayFlow (evadne/DayFlow 38bf085). They are whole weeks, so that the calendar then repeats.
  static var calendar: [Int32] {
    // Of the first of the month, from Sunday; 1 January 2000 was a Saturday.
    var weekday = 6
    return (0..<4800).map { index in
      let (year, month) = (2000 + index / 12, 1 + index % 12)
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      defer { weekday = (weekday + days) % 7 }
      return LayoutUnit(points: 46 * ((weekday + days + 6) / 7) + 62).asHeight
    }
  }

  /// The heights of the rows in a user's file, in 1/64 pt: one a line, in points. A file without a line is
  /// a list without rows.
  package static func heightsOrNone(at path: String) throws(RunFault) -> [Int32] {
    let file = try InputFile(path: path, mayBeEmpty: true)
    return file.bytes.isEmpty ? [] : try heights(in: file)
  }

  private static func heights(in file: InputFile) throws(RunFault) -> [Int32] {
    var heights: [Int32] = []
    try file.forEachLine { line throws(RunFault) in
      let points = try line.number(line.text, "height")
      guard points >= 0 else { throw line.fault("height \(line.text.quoted) is negative") }
      guard let height = LayoutUnit(points: points), height <= .maximumHeight else {
        let most = LayoutUnit.maximumHeight.rawValue / LayoutUnit.perPoint
        throw line.fault("height \(line.text.quoted) is above \(most) pt")
      }
      heights.append(height.asHeight)
    }
    guard !heights.isEmpty else {
      throw file.fault(line: 1, "no height, expected one a line in points")
    }
    return heights
  }
}

extension LayoutUnit {
  /// The length as rows store it, brought into the range of a height.
  var asHeight: Int32 { Int32(min(max(rawValue, 0), LayoutUnit.maximumHeight.rawValue)) }
}

/// The heights of a list's rows on a screen.
package struct Heights: Sendable {
  /// Each row's height in 1/64 pt.
  package let raw: [Int32]
  /// The height of all rows together.
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
      throw RunFault(.badData, "\(spec): all \(rows) rows are 0 pt high, nothing is visible")
    }
    let lowest = raw.lazy.filter { $0 > 0 }.min() ?? .max
    guard spec == .pages || Screen.holds(screen.viewport, rowsOf: lowest) else {
      throw RunFault(
        .usage,
        "--viewport \(screen.viewport): rows of \(LayoutUnit(rawValue: lowest)) pt, as \(spec) has, "
          + "are more than \(Screen.mostVisibleRows) at once")
    }
    guard contentHeight <= .maximumDistance else {
      throw RunFault(
        .badData,
        "\(spec): \(rows) rows are \(contentHeight) pt high, at most \(LayoutUnit.maximumDistance)")
    }
  }

  /// The heights of the same rows after the change that happens to all of them at once: text rows
  /// and pages on the rotated screen, all others at 1.2 times the text size (to the nearest 1/64 pt,
  /// halves up, and never above the greatest height). Computed at each call.
  package func alternate() -> [Int32] {
    guard !population.spec.isText, population.spec != .pages else {
      return population.heights(rows: raw.count, on: screen.rotated)
    }
    return raw.map { height in
      Int32(min((Int64(height) * 12 + 5) / 10, LayoutUnit.maximumHeight.rawValue))
    }
  }

  /// A number that two lists share only if their rows have the same heights in the same order, but
  /// for an accident: FNV-1a with 64 bits over the heights as little-endian bytes.
  ///
  /// Source: G. Fowler, L. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm".
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

/// Rows without end out of a table of `period` entries: the table once as it is, then again and
/// again, each time rotated by a seeded amount, so that neighbours stay neighbours but no two tiles
/// need be alike.
struct Tiling: Sendable {
  /// At least 1.
  let period: Int
  private let seed: UInt64

  init(period: Int, seed: UInt64) {
    self.period = period
    var generator = SplitMix64(seed: seed, purpose: "tiling")
    self.seed = generator.next()
  }

  /// The entry that `row` shows; any row, also a negative one, has one.
  func entry(ofRow row: Int) -> Int {
    var (tile, place) = row.quotientAndRemainder(dividingBy: period)
    if place < 0 { (tile, place) = (tile - 1, place + period) }
    let entry = place + rotation(ofTile: tile)
    return entry < period ? entry : entry - period
  }

  /// The heights of `count` rows out of a `table` with `period` entries, as fast as memory is copied.
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
