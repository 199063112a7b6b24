import Recording
import Text

/// A run on one screen: which technique for my list, how sure is that, and where is the rest?
package struct RunScreen {
  private let overview: RunOverview
  private let folder: String?
  private let width: Int
  private let style: Style

  /// Lines of a screen; what a cost of rows has to say may come on top.
  private var limit: Int { overview.rowCost == nil ? 60 : 66 }

  /// A screen of a run.
  ///
  /// - Parameters:
  ///   - rows: the length to show; the longest of each list unless told, and where a list has no such.
  ///   - heights: the list to begin with; the run's first unless told.
  ///   - rowCost: added to the times for each height that was asked for; nil for nothing.
  ///   - folder: where the run's files are; nil when nothing was kept.
  ///   - width: columns of the terminal; below 40 it is taken as 40.
  package init(
    _ report: RunReport, rows: Int? = nil, heights: String? = nil, rowCost: RowCost? = nil,
    folder: String?, width: Int, style: Style
  ) {
    overview = RunOverview(report, rows: rows, heights: heights, rowCost: rowCost)
    self.folder = folder
    self.width = max(40, width)
    self.style = style
  }

  /// What gives way where a screen has no room for all.
  private struct Economy {
    /// The published forms that get no line.
    var crowded: [String] = []
    /// Whether long statements are told in short.
    var isShort = false
    /// The warnings that are shown.
    var warnings = Int.max
  }

  /// The text, ending in a line break.
  package var text: String {
    // Each published form takes a line; those that tell least give way first, then words, then
    // warnings: a run's README has all of them.
    let forms = overview.forms.differing
    let warnings = overview.report.record.warnings.count
    let economies =
      (0...forms.count).map { Economy(crowded: forms.suffix($0)) }
      + stride(from: warnings, to: 0, by: -1).map {
        Economy(crowded: forms, isShort: true, warnings: $0)
      }
    var shortest = ""
    for economy in economies {
      let text = text(economy)
      let lines = text.count { $0 == "\n" }
      if lines <= limit { return text }
      shortest = text
    }
    return shortest
  }

  private func text(_ economy: Economy) -> String {
    let crowded = economy.crowded
    guard let matrix = overview.matrix(hiding: crowded, width: width, style: style) else {
      return nothing
    }
    let parts = [
      matrix.lines + legend(of: matrix, crowded), takeAway(economy), trust(economy), more,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// A run of which no strategy has a figure: the reasons are all there is.
  private var nothing: String {
    let reasons = overview.sections.flatMap { section in
      section.absences.clauses.flatMap { Flow(width: width, hanging: 2).lines(of: $0 + ".") }
    }
    return ([style("Nothing was measured.", .warning)] + reasons + warnings(.max))
      .joined(separator: "\n") + "\n"
  }

  private func legend(of matrix: RunMatrix, _ crowded: [String]) -> [String] {
    let words = overview.legend(hidden: matrix.hidden, crowded)
    let note = overview.rowCost.map { Flow(width: width).lines(of: $0.note) } ?? []
    return Flow(width: width).lines(of: words).map { style($0, .aside) } + note
  }

  private func takeAway(_ economy: Economy) -> [String] {
    let hanging = 17
    // Of further lists only what to begin with: show --heights has the rest.
    let lines = (overview.statements + overview.choices).flatMap { statement in
      Flow(width: width, hanging: hanging).lines(
        "  " + statement.label,
        of: economy.isShort ? statement.short ?? statement.text : statement.text)
    }
    let (heading, isWhole) = overview.heading
    return lines.isEmpty ? [] : [style(heading, isWhole ? .heading : .warning)] + lines
  }

  private func trust(_ economy: Economy) -> [String] {
    let all = overview.trust.flatMap { indented($0) } + warnings(economy.warnings)
    return all.isEmpty ? [] : [style("Can I trust it?", .heading)] + all
  }

  private func warnings(_ shown: Int) -> [String] {
    let all = overview.report.record.warnings.map(\.text.printable)
    let rest = all.count - shown
    let texts = rest > 0 ? all.prefix(shown) + ["and \(rest) more: see README.md"] : all[...]
    return texts.flatMap { text in
      Flow(width: width, hanging: 11).lines("  " + style("warning:", .warning), of: text)
    }
  }

  // MARK: Where the rest is

  private var more: [String] {
    guard let folder else { return [] }
    let names = "\(folder.printable): index.html (charts), summary.csv, samples.csv, run.json"
    return [style("More", .heading)] + indented(names)
  }

  private func indented(_ text: String) -> [String] {
    Flow(width: width - 2, hanging: 2).lines(of: text).map { "  " + $0 }
  }
}
