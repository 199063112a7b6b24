import BenchReplaying
import BenchWorkloads
import Conformance
import ListLayout

/// The refresh rate, and the assumed costs of measuring rows and handling views. With a refresh period of T =
/// 1 s / `hz`, a frame of cost c takes max(1, ceil(c / T)) refreshes. During all but one of these refreshes,
/// the previous frame stays on screen; this delay is a hitch. Work on the next frame starts at the beginning
/// of a refresh period. This model follows Apple's tech talk 10855, "Explore UI animation hitches and the
/// render loop".
package struct FrameCosts: Hashable, Codable, Sendable {
  package var rowNs: Int64
  /// The cost of configuring a reused view. Creating a view costs another four times this amount, and moving
  /// a view costs a twentieth of it.
  package var viewNs: Int64
  package var hz: Int

  package init(rowNs: Int64 = 30_000, viewNs: Int64 = 100_000, hz: Int = framesPerSecond) {
    (self.rowNs, self.viewNs, self.hz) = (rowNs, viewNs, hz)
  }

  enum CodingKeys: String, CodingKey {
    case rowNs = "row_ns"
    case viewNs = "view_ns"
    case hz
  }

  package static let hzRange = 30...240
  package static let maxNs: Int64 = 1_000_000_000

  var isValid: Bool {
    Self.hzRange.contains(hz) && [rowNs, viewNs].allSatisfy((0...Self.maxNs).contains)
  }

  package func nanoseconds(of frame: FrameWork) -> Int64 {
    func cost(_ nanoseconds: Int64, _ work: Work) -> Int128 {
      Int128(nanoseconds) * Int128(frame.work[work])
    }
    return Int64(
      clamping: cost(rowNs, .heightsAsked) + cost(viewNs, .viewsConfigured)
        + cost(4 * viewNs, .viewsCreated) + cost(viewNs / 20, .viewsMoved))
  }

  /// Returns the highest row cost at which the frame is still on time, -1 if the cost of its views alone
  /// makes the frame late, or nil if the frame is on time at any row cost.
  func limit(of frame: FrameWork) -> Int64? {
    var free = self
    free.rowNs = 0
    let rest = 1_000_000_000 / Int64(hz) - free.nanoseconds(of: frame)
    let heights = Int64(frame.work[.heightsAsked])
    return rest < 0 ? -1 : heights > 0 ? rest / heights : nil
  }

  package func refreshes(_ nanoseconds: Int64) -> Int64 {
    // The period isn't always a whole number of nanoseconds, so multiply by the refresh rate instead of
    // dividing by the period.
    max(1, Int64((Int128(nanoseconds) * Int128(hz) + 999_999_999) / 1_000_000_000))
  }

  package func hitchNs(_ nanoseconds: Int64) -> Int64 {
    let periods = Int128(refreshes(nanoseconds) - 1)
    return Int64(clamping: (periods * 1_000_000_000 + Int128(hz / 2)) / Int128(hz))
  }
}
