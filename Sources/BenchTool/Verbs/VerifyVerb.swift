import Conformance
import ListLayout
import Recording
import Replaying
import Reporting

/// `bench verify`: every strategy against the reference, with the bound that it must keep.
struct VerifyVerb {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    var entries: [VerifiedEntry] = []
    var failures: [String] = []
    Interruption.listen()
    for contender in tool.strategies(named: arguments[Options.strategies]) {
      for mode in arguments[Options.modes] where contender.card.modes.contains(mode) {
        guard !contender.card.isFloor else { continue }
        if Interruption.isAsked { return .interrupted }
        let result = Verification.run(
          contender, mode: mode, gestures: arguments[Options.gestureCount],
          seed: arguments[Options.seed])
        entries.append(VerifiedEntry(result))
        if let failure = result.failure {
          failures.append("\(contender.card.id) (\(mode.rawValue)): \(failure)")
        }
      }
    }
    let table = VerifyTable(entries)
    if arguments[Options.json] {
      Terminal.print(try table.json())
    } else {
      let terminal = Terminal.current
      let style = Style(useColour: terminal.usesColour)
      Terminal.print(table.text(width: terminal.width, style: style))
    }
    for failure in failures { Terminal.note("\n\(failure)\n") }
    return table.isKept && failures.isEmpty ? .success : .regression
  }
}

extension VerifiedEntry {
  /// One strategy's result over all scenarios.
  fileprivate init(_ verification: Verification) {
    let deviation = verification.deviation
    self.init(
      strategy: verification.card.id, mode: verification.mode.rawValue, frames: deviation.frames,
      verdict: deviation.isZero && verification.failure == nil ? .exact : .deviates)
    wrongRowFrames = deviation.wrongRowFrames
    deviationPtFrames = "\(LayoutUnit(rawValue: deviation.displacement))"
    stallFrames = deviation.stallFrames
    lostPt = "\(deviation.lost)"
    blankPtFrames = "\(LayoutUnit(rawValue: deviation.blank))"
    passesOver2 = deviation.framesOverTwoPasses
    bound = Self.bound(of: verification)
    held = verification.isHeld
  }

  /// The weakest bound of its scenarios, and where it is broken if it is.
  private static func bound(of verification: Verification) -> String {
    if let broken = verification.results.first(where: { !$0.isHeld }) {
      return "\(broken.bound.rawValue) (broken in \(broken.scenario))"
    }
    if let failure = verification.failure { return "law \(failure.law)" }
    let bounds = verification.results.map(\.bound)
    return (Bound.fromStrict.last { bounds.contains($0) } ?? .none).rawValue
  }
}

extension Bound {
  /// From the strictest to the weakest.
  fileprivate static let fromStrict: [Bound] = [.none, .work, .content, .motion, .reported]
}
