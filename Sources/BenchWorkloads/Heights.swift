import BenchBasics
import BenchMeasuring
import ListLayout

/// The rows that a `--heights` value describes, either as a table or as a rule. Files are read immediately;
/// heights are computed later for each list length and width.
package struct Population: Sendable {
  package let spec: HeightsSpec
  private let seed: UInt64
  /// Nil if the rows contain no text.
  fileprivate let text: TextMeasurer?
  /// The heights from a user's file.
  private let table: [Int32]?

  /// The maximum number of rows, chosen so that the sum of all heights fits into 64 bits.
  package static let maximumRows = 1_000_000_000

  package init(_ spec: HeightsSpec, seed: UInt64) throws(RunFault) {
    (self.spec, self.seed) = (spec, seed)
    text = try Self.text(of: spec, seed: seed)
    table =
      if case .file(let path) = spec { try Self.heights(in: InputFile(path: path)) } else { nil }
  }

  private static func text(of spec: HeightsSpec, seed: UInt64) throws(RunFault) -> TextMeasurer? {
    switch spec {
    case .chat: TextMeasurer(.chat, .chatBubble, seed: seed)
    case .commits: TextMeasurer(.commits, .listRow, seed: seed)
    case .words: TextMeasurer(.words(seed: seed), .onDemandCell, seed: seed)
    case .text(let path):
      TextMeasurer(try Corpus(lines: InputFile(path: path)), .listRow, seed: seed)
    case .measured(let text): try self.text(of: text, seed: seed)
    case .fixed, .uniform, .calendar, .pages, .file: nil
    }
  }

  /// The number of rows in the table, or nil for a rule.
  package var count: Int? { text?.corpus.count ?? table?.count }

  /// The heights of `rows` rows, or of the whole table if `rows` is nil. A table that is too short is
  /// repeated with random cyclic shifts.
  package func heights(rows: Int?, screen: Screen) throws(RunFault) -> Heights {
    guard let rows = rows ?? count else {
      throw RunFault(.usage, "\(spec) does not set the number of rows; add --rows")
    }
    guard (0...Self.maximumRows).contains(rows) else {
      throw RunFault(.usage, "--rows \(rows): expected 0 to \(Self.maximumRows)")
    }
    return try Heights(self, rows: rows, screen: screen)
  }

  package func measurer(width: LayoutUnit) -> TextMeasurer? {
    text.map { measurer in
      var measurer = measurer
      measurer.width = width
      return measurer
    }
  }

  fileprivate func heights(rows: Int, on screen: Screen) -> [Int32] {
    if let measurer = measurer(width: screen.width) { return measurer.heights(rows) }
    if let table {
      return Tiling(period: table.count, seed: seed).heights(count: rows, from: table)
    }
    switch spec {
    case .uniform(let range):
      var generator = SplitMix64(seed: seed, purpose: "uniform heights")
      let low = range.lowerBound.asHeight
      let choices = Int(range.upperBound.asHeight - low) + 1
      return (0..<rows).map { _ in low + Int32(generator.below(choices)) }
    case .fixed(let height): return [Int32](repeating: height.asHeight, count: rows)
    case .calendar:
      let months = Self.calendar
      return (0..<rows).map { months[$0 % months.count] }
    default: return [Int32](repeating: screen.viewport.asHeight, count: rows)
    }
  }

  /// The heights of all months in the 400 years from January 2000, after which the calendar repeats. A
  /// month takes 62 pt for the header and 46 pt per week, as in DayFlow (evadne/DayFlow 38bf085).
  private static var calendar: [Int32] {
    var weekday = 6
    return (0..<4800).map { index in
      let (year, month) = (2000 + index / 12, 1 + index % 12)
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      defer { weekday = (weekday + days) % 7 }
      return LayoutUnit(points: 46 * ((weekday + days + 6) / 7) + 62).asHeight
    }
  }

  /// Reads heights in points, one per line. A blank file yields no rows.
  package static func heightsOrNone(at path: String) throws(RunFault) -> [Int32] {
    let file = try InputFile(path: path, mayBeEmpty: true)
    return file.bytes.withoutBlankLinesAtEnd.isEmpty ? [] : try heights(in: file)
  }

  private static func heights(in file: InputFile) throws(RunFault) -> [Int32] {
    var heights: [Int32] = []
    try file.forEachLine { line throws(RunFault) in
      heights.append(try line.height(line.field).asHeight)
    }
    guard !heights.isEmpty else {
      throw file.fault(line: 1, "no heights, expected one per line, in points")
    }
    return heights
  }
}

extension LayoutUnit {
  var asHeight: Int32 { Int32(min(max(rawValue, 0), LayoutUnit.maximumHeight.rawValue)) }
}

