import ListLayout
import Measuring

extension Population {
  /// Loads the rows that `spec` names; `seed` decides what is random in them.
  ///
  /// - Throws: `missing` if a file is not there or cannot be read; `badData`, with the line, if a
  ///   file is empty or something in it is wrong.
  public init(_ spec: HeightsSpec, seed: UInt64) throws(WorkloadFault) {
    self.spec = spec
    self.seed = seed
    content = try Self.content(of: spec, seed: seed)
  }

  private static func content(
    of spec: HeightsSpec, seed: UInt64
  ) throws(WorkloadFault) -> Content {
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
  public static func heights(at path: String) throws(WorkloadFault) -> [Int32] {
    try heights(in: InputFile(path: path))
  }

  /// The same; a file without a line is a list without rows.
  public static func heightsOrNone(at path: String) throws(WorkloadFault) -> [Int32] {
    let file = try InputFile(path: path, mayBeEmpty: true)
    return file.bytes.isEmpty ? [] : try heights(in: file)
  }

  private static func heights(in file: InputFile) throws(WorkloadFault) -> [Int32] {
    var heights: [Int32] = []
    // Memory that nothing is written to is none; most lines have three bytes or more.
    heights.reserveCapacity(file.bytes.count / 3)
    try file.forEachLine { line, range throws(WorkloadFault) in
      heights.append(try height(file, line: line, range))
    }
    guard !heights.isEmpty else {
      throw file.fault(line: 1, "no height, expected one a line in points")
    }
    return heights
  }

  private static func height(
    _ file: InputFile, line: Int, _ range: Range<Int>
  ) throws(WorkloadFault) -> Int32 {
    if let points = file.plainNumber(range), let height = LayoutUnit(points: points),
      height <= .maximumHeight
    {
      return height.asHeight
    }
    let text = file.text(range)
    let points = try file.number(text, line: line, name: "height")
    guard points >= 0 else {
      throw file.fault(line: line, "height \(Spelling.quoted(text)) is negative")
    }
    guard let height = LayoutUnit(points: points), height <= .maximumHeight else {
      let most = LayoutUnit.maximumHeight.rawValue / LayoutUnit.perPoint
      throw file.fault(line: line, "height \(Spelling.quoted(text)) is above \(most) pt")
    }
    return height.asHeight
  }
}
