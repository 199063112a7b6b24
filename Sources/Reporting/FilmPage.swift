import Basics
import Conformance
import ListLayout

extension [Film] {
  /// A page that plays films side by side; the subject is a sentence, the rate in frames a second.
  package func page(
    subject: String, command: [String], rate: Int, width: LayoutUnit
  ) throws -> String {
    let data = try FilmData(self, rate: rate, width: width).json(isDocument: false)
    let body = HTML.filled(
      PackageResources.film_html,
      [
        "HEADLINE": HTML.escaped(headline), "SUBJECT": HTML.escaped(subject),
        "COMMAND": HTML.escaped(ShellCommand.text(of: command)),
        "FIGURES": enumerated().map { $1.figure($0) }.joined(separator: "\n"), "TABLE": table,
        // Nothing in the data can end the script that holds it.
        "DATA": data.replacing("<", with: "\\u003c"),
      ])
    return HTML.page(
      title: headline, style: PackageResources.film_css, body: body,
      script: [
        PackageResources.film_decoding_js, PackageResources.film_wording_js,
        PackageResources.film_drawing_js, PackageResources.film_timeline_js,
        PackageResources.film_playing_js,
      ])
  }

  private var headline: String {
    enumerated().map { index, film in
      let isSame = index > 0 && self[index - 1].descriptor.id == film.descriptor.id
      return (isSame ? film.mode.rawValue : "\(film.descriptor.id) (\(film.mode.rawValue))")
        + " " + film.outcome
    }.joined(separator: "; ") + "."
  }

  /// The films in figures; they stand on the page without a script too.
  private var table: String {
    let titles = (first?.figures ?? []).map { #"<th scope="col">\#($0.title)</th>"# }.joined()
    let lines = map { film in
      #"<tr><th scope="row">\#(HTML.escaped(film.name))</th>"#
        + film.figures.map { "<td>\($0.text)</td>" }.joined() + "</tr>"
    }
    return """
      <table><caption>The whole film in figures</caption>
      <thead><tr><th scope="col">technique</th>\(titles)</tr></thead>
      <tbody>\(lines.joined(separator: "\n"))</tbody></table>
      """
  }
}

extension Film {
  fileprivate func figure(_ index: Int) -> String {
    """
    <figure>
    <figcaption id="name-\(index)"><strong>\(HTML.escaped(descriptor.id))</strong>
    <span class="mode">\(mode.rawValue)</span>
    <span class="outcome">\(HTML.escaped(outcome))</span></figcaption>
    <canvas id="phone-\(index)" role="img" aria-labelledby="name-\(index) state-\(index)"></canvas>
    <p class="state" id="state-\(index)"></p>
    </figure>
    """
  }

  /// What the content did, as the end of a sentence that begins with the strategy's name.
  var outcome: String {
    let summary = summary
    var parts: [String] = summary.isExact ? ["shows every row in its place"] : []
    func add(_ count: Int, _ words: (String) -> String) {
      guard count > 0 else { return }
      parts.append(words(count == 1 ? "1 frame" : "\(Quantity.count(count)) frames"))
    }
    let times = summary.jumps == 1 ? "once, by" : "\(summary.jumps) times, by up to"
    add(summary.jumps) { _ in "jumps \(times) \(summary.largestJump.rounded) pt" }
    add(summary.heldFrames) { "stands still in \($0) and loses \(summary.lost.rounded) pt" }
    add(summary.blankFrames) { "leaves a blank in \($0)" }
    if parts.isEmpty { add(summary.displacedFrames) { "is off its place in \($0)" } }
    add(summary.sidewaysFrames) { "has rows beside their places in \($0)" }
    add(summary.framesOverTwoPasses) { "lays out \($0) more than twice" }
    add(summary.lateFrames) { "is late in \($0)" }
    return parts.listed("and")
  }

  /// What the page calls it: `triple-copy, published`.
  fileprivate var name: String { "\(descriptor.id), \(mode.rawValue)" }

