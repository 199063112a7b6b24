import Foundation
import Text

/// A moment, to the second, in UTC.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds since 1970 began in UTC.
  package let seconds: Int64

  /// The moment `seconds` after 1970 began in UTC.
  package init(seconds: Int64) { self.seconds = seconds }

  /// The present moment.
  package static func now() -> Timestamp {
    Timestamp(seconds: Int64(Date().timeIntervalSince1970.rounded(.down)))
  }

  /// The moment that ISO 8601 text names, such as `2026-03-01T10:15:00Z`; nil for any other text.
  package init?(iso8601 text: String) {
    guard let date = try? Date(text, strategy: .iso8601),
      let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down))
    else { return nil }
    self.seconds = seconds
  }

  /// Whether `left` comes first.
  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }

  /// The moment in ISO 8601: `2026-03-01T10:15:00Z`.
  package var iso8601: String { date.formatted(.iso8601) }

  /// The day in ISO 8601: `2026-03-01`.
  package var day: String { date.formatted(.iso8601.year().month().day()) }

  /// The moment in the ISO 8601 form without colons, for file names: `20260301T101500Z`.
  package var compact: String {
    date.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
  }

  private var date: Date { Date(timeIntervalSince1970: Double(seconds)) }
}

extension Timestamp: Codable {
  /// Reads ISO 8601 text.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let moment = Timestamp(iso8601: text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "found \(text.quoted), expected a time like 2026-03-01T10:15:00Z")
    }
    self = moment
  }

  /// Writes ISO 8601 text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso8601)
  }
}
