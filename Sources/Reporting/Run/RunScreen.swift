import Runs
import Text

/// A run on one screen: which technique for my list, how sure is that, and where is the rest?
package struct RunScreen {
  private let view: RunView
  private let folder: String?
  private let files: [String]
  private let width: Int
  private let style: Style

  /// Lines of a screen.
  private static let limit = 60
  /// Lines of a matrix; of a longer one those of published forms are left out.
  private static let matrixLimit = 34

  /// A screen of a run.
  ///
  /// - Parameters:
  ///   - rows: the length to show; the longest of each list unless told, and where a list has no such.
  ///   - heights: the list to begin with; the run's first unless told.
  ///   - heightNs: what a height costs where heights are dear; as a label's unless told.
  ///   - folder: where the run's files are; nil when nothing was kept.
  ///   - files: the names of those that are there.
  ///   - width: columns of the terminal; below 40 it is taken as 40.
  package init(
    _ report: RunReport, rows: Int? = nil, heights: String? = nil, heightNs: Double? = nil,
    folder: String?, files: [String] = ["summary.csv", "run.json"], width: Int, style: Style
  ) {
    view = RunView(report, rows: rows, heights: heights, heightNs: heightNs)
    (self.folder, self.files) = (folder, files)
    self.width = max(40, width)
    self.style = style
  }

  /// What gives way where a screen has no room for all; a run's README has all of it.
  private struct Economy {
    /// Whether long statements are told in short.
    var isShort = false
    /// The warnings that are shown.
    var warnings = Int.max
  }

  /// The text, ending in a line break.
  package var text: String {
    let warnings = view.report.record.warnings.count
    let economies =
      [Economy()]
      + stride(from: warnings, through: min(1, warnings), by: -1).map {
        Economy(isShort: true, warnings: $0)
      }
    var shortest = ""
    for economy in economies {
      shortest = text(economy)
      if shortest.count(where: { $0 == "\n" }) <= Self.limit { break }
    }
    return shortest
  }

  private func text(_ economy: Economy) -> String {
    guard let matrix else { return nothing }
    let legend = Flow(width: width).lines(of: view.legend(of: matrix))
    let parts = [
      matrix.lines + legend.map { style($0, .aside) }, takeAway(economy), trust(economy), more,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// A run of which no strategy has a figure: the reasons are all there is.
  private var nothing: String {
    let reasons = view.sections.flatMap { section in
      section.rankings.map(\.group).absences.flatMap {
        Flow(width: width, hanging: 2).lines(of: $0 + ".")
      }
    }
    return ([style("Nothing was measured.", .warning)] + reasons + warnings(.max))
      .joined(separator: "\n") + "\n"
  }

  private var matrix: RunMatrix? {
    let whole = view.matrix(width: width, style: style)
    // By how many techniques there are, not by what was found of them.
    return whole?.lines.count ?? 0 <= Self.matrixLimit
      ? whole : view.matrix(showsForms: false, width: width, style: style)
  }

  private func takeAway(_ economy: Economy) -> [String] {
    let hanging = 16
    // Of further lists only what to begin with: show --heights has the rest.
    let statements = view.statements + view.choices
    let lines = statements.flatMap { statement in
      let text = economy.isShort ? statement.short ?? statement.text : statement.text
      return text.isEmpty
        ? [] : Flow(width: width, hanging: hanging).lines("  " + statement.label, of: text)
    }
    let (heading, isWhole) = view.heading
    return lines.isEmpty ? [] : [style(heading, isWhole ? .heading : .warning)] + lines
  }

  private func trust(_ economy: Economy) -> [String] {
    let all =
      view.trust.flatMap { indented(economy.isShort ? $0.short ?? $0.text : $0.text) }
      + warnings(economy.warnings)
    return all.isEmpty ? [] : [style("Can I trust it?", .heading)] + all
  }

  private func warnings(_ shown: Int) -> [String] {
    let all = view.report.record.warnings.map(\.text.printable)
    let rest = all.count - shown
    let texts = rest > 0 ? all.prefix(shown) + ["and \(rest) more: see README.md"] : all[...]
    return texts.flatMap { text in
      Flow(width: width, hanging: 11).lines("  " + style("warning:", .warning), of: text)
    }
  }

  // MARK: Where the rest is

  private var more: [String] {
    guard let folder else { return [] }
    let names = "\(folder.printable): \(files.joined(separator: ", "))"
    return [style("More", .heading)] + indented(names)
  }

  private func indented(_ text: String) -> [String] {
    Flow(width: width - 2, hanging: 2).lines(of: text).map { "  " + $0 }
  }
}