  fileprivate var figures: [(title: String, text: String)] {
    let (summary, count) = (summary, Quantity.count)
    // Of all frames but the first screen, which builds the list.
    let sorted = costs.dropFirst().sorted()
    func time(_ part: Double) -> String {
      guard let most = sorted.indices.last else { return "?" }
      return Quantity.time(nanoseconds: Double(sorted[Int((Double(most) * part).rounded())]))
    }
    return [
      ("jumps", count(summary.jumps)), ("longest", "\(summary.largestJump.rounded) pt"),
      ("frames held", count(summary.heldFrames)), ("motion lost", "\(summary.lost.rounded) pt"),
      ("frames with a blank", count(summary.blankFrames)),
      ("frames off their place", count(summary.displacedFrames)),
      ("offset set back unseen", count(summary.corrections)),
      ("frames laid out over twice", count(summary.framesOverTwoPasses)),
      ("views made", count(summary.views)), ("views bound to a row", count(summary.bindings)),
      ("median frame", time(0.5)), ("slowest frame", time(1)),
      ("frames over 8.33 ms", costs.isEmpty ? "?" : count(summary.lateFrames)),
    ]
  }
}

extension LayoutUnit {
  /// Points to the nearest whole number, but `<1` for less than half of one: `1,234`.
  fileprivate var rounded: String {
    let whole = Int((rawValue + Self.perPoint / 2) / Self.perPoint)
    return whole == 0 && rawValue > 0 ? "<1" : Quantity.count(whole)
  }
}

/// Films as the script of a page reads them: whole numbers, lengths in 1/64 pt, and only what changes.
package struct FilmData: Encodable {
  let rate: Int
  let width: Int64
  /// What happened beside scrolling.
  let events: [Event]
  let films: [Track]

  struct Event: Encodable {
    let frame: Int
    let words: String
    /// The row that came or went, and what later rows' numbers change by; nil for other events.
    var row, shift: Int?
  }

  package struct Track: Encodable {
    let name, topology: String
    let isWindow: Bool
    package let frames: Int
    /// Nanoseconds of each frame; empty when they were not measured.
    let cost: [UInt64]
    /// Content offsets, and the reference's places in the list: the first one, then differences.
    package let offset, expected: [Int64]
    /// Numbers that seldom change, as pairs: from this frame on this value. 0 before the first.
    package let held: [String: [Int64]]
    /// Changes of views: frame, number of changes, and each change: a view with its row, y and
    /// height, or `-1 - view` when it is bound no more.
    package let views: [Int64]
  }

  package init(_ films: [Film], rate: Int, width: LayoutUnit) {
    self.rate = rate
    self.width = width.rawValue
    self.films = films.map(Track.init)
    events = (films.first?.gestures ?? []).enumerated().compactMap { index, gesture in
      guard let words = gesture.words else { return nil }
      var event = Event(frame: index + 1, words: words)
      if case .insert(let row, _) = gesture { (event.row, event.shift) = (row, 1) }
      if case .delete(let row) = gesture { (event.row, event.shift) = (row, -1) }
      return event
    }
  }
}

extension FilmData.Track {
  package init(_ film: Film) {
    let all = film.frames
    (name, topology) = (film.name, film.descriptor.topology.rawValue)
    isWindow = film.descriptor.contentSpace == .window
    (frames, cost) = (all.count, film.costs)
    offset = all.map(\.contentOffset.rawValue).differences
    expected = all.map(\.expectedTop.rawValue).differences
    func changes(_ number: (Film.Frame) -> Int64) -> [Int64] { all.map(number).changes }
    held = [
      "viewport": changes(\.viewport.rawValue), "windowTop": changes(\.windowTop.rawValue),
      "windowHeight": changes(\.windowHeight.rawValue),
      "listHeight": changes(\.listHeight.rawValue),
      "deviation": changes(\.deviation.lead.rawValue), "slip": changes(\.deviation.slip.rawValue),
      "isHeld": changes { $0.isHeld ? 1 : 0 }, "correction": changes(\.correction.rawValue),
      "blank": changes(\.deviation.blank.rawValue),
      "passes": changes { Int64($0.work[.layoutPasses]) },
      "bindings": changes { Int64($0.work[.viewsConfigured]) },
    ]
    views = Self.changes(all.map(\.views))
  }

  private static func changes(_ frames: [[Film.View]]) -> [Int64] {
    var packed: [Int64] = []
    var bound: [Int: Film.View] = [:]
    for (frame, views) in frames.enumerated() {
      let now = Dictionary(views.map { ($0.id, $0) }) { first, _ in first }
      let entries =
        views.filter { bound[$0.id] != $0 }.map {
          [Int64($0.id), Int64($0.row), $0.y.rawValue, $0.height.rawValue]
        } + bound.keys.sorted().filter { now[$0] == nil }.map { [Int64(-1 - $0)] }
      if !entries.isEmpty { packed += [Int64(frame), Int64(entries.count)] + entries.joined() }
      bound = now
    }
    return packed
  }
}

extension [Int64] {
  fileprivate var differences: [Int64] { zip(self, [0] + self).map { $0 - $1 } }

  /// The places where another number begins, each followed by the number.
  fileprivate var changes: [Int64] {
    zip(indices, zip(self, [0] + self)).flatMap { $1.0 == $1.1 ? [] : [Int64($0), $1.0] }
  }
}

extension Gesture {
  /// What happens, as a few words; nil for a movement.
  fileprivate var words: String? {
    switch self {
    case .scroll: nil
    case .settle: "the gesture is over"
    case .jump(let row): "jump to row \(Quantity.count(row))"
    case .resize(let row, let height): "row \(Quantity.count(row)) becomes \(height) pt high"
    case .insert(let row, let height):
      "a row of \(height) pt comes in before row \(Quantity.count(row))"
    case .delete(let row): "row \(Quantity.count(row)) goes"
    case .viewport(let height): "the screen becomes \(height) pt high"
    case .move(let from, let to):
      "row \(Quantity.count(from)) moves to row \(Quantity.count(to))"
    case .width(let percent): "the list becomes \(percent) % as wide"
    case .follow: "the list goes to its end"
    case .batch(let changes): changes.compactMap(\.words).joined(separator: ", ")
    }
  }
}
