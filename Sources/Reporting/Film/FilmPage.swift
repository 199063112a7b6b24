import Conformance
import Foundation
import ListLayout

/// A page that plays films side by side: one HTML file that needs no network and no other file.
///
/// Its style and script are text of this package and not resources: a program stays one file.
public struct FilmPage {
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
  public init(
    films: [Film], subject: String, command: [String], rate: Int, width: LayoutUnit
  ) {
    self.films = films
    self.subject = subject
    self.command = command
    self.rate = rate
    self.width = width
  }

  /// The page as text. Throws what encoding its data throws.
  public func html() throws -> String {
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
