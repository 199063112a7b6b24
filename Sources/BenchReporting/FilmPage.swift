import BenchBasics
import BenchRuns
import Conformance
import ListLayout

extension [Film] {
  package func page(
    subject: String, command: [String], rate: Int, width: LayoutUnit
  ) throws -> String {
    let events = (first?.gestures ?? []).enumerated().compactMap { index, gesture in
      gesture.text.map { text -> JSONObject in ["frame": index + 1, "text": text] }
    }
    let data: JSONObject = [
      "rate": rate, "width": width.rawValue, "events": events, "films": map(FilmTrack.init),
    ]
    let body = HTML.filled(
      PackageResources.film_html,
      [
        "HEADLINE": HTML.escaped(headline), "SUBJECT": HTML.escaped(subject),
        "COMMAND": HTML.escaped(ShellCommand.text(of: command)),
        "FIGURES": enumerated().map { $1.figure($0) }.joined(separator: "\n"), "TABLE": table,
        "DATA": try HTML.script(data),
      ])
    return HTML.page(
      title: headline, style: PackageResources.film_css, body: body,
      script: [
        PackageResources.film_decoding_js, PackageResources.film_drawing_js,
        PackageResources.film_timeline_js, PackageResources.film_playing_js,
      ])
  }

  private var headline: String {
    enumerated().map { index, film in
      let isSame = index > 0 && self[index - 1].descriptor.id == film.descriptor.id
      return (isSame ? film.modes : "\(film.descriptor.id) (\(film.modes))") + " " + film.outcome
    }.joined(separator: "; ") + "."
  }

  private var table: String {
    let totals = map(\.totals)
    let rows = (totals.first ?? []).indices.map { line in
      ([totals[0][line].title] + totals.map { $0[line].text }).map { Table.Cell($0) }
    }
    return Table(["total"] + map(\.name), rows: rows).html(
      name: "Totals of the film", style: "totals")
  }
}

extension Film {
  fileprivate func figure(_ index: Int) -> String {
    """
    <figure>
    <figcaption id="name-\(index)"><strong>\(HTML.escaped(descriptor.id))</strong>
    <span class="mode">\(modes)</span>
    <span class="outcome">\(HTML.escaped(outcome))</span></figcaption>
    <canvas id="phone-\(index)" role="img" aria-labelledby="name-\(index) state-\(index)"></canvas>
    <canvas id="cost-\(index)" role="img" aria-label="Cost of each frame and the deadline"></canvas>
    <p class="state" id="state-\(index)"></p>
    </figure>
    """
  }

  var outcome: String {
    let summary = summary
    var parts: [String] = summary.isExact ? ["shows every row at the right position"] : []
    func add(_ count: Int, _ text: (String) -> String) {
      guard count > 0 else { return }
      parts.append(text(count == 1 ? "1 frame" : "\(Quantity.count(count)) frames"))
    }
    let times = summary.jumps == 1 ? "once, by" : "\(summary.jumps) times, by up to"
    add(summary.jumps) { _ in "jumps \(times) \(summary.largestJump.rounded) pt" }
    add(summary.heldFrames) {
      "does not move in \($0) and loses \(summary.lost.rounded) pt of motion"
    }
    add(summary.blankFrames) { "is partly blank in \($0)" }
    if parts.isEmpty {
      add(summary.displacedFrames) { "shows rows at the wrong position in \($0)" }
    }
    add(summary.sidewaysFrames) { "has rows displaced sideways in \($0)" }
    add(summary.framesOverTwoPasses) { "needs more than two layout passes in \($0)" }
    add(lateFrames) { "misses the deadline of \($0)" }
    return parts.listed("and")
  }

  /// The cost of each frame in nanoseconds, based on the default costs; 0 for the first screen.
  fileprivate var costs: [Int64] {
    [0]
      + frames.dropFirst().map {
        FrameCosts().nanoseconds(of: FrameWork(phase: .scroll, work: $0.work))
      }
  }

  private var lateFrames: Int { costs.count { FrameCosts().refreshes($0) > 1 } }

  fileprivate var modes: String {
    ([mode] + (otherMode.map { [$0] } ?? [])).map(\.rawValue).joined(separator: " and ")
  }

  fileprivate var name: String { "\(descriptor.id), \(modes)" }

