import Comparing
import Recording

extension ComparisonReport {
  /// The report as Markdown for a comment or a summary of a job; ends in a line break.
  public var markdown: String {
    var parts = ["## bench compare\n\n**\(Markdown.escaped(conclusion))**"]
    parts.append(sides.joined(separator: "\n"))
    parts.append(
      (gate + comparison.notes).map { "- " + Markdown.escaped($0) }.joined(separator: "\n"))
    for table in ComparisonTables(report: self, limit: 40, others: 10).all {
      var part = "### \(Markdown.escaped(table.title))"
      if !table.rows.isEmpty {
        let rows = table.rows.map { $0.map(Markdown.escaped) }
        let lines = Markdown.table(table.columns, words: table.words, rows)
        part += "\n\n" + lines.joined(separator: "\n")
        if let omission = table.omission { part += "\n\n" + Markdown.escaped(omission) }
      }
      parts.append(part)
    }
    if !comparison.method.isEmpty {
      let method = comparison.method.map(Markdown.escaped).joined(separator: "\n")
      parts.append("<details><summary>Method</summary>\n\n\(method)\n\n</details>")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var sides: [String] {
    let runs = [Self.side("BASE", comparison.base), Self.side("HEAD", comparison.head)]
    return (runs + differingFacts.map { Markdown.escaped($0.text) }).map { "- " + $0 }
  }

  private static func side(_ label: String, _ run: ComparedRun) -> String {
    let revision = run.revision.map { ", " + Markdown.escaped(String($0.prefix(12))) } ?? ""
    return "**\(label)** \(Markdown.escaped(run.name))\(revision)"
  }
}
