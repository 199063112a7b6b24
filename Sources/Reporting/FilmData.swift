import Conformance
import ListLayout

/// Films as the script of a page reads them: JSON of whole numbers, lengths in 1/64 pt.
///
/// Most of a film is the same from frame to frame, so only what changes is written.
package struct FilmData: Encodable {
  /// Frames in a second.
  let rate: Int
  /// The list's width.
  let width: Int64
  /// What happened beside scrolling: at which frame, in words.
  let events: [Event]
  let films: [Track]

  struct Event: Encodable {
    let frame: Int
    let words: String
    /// The row that came or went; nil for other events.
    var row: Int?
    /// 1 when it came, -1 when it went: what later rows' numbers change by.
    var shift: Int?
  }

  package struct Track: Encodable {
    let name: String
    let topology: String
    let isWindow: Bool
    /// The number of frames.
    package let frames: Int
    /// Nanoseconds of each frame; empty when they were not measured.
    let cost: [UInt64]
    /// Content offsets: the first one, then differences.
    package let offset: [Int64]
    /// The reference's places in the list: the first one, then differences.
    package let expected: [Int64]
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
    name = film.name
    topology = film.card.topology.rawValue
    isWindow = film.card.contentSpace == .window
    frames = all.count
    cost = film.costs
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
  /// The first number, then how much each is more than the one before it.
  fileprivate var differences: [Int64] { zip(self, [0] + self).map { $0 - $1 } }

  /// The places where another number begins, each followed by the number.
  fileprivate var changes: [Int64] {
    var last: Int64 = 0
    var changes: [Int64] = []
    for (index, number) in enumerated() where number != last {
      changes += [Int64(index), number]
      last = number
    }
    return changes
  }
}

extension Film {
  /// What the page calls it: `triple-copy, published`.
  var name: String { "\(card.id), \(mode.rawValue)" }
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
    }
  }
}
