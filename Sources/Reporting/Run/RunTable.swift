/// A run on a terminal: which technique for my list?
///
/// Rankings come first and the summary last, where the eye is when a command has ended. How much of
/// each ranking is shown depends on how many there are; the run's README has all of it.
public struct RunTable {
  let report: RunReport
  let folder: String?
  let width: Int
  let style: Style
  private let mostLines: Int
  private let sections: [RankingSection]

  /// A table of a run.
  ///
  /// - Parameters:
  ///   - folder: where the run's files are; nil when nothing was kept.
  ///   - width: columns of the terminal; below 40 it is taken as 40.
  ///   - mostLines: about how many lines to write; rankings become shorter to keep to it, down to a
  ///     line each.
  public init(
    _ report: RunReport, folder: String?, width: Int, style: Style, mostLines: Int = 100
  ) {
    self.report = report
    self.folder = folder
    self.width = max(40, width)
    self.style = style
    self.mostLines = mostLines
    sections = report.heights.map { RankingSection(groups: report.largest($0)) }
  }

  /// The text, ending in a line break.
  public var text: String {
    let layout = RankingText.Layout(sections, width: width)
    let rest = [
      costs, floor, control, doubts, contradictions, deviations, warnings, summary, files,
    ].filter { !$0.isEmpty }
    let restLines = rest.reduce(0) { $0 + $1.count + 1 }
    let shapes = ([.intervals, .ratios] + (1...6).reversed().map { .lines($0) }).lazy
      .map { detail in
        [legend(detail)] + sections.map { $0.lines(detail, layout: layout, style: style) }
      }
    let fitting = shapes.first { shape in
      shape.reduce(restLines) { $0 + $1.count + 1 } <= mostLines
    }
    let rankings = sections.isEmpty ? [] : fitting ?? shapes.last ?? []
    return (rankings + rest).map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// How to read the rankings.
  private func legend(_ detail: RankingSection.Detail) -> [String] {
    let confidence = Quantity.percent(report.record.plan.confidence * 100)
    let results = sections.flatMap(\.rankings).flatMap(\.order)
    let interval = detail == .intervals ? " [interval]" : ""
    let states = report.groups.map(\.caches).unique.map { "\($0.rawValue) caches" }
    var words = """
      The fastest with its median time per operation, \(states.joined(separator: " and ")) \
      [\(confidence) interval], then how many times as long the others take\(interval).
      """
    if case .lines = detail {
      let hasTies = sections.flatMap(\.rankings).contains { !$0.alike.isEmpty }
      words += hasTies ? " ~: not separated from the fastest." : ""
      words += folder == nil ? "" : " …: the rest is in README.md."
    }
    let places = sections.flatMap(\.rankings).flatMap(\.slower)
    if results.contains(where: { $0.interval == nil }) || places.contains(where: \.isUndecided) {
      words += " ?: too few repetitions to be sure."
    }
    if results.contains(where: \.deviates) { words += " *: shows wrong rows, see below." }
    return Flow(width: width).lines(of: words).map { style($0, .aside) }
  }

  /// What each section comes to, in a few sentences.
  private var summary: [String] {
    let conclusions = sections.map { (title: $0.title, sentences: $0.conclusion) }
    let paragraphs = conclusions.filter { !$0.sentences.isEmpty }.flatMap { conclusion in
      [conclusion.title]
        + conclusion.sentences.flatMap { Flow(width: width - 2, hanging: 2).lines(of: $0) }
        .map { "  " + $0 }
    }
    guard !paragraphs.isEmpty else { return [style("Nothing was measured.", .warning)] }
    let heading =
      report.record.status == .complete
      ? style("Summary", .heading) : style("Summary of an unfinished run", .warning)
    return [heading] + paragraphs
  }
}
