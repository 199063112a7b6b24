import Conformance
import Foundation
import ListLayout
import Measuring
import Text

/// A page that plays films side by side: one HTML file that needs no network and no other file.
///
/// Style and script are embedded at build time: a program stays one file.
package struct FilmPage {
  /// Films of the same gestures, one at least.
  let films: [Film]
  /// What was filmed, in a sentence.
  let subject: String
  /// The command that makes the page.
  let command: [String]
  /// Frames in a second.
  let rate: Int
  /// The list's width.
  let width: LayoutUnit

  /// A page; every property says what it means.
  package init(
    films: [Film], subject: String, command: [String], rate: Int, width: LayoutUnit
  ) {
    self.films = films
    self.subject = subject
    self.command = command
    self.rate = rate
    self.width = width
  }

  /// The page as text. Throws what encoding its data throws.
  package func html() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let data = try encoder.encode(FilmData(films, rate: rate, width: width))
    let headline = Film.headline(films)
    let body = HTML.filled(
      PackageResources.film_html,
      [
        "HEADLINE": HTML.escaped(headline),
        "SUBJECT": HTML.escaped(subject),
        "COMMAND": HTML.escaped(ShellCommand.text(of: command)),
        "FIGURES": films.indices.map(figure).joined(separator: "\n"),
        "TABLE": FilmTable.html(films),
        // Nothing in the data can end the script that holds it.
        "DATA": String(decoding: data, as: UTF8.self).replacing("<", with: "\\u003c"),
      ])
    return HTML.page(
      title: headline, style: PackageResources.film_css, body: body,
      script: [
        PackageResources.film_decoding_js, PackageResources.film_wording_js,
        PackageResources.film_drawing_js, PackageResources.film_timeline_js,
        PackageResources.film_playing_js,
      ])
  }

  private func figure(_ index: Int) -> String {
    let film = films[index]
    return """
      <figure>
      <figcaption id="name-\(index)"><strong>\(HTML.escaped(film.card.id))</strong>
      <span class="mode">\(film.mode.rawValue)</span>
      <span class="outcome">\(HTML.escaped(film.outcome))</span></figcaption>
      <canvas id="phone-\(index)" role="img" aria-labelledby="name-\(index) state-\(index)"></canvas>
      <p class="state" id="state-\(index)"></p>
      </figure>
      """
  }
}

/// What happened in films, as sentences.
extension Film {
  /// One sentence over several films: the page's title.
  package static func headline(_ films: [Film]) -> String {
    var clauses: [String] = []
    for (index, film) in films.enumerated() {
      let isSame = index > 0 && films[index - 1].card.id == film.card.id
      let name = isSame ? film.mode.rawValue : "\(film.card.id) (\(film.mode.rawValue))"
      clauses.append("\(name) \(film.outcome)")
    }
    return clauses.joined(separator: "; ") + "."
  }

  /// What the content did, as the end of a sentence that begins with the strategy's name.
  var outcome: String {
    let summary = summary
    var parts: [String] = summary.isExact ? ["shows every row in its place"] : []
    switch summary.jumps {
    case 0: break
    case 1: parts.append("jumps once, by \(summary.largestJump.rounded) pt")
    default:
      parts.append("jumps \(summary.jumps) times, by up to \(summary.largestJump.rounded) pt")
    }
    if summary.heldFrames > 0 {
      parts.append(
        "stands still in \(frameCount(summary.heldFrames)) and loses "
          + "\(summary.lost.rounded) pt")
    }
    if summary.blankFrames > 0 {
      parts.append("leaves a blank in \(frameCount(summary.blankFrames))")
    }
    if parts.isEmpty, summary.displacedFrames > 0 {
      parts.append("is off its place in \(frameCount(summary.displacedFrames))")
    }
    if summary.sidewaysFrames > 0 {
      parts.append("has rows beside their places in \(frameCount(summary.sidewaysFrames))")
    }
    if summary.framesOverTwoPasses > 0 {
      parts.append("lays out \(frameCount(summary.framesOverTwoPasses)) more than twice")
    }
    if summary.lateFrames > 0 { parts.append("is late in \(frameCount(summary.lateFrames))") }
    return parts.listed("and")
  }

  private func frameCount(_ count: Int) -> String {
    count == 1 ? "1 frame" : "\(Quantity.count(count)) frames"
  }
}

extension LayoutUnit {
  /// Points to the nearest whole number, but `<1` for less than half of one: `1,234`.
  var rounded: String {
    let whole = Int((rawValue + Self.perPoint / 2) / Self.perPoint)
    return whole == 0 && rawValue > 0 ? "<1" : Quantity.count(whole)
  }
}

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