  fileprivate var totals: [(title: String, text: String)] {
    let (summary, count) = (summary, Quantity.count)
    return [
      ("rough frames", count(summary.roughFrames)),
      ("jumps", count(summary.jumps)), ("longest", "\(summary.largestJump.rounded) pt"),
      ("frames held", count(summary.heldFrames)), ("motion lost", "\(summary.lost.rounded) pt"),
      ("frames partly blank", count(summary.blankFrames)),
      ("frames displaced", count(summary.displacedFrames)),
      ("invisible offset corrections", count(summary.corrections)),
      ("frames with more than two layout passes", count(summary.framesOverTwoPasses)),
      ("views created", count(summary.views)), ("views bound to a row", count(summary.bindings)),
      ("worst frame", Quantity.time(nanoseconds: Double(costs.max() ?? 0), digits: 2)),
      ("late frames", count(lateFrames)),
    ]
  }
}

extension LayoutUnit {
  fileprivate var rounded: String {
    let whole = Int((rawValue + Self.perPoint / 2) / Self.perPoint)
    return whole == 0 && rawValue > 0 ? "<1" : Quantity.count(whole)
  }
}

/// A film's data as read by the page's script. Lengths are in units of 1/64 pt. To keep the data small,
/// only changes between frames are stored.
package struct FilmTrack: Encodable {
  let name, topology: String
  let isWindow: Bool
  package let frames: Int
  let cost: [Int64]
  /// The content offsets of the strategy and of the reference. The first element is the initial offset; the
  /// others are the changes from frame to frame.
  package let offset, expected: [Int64]
  /// The history of each value that rarely changes, keyed by the value's name. Each change is stored as a
  /// frame number followed by the new value. The initial value is 0.
  package let held: [String: [Int64]]
  /// Lists each frame in which views change, followed by the number of changes and the changes themselves.
  /// A change lists the view, its row, the row's identity, y and height, or only `-1 - view` if the view no
  /// longer shows a row.
  package let views: [Int64]
  /// The x coordinate of each changed view, in the order of `views`; empty if all of them are 0.
  package let x: [Int64]

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
      "listHeight": changes(\.listHeight.rawValue), "deviation": changes(\.deviation.lead.rawValue),
      "slip": changes(\.motionError.rawValue), "isHeld": changes { $0.isHeld ? 1 : 0 },
      "correction": changes(\.correction.rawValue), "blank": changes(\.deviation.blank.rawValue),
      "passes": changes { Int64($0.work[.layoutPasses]) },
      "bindings": changes { Int64($0.work[.viewsConfigured]) },
    ]
    (views, x) = Self.changes(all.map(\.views))
  }

  private static func changes(_ frames: [[Film.View]]) -> (views: [Int64], x: [Int64]) {
    var (packed, x) = ([Int64](), [Int64]())
    var bound: [Int: Film.View] = [:]
    for (frame, views) in frames.enumerated() {
      let now = Dictionary(views.map { ($0.id, $0) }) { first, _ in first }
      let changed = views.filter { bound[$0.id] != $0 }
      let entries =
        changed.map {
          [Int64($0.id), Int64($0.row), Int64($0.identity), $0.y.rawValue, $0.height.rawValue]
        } + bound.keys.sorted().filter { now[$0] == nil }.map { [Int64(-1 - $0)] }
      if !entries.isEmpty { packed += [Int64(frame), Int64(entries.count)] + entries.joined() }
      x += changed.map(\.x.rawValue)
      bound = now
    }
    return (packed, x.contains { $0 != 0 } ? x : [])
  }
}

extension [Int64] {
  fileprivate var differences: [Int64] { zip(self, [0] + self).map { $0 - $1 } }

  /// The index and value of each number that differs from its predecessor.
  fileprivate var changes: [Int64] {
    zip(indices, zip(self, [0] + self)).flatMap { $1.0 == $1.1 ? [] : [Int64($0), $1.0] }
  }
}

extension Gesture {
  fileprivate var text: String? {
    func name(_ row: Int) -> String { "row \(Quantity.count(row))" }
    return switch self {
    case .scroll: nil
    case .settle: "the gesture ends"
    case .jump(let row): "jump to \(name(row))"
    case .resize(let row, let height): "the height of \(name(row)) becomes \(height) pt"
    case .insert(let row, let height): "a row \(height) pt high is inserted before \(name(row))"
    case .delete(let row): "\(name(row)) is deleted"
    case .viewport(let height): "the viewport's height becomes \(height) pt"
    case .move(let from, let to): "\(name(from)) moves to \(name(to))"
    case .width(let percent): "the list's width changes to \(percent) %"
    case .follow: "the list scrolls to its end"
    case .batch(let changes) where changes.count > 3: "\(Quantity.count(changes.count)) changes"
    case .batch(let changes): changes.compactMap(\.text).joined(separator: ", ")
    }
  }
}
