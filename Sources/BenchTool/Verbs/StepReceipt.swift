import Foundation

/// What `step` prints, and `footprint` reads.
struct StepReceipt: Codable, Equatable {
  let steps: Int
  let checksum: String
  let peakBytes: Int?

  enum CodingKeys: String, CodingKey {
    case steps, checksum
    case peakBytes = "peak_rss_bytes"
  }

  /// A line for each.
  var text: String {
    "steps \(steps)\nchecksum \(checksum)\n"
      + (peakBytes.map { "peak_rss_bytes \($0)\n" } ?? "")
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
