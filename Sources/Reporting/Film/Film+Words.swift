import Conformance
import ListLayout

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
    return parts.listed
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

extension [String] {
  /// `a`, `a and b`, `a, b and c`.
  fileprivate var listed: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
