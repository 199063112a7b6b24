import Comparing
import Recording

extension ComparisonReport {
  /// The report for a terminal, in lines of at most `width` columns, below 40 taken as 40; ends in a
  /// line break.
  public func text(width: Int, style: Style) -> String {
    let width = max(40, width)
    let flow = Flow(width: width)
    var parts = [
      sides + (gate + comparison.notes).flatMap { flow.lines(of: $0) }
    ]
    for table in ComparisonTables(report: self, limit: 40, others: 5).all {
      var terminal = TextTable(
        columns: table.columns.indices.map {
          $0 < table.words ? .words(table.columns[$0]) : .numbers(table.columns[$0])
        })
      terminal.rows = table.rows.map { row in row.map { .init($0, Self.paint(of: $0)) } }
      let title = flow.lines(of: table.title).map { style($0, .heading) }
      parts.append(
        title + terminal.lines(width: width, style: style)
          + (table.rows.isEmpty ? [] : [table.omission].compactMap { $0 }))
    }
    let paint: Style.Paint = exitCode == .success ? .good : .bad
    parts.append(flow.lines(of: conclusion).map { style($0, paint) })
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var sides: [String] {
    [Self.side("BASE", comparison.base), Self.side("HEAD", comparison.head)]
      + differingFacts.map(\.text.printable)
  }

  private static func side(_ label: String, _ run: ComparedRun) -> String {
    "\(label)  \(run.name.printable)" + (run.revision.map { "  " + $0.prefix(12) } ?? "").printable
  }

  private static func paint(of cell: String) -> Style.Paint? {
    switch cell {
    case Verdict.slower.name, CounterComparison.Change.more.rawValue: .bad
    case Verdict.faster.name, CounterComparison.Change.less.rawValue: .good
    default: nil
    }
  }
}
