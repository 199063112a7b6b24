/// What `bench verify` found: who shows what they should, and how far the others are off.
public struct VerifyTable {
  private let entries: [VerifiedEntry]

  /// A table of these findings, in their order.
  public init(_ entries: [VerifiedEntry]) { self.entries = entries }

  /// Whether every strategy is exact or within its bound.
  public var isKept: Bool { !entries.contains { $0.held == false } }

  /// The table in lines of at most `width` columns, below 40 taken as 40; ends in a line break.
  public func text(width: Int, style: Style) -> String {
    var table = TextTable(columns: [
      .words("strategy"), .words("mode"), .numbers("frames"), .words("on screen", wraps: true),
    ])
    table.rows = entries.map { entry in
      [
        .init(entry.strategy), .init(entry.mode), .init(Quantity.count(entry.frames)),
        .init(entry.sentence, entry.paint),
      ]
    }
    let lines = table.lines(width: max(40, width), style: style)
    let closing = Flow(width: max(40, width)).lines(of: counts)
      .map { style($0, isKept ? .heading : .bad) }
    return (lines + (lines.isEmpty ? [] : [""]) + closing).joined(separator: "\n") + "\n"
  }

  /// `17 checked: 12 exact, 5 deviate (4 within bounds), 1 BROKEN.`
  private var counts: String {
    guard !entries.isEmpty else { return "Nothing was checked." }
    let exact = entries.count { $0.verdict == .exact }
    let deviating = entries.filter { $0.verdict == .deviates }
    let held = deviating.count { $0.held == true }
    let unbound = deviating.count { $0.held == nil }
    let broken = entries.count { $0.held == false }
    let parts = [
      held > 0 ? "\(held) within bounds" : nil,
      unbound > 0 ? "\(unbound) without a bound" : nil,
    ].compactMap { $0 }
    let within = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    return "\(entries.count) checked: \(exact) exact, \(deviating.count) deviate\(within), "
      + (broken > 0 ? "\(broken) BROKEN." : "none broken.")
  }

  /// The findings as `bench verify --json` writes them: `entries`, and whether all is `kept`.
  public func json() throws -> String {
    try JSONText.of(Document(entries: entries, kept: isKept))
  }

  private struct Document: Encodable {
    let entries: [VerifiedEntry]
    let kept: Bool
  }
}

extension VerifiedEntry {
  /// `exact`, or what was seen and whether that is within the bound.
  fileprivate var sentence: String {
    // What an exact strategy would have been allowed is of no interest.
    if verdict == .exact, held != false { return "exact" }
    let seen = verdict == .exact ? "exact" : summary
    let outcome = held.map { $0 ? "held" : "BROKEN" }
    let limit = bound.map { "\(outcome ?? "bound"): \($0)" } ?? outcome
    return [seen, limit].compactMap { $0 }.joined(separator: "; ")
  }

  fileprivate var paint: Style.Paint? {
    if held == false { return .bad }
    return verdict == .exact ? .good : .warning
  }
}