package struct Heights: Sendable {
  /// Heights in 1/64 pt.
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
      throw RunFault(.badData, "\(spec): every row is 0 pt tall, so nothing is visible")
    }
    let lowest = raw.lazy.filter { $0 > 0 }.min() ?? .max
    guard spec == .pages || Screen.holds(screen.viewport, rowsOf: lowest) else {
      throw RunFault(
        .usage,
        "--viewport \(screen.viewport): more than \(Screen.maxVisibleRows) rows of "
          + "\(LayoutUnit(rawValue: lowest)) pt from \(spec) fit into the viewport")
    }
    guard contentHeight <= .maximumDistance else {
      throw RunFault(
        .badData,
        "\(spec): \(rows) rows have a total height of \(contentHeight) pt; the limit is "
          + "\(LayoutUnit.maximumDistance) pt")
    }
  }

  /// The heights after a rotation. Rows of text and pages are laid out again for the rotated screen. All
  /// other rows become 1.2 times as tall, rounded half up.
  package func alternate() -> [Int32] {
    guard population.text == nil, population.spec != .pages else {
      return population.heights(rows: raw.count, on: screen.rotated)
    }
    return raw.map { height in
      Int32(min((Int64(height) * 12 + 5) / 10, LayoutUnit.maximumHeight.rawValue))
    }
  }

  /// A hash of the heights' little-endian bytes.
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

package struct WorkloadForm: Sendable {
  /// The part of the value before the colon, or the whole value if it has no colon.
  package let name: String
  /// The placeholder after the colon, such as `PATH`, or nil if the value has no colon.
  package let argument: String?
  package let summary: String

  package init(_ name: String, _ argument: String? = nil, _ summary: String) {
    (self.name, self.argument, self.summary) = (name, argument, summary)
  }

  package var spelling: String { argument.map { "\(name):\($0)" } ?? name }
}

/// The value of `--heights`. Two values are equal if their names are equal.
package enum HeightsSpec: Sendable {
  case fixed(LayoutUnit)
  /// Uniformly distributed heights, in steps of 1/64 pt.
  case uniform(ClosedRange<LayoutUnit>)
  case chat
  case commits
  case calendar
  case words
  case pages
  case file(String)
  /// The texts in a user's file, measured on every request.
  case text(String)
  /// One of the built-in sets of texts, measured on every request.
  indirect case measured(HeightsSpec)

  package static let forms = [
    WorkloadForm("chat", nil, "46,903 real chat messages, set in bubbles"),
    WorkloadForm("commits", nil, "5,167 real commit messages; the longest fills 30 screens"),
    WorkloadForm("calendar", nil, "months of 4 to 6 weeks"),
    WorkloadForm("words", nil, "1 to 50 random words, as in the on-demand post"),
    WorkloadForm("pages", nil, "every row as tall as the viewport"),
    WorkloadForm("fixed", "PT", "all rows of one height"),
    WorkloadForm("uniform", "PT-PT", "evenly spread between two heights"),
    WorkloadForm("file", "PATH", "your heights in points, one per line"),
    WorkloadForm("text", "PATH", "your text, one row per line, measured on every request"),
    WorkloadForm(
      "measured", "KIND", "chat, commits or words, measured on every request"),
  ]

  package var hasEqualRows: Bool {
    switch self {
    case .fixed, .pages: true
    default: false
    }
  }

  /// Whether text is measured on every request instead of once before the run.
  package var isMeasuredOnAsking: Bool {
    switch self {
    case .text, .measured: true
    default: false
    }
  }
}

extension HeightsSpec: Hashable {
  package static func == (left: HeightsSpec, right: HeightsSpec) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension HeightsSpec: CustomStringConvertible {
  package var name: ExactText { ExactText(description) }

  package var description: String {
    switch self {
    case .fixed(let height): "fixed:\(height)"
    case .uniform(let range): "uniform:\(range.lowerBound)-\(range.upperBound)"
    case .chat: "chat"
    case .commits: "commits"
    case .calendar: "calendar"
    case .words: "words"
    case .pages: "pages"
    case .file(let path): "file:\(path)"
    case .text(let path): "text:\(path)"
    case .measured(let text): "measured:\(text)"
    }
  }

  package init(_ name: String) throws(RunFault) {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let (word, argument) = (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    func fault(_ message: String) -> RunFault {
      RunFault(.usage, "--heights \(name.quoted): \(message)")
    }
    func height(_ text: some StringProtocol) throws(RunFault) -> LayoutUnit {
      guard let height = LayoutUnit(height: text) else {
        throw fault(
          "expected a height from 0 to \(LayoutUnit.maximumHeight) pt, not \(text.quoted)")
      }
      return height
    }
    let bare: [HeightsSpec] = [.chat, .commits, .calendar, .words, .pages]
    if let spec = bare.first(where: { $0.description == name }) {
      self = spec
      return
    }
    switch (word, argument ?? "") {
    case ("fixed", let text):
      let height = try height(text)
      guard height > .zero else { throw fault("the height must be above 0") }
      self = .fixed(height)
    case ("uniform", let text):
      let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count == 2, case let (low, high) = (try height(ends[0]), try height(ends[1])),
        low <= high, high > .zero
      else { throw fault("expected a smaller and a larger height, as in uniform:20-200") }
      self = .uniform(low...high)
    case ("file", ""), ("text", ""): throw fault("expected a path, as in \(word):PATH")
    case ("file", let path): self = .file(path)
    case ("text", let path): self = .text(path)
    case ("measured", let text):
      let texts: [HeightsSpec] = [.chat, .commits, .words]
      guard let spec = texts.first(where: { $0.description == text }) else {
        throw fault("expected measured:chat, measured:commits or measured:words")
      }
      self = .measured(spec)
    default: throw fault("no such kind of heights")
    }
  }
}
