import Basics
import Foundation
import Measuring
import Reporting

/// A sentence of a post that can be true or false, how it is put to the test, and what decides, from
/// `claims.json`; how each is done stands in `Experiments/`.
struct Claim: Decodable, Sendable {
  let id: String
  /// The strategy that the sentence is about.
  let technique: String
  /// The post's number and the line, or the first and the last line: `003:131-132`.
  let at: String
  /// The post's words; "[...]" is for some that were left out.
  let words: String
  /// The same in English where the post is not.
  var translation: String?
  /// The sentence in a few words, for a table.
  let short: String
  /// What is run, in a line.
  let experiment: String
  /// The sentence is true in a place where all of them say yes.
  let rules: [Rule]
  /// The verdict under the first rules (results/CLAIMS.md of revision 57eb8f4).
  let first: String
  /// What the figures can say about the author's device and code, and what they cannot.
  let limits: String

  var spoken: String { translation.map { "\($0) (translated)" } ?? "“\(words)”" }
  var post: String { Self.posts[String(at.prefix(3))] ?? "?" }

  static let posts = [
    "000": "Infinitely scrolling tables (MealSchedule)",
    "001": "UITableView infinite scrolling in Swift (Japanese blog, 2016)",
    "002": "Infinite scrolling with reusable views iOS (2012)",
    "003": "Answer on RSDayFlow: infinite scrolling in both directions",
    "004": "UITableView Tricks, parts 1 and 2 (2012)",
  ]

  /// All claims, by technique.
  static var all: [Claim] { sentences.claims }
  /// What is wrong with each technique, in the order of tables.
  static var techniques: [Sentences.Technique] { sentences.techniques }
  /// A number for `claims.json` as it is: another one, and the rules are not those that were frozen.
  static var rulesHash: String {
    let digits = String(sentences.hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
  /// Sentences that sound like facts and are not measured: nothing here draws.
  static var notMeasured: [Sentences.Unmeasured] { sentences.notMeasured }

  struct Sentences: Decodable, Sendable {
    struct Unmeasured: Decodable, Sendable {
      let at, words, because: String
    }
    struct Technique: Decodable, Sendable {
      let id: String
      /// What the published code shows wrong, and what the corrected code still does.
      let published, corrected: String
    }
    let claims: [Claim]
    let techniques: [Technique]
    let notMeasured: [Unmeasured]
    var hash: UInt64 = 0

    enum CodingKeys: CodingKey { case claims, techniques, notMeasured }
  }

  private static let sentences: Sentences = {
    do {
      let path = Bundle.module.path(forResource: "claims", ofType: "json") ?? "claims.json"
      let data = try Data(contentsOf: URL(filePath: path))
      var sentences = try JSONDecoder().decode(Sentences.self, from: data)
      var hash = StableHash()
      for byte in data { hash.add(byte) }
      sentences.hash = hash.value
      return sentences
    } catch {
      fatalError("claims.json: \(error)")
    }
  }()
}

/// What turns a figure into yes or no.
struct Rule: Decodable, Sendable {
  enum Unit: String, Decodable {
    case nanoseconds, ratio, count, hours, points
  }

  /// Whether a sentence is true in one place; open where the figure's interval does not say.
  enum Answer: String {
    case yes, no, open

    /// As a verdict says it.
    var word: String { self == .yes ? "true" : self == .no ? "false" : "not decided" }
  }

  /// What is measured, as a title.
  let figure: String
  let unit: Unit
  /// From here on a sentence about much holds.
  var atLeast: Double?
  /// Up to here a sentence about little holds. One of the two is there.
  var atMost: Double?
  /// From here on, on the other side, it does not hold.
  let no: Double
  let because: String

  /// Whether the sentence is true where this was measured: the whole interval must say so. Of counts
  /// from several starts one start that breaks a limit is enough.
  func answer(to figure: Figure) -> Answer {
    guard let interval = figure.interval else { return .open }
    if let atLeast {
      return interval.low >= atLeast ? .yes : interval.high <= no ? .no : .open
    }
    let worst = figure.isExact ? interval.high : interval.low
    return interval.high <= atMost ?? 0 ? .yes : worst >= no ? .no : .open
  }

  /// The rule in words: `yes from 16.7 ms, no up to 8.33 ms`.
  var thresholds: String {
    if let atLeast { return "yes from \(text(of: atLeast)), no up to \(text(of: no))" }
    return "yes up to \(text(of: atMost ?? 0)), no from \(text(of: no))"
  }

  private func text(of value: Double) -> String {
    switch unit {
    case .nanoseconds: Quantity.time(nanoseconds: value)
    case .ratio: Quantity.ratio(value)
    case .count: Quantity.amount(value)
    case .hours: Quantity.amount(value) + " h"
    case .points: Quantity.amount(value) + " pt"
    }
  }

  /// `0`, or from the least to the greatest: `3 to 7`.
  private func text(of range: Interval) -> String {
    let (low, high) = (text(of: range.low), text(of: range.high))
    return low == high ? low : "\(low) to \(high)"
  }

  /// A figure with its unit, its interval unless it is exact, and what it rests on.
  func text(of figure: Figure) -> String {
    guard figure.value.isFinite else { return "-" }
    let value =
      switch (unit, figure.isExact) {
      case (.nanoseconds, false):
        Quantity.time(nanoseconds: figure.value, interval: figure.interval)
      case (.ratio, false): Quantity.ratio(figure.value, interval: figure.interval)
      default: figure.interval.map(text(of:)) ?? text(of: figure.value)
      }
    return figure.basis.isEmpty ? value : "\(value) \(figure.basis)"
  }
}

/// A number in the unit of its rule, with what is known about its error.
struct Figure: Sendable {
  let value: Double
  /// Where the true value lies; nil when too little was measured to say.
  let interval: Interval?
  /// What it rests on: `of 38 flings` where the number is a part of these, else `over 174 rounds`.
  let basis: String
  /// Whether it is a count without error, the same on every machine.
  var isExact = false

  static let none = Figure(value: .nan, interval: nil, basis: "")

  /// What was counted from several starts, `basis` what each count rests on: `of 38 flings`.
  static func range(_ values: [Double], _ basis: String = "") -> Figure {
    guard let low = values.min(), let high = values.max() else { return .none }
    return Figure(value: high, interval: Interval(low, high), basis: basis, isExact: true)
  }

  static func range(_ values: [Int], _ basis: String = "") -> Figure {
    range(values.map { Double($0) }, basis)
  }

  /// How many times as long as another figure's time this one's takes, less a number, by the ends of both
  /// intervals, as the times were not taken in the same rounds.
  func divided(by other: Figure, less number: Double = 0) -> Figure {
    guard other.value > 0 else { return .none }
    var ends: Interval?
    if let mine = interval, let its = other.interval, its.low > 0 {
      ends = Interval(mine.low / its.high - number, mine.high / its.low - number)
    }
    return Figure(value: value / other.value - number, interval: ends, basis: basis)
  }
}
