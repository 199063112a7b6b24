import Conformance
import Measuring

/// The figures of films as a table of a page; it stands there without a script too.
struct FilmTable {
  private struct Column: Sendable {
    let title: String
    let figure: @Sendable (Film, Film.Summary) -> String
  }

  private static let columns = [
    Column(title: "jumps") { Quantity.count($1.jumps) },
    Column(title: "longest") { "\($1.largestJump.rounded) pt" },
    Column(title: "frames held") { Quantity.count($1.heldFrames) },
    Column(title: "motion lost") { "\($1.lost.rounded) pt" },
    Column(title: "frames with a blank") { Quantity.count($1.blankFrames) },
    Column(title: "frames off their place") { Quantity.count($1.displacedFrames) },
    Column(title: "offset set back unseen") { Quantity.count($1.corrections) },
    Column(title: "frames laid out over twice") { Quantity.count($1.framesOverTwoPasses) },
    Column(title: "views made") { Quantity.count($1.views) },
    Column(title: "views bound to a row") { Quantity.count($1.bindings) },
    Column(title: "median frame") { film, _ in time(film.motionCosts, at: 0.5) },
    Column(title: "slowest frame") { film, _ in time(film.motionCosts, at: 1) },
    Column(title: "frames over 8.33 ms") { $0.costs.isEmpty ? "?" : Quantity.count($1.lateFrames) },
  ]

  /// The table of these films.
  static func html(_ films: [Film]) -> String {
    let titles = columns.map { #"<th scope="col">\#($0.title)</th>"# }.joined()
    let rows = films.map { film in
      let summary = film.summary
      let figures = columns.map { "<td>\($0.figure(film, summary))</td>" }.joined()
      return #"<tr><th scope="row">\#(HTML.escaped(film.name))</th>\#(figures)</tr>"#
    }
    return """
      <table><caption>The whole film in figures</caption>
      <thead><tr><th scope="col">technique</th>\(titles)</tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody></table>
      """
  }

  private static func time(_ costs: [UInt64], at part: Double) -> String {
    guard !costs.isEmpty else { return "?" }
    let place = Int((Double(costs.count - 1) * part).rounded())
    return Quantity.time(nanoseconds: Double(costs.sorted()[place]))
  }
}

extension Film {
  /// The times of all frames but the first screen, which builds the list.
  fileprivate var motionCosts: [UInt64] { Array(costs.dropFirst()) }
}
