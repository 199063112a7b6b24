import BenchBasics
import BenchReporting
import Foundation

/// A sentence from a blog post, and the rules that decide whether it is true. A claim and its experiment
/// share the same ID.
struct Claim: Decodable, Sendable {
  let id: String
  let technique: String
  /// The post's number and the lines that contain the sentence, such as `003:131-132`.
  let at: String
  let words: String
  var translation: String?
  let short: String
  /// Whether the table of techniques includes this claim. The first claim about each technique is always
  /// included.
  var headline: Bool?
  let experiment: String
  let rules: [Rule]
  /// Verdict under the first version of the rules (results/CLAIMS.md in revision 57eb8f4).
  let first: String
  let limits: String

  var quotation: String { translation.map { "\($0) (translated)" } ?? "“\(words)”" }
  var post: String { Self.posts[String(at.prefix(3))] ?? "?" }
  /// Number of runs in which the experiment measures times, or 0 if it only counts events.
  var timedRuns: Int { ["fixed-math": 1, "relayout-slower": 2][id] ?? 0 }

  static let posts = [
    "000": "Infinitely scrolling tables (MealSchedule)",
    "001": "UITableView infinite scrolling in Swift (Japanese blog, 2016)",
    "002": "Infinite scrolling with reusable views iOS (2012)",
    "003": "Answer on RSDayFlow: infinite scrolling in both directions",
    "004": "UITableView Tricks, parts 1 and 2 (2012)",
  ]
}

/// A rule that compares a measured value with two thresholds. The answer is yes beyond one threshold and no
/// beyond the other. Between the thresholds, the answer is open.
struct Rule: Decodable, Sendable {
  enum Unit: String, Decodable {
    case nanoseconds, ratio, count, points
  }

  enum Answer: String {
    case yes, no, open

    var word: String { self == .yes ? "true" : self == .no ? "false" : "not decided" }
  }

  let quantity: String
  let unit: Unit
  /// The threshold for the answer "yes", which is either a minimum or a maximum. Exactly one of `atLeast`
  /// and `atMost` is set.
  var atLeast, atMost: Double?
  /// The threshold for the answer "no". This threshold is a maximum if `atLeast` is set, or a minimum if
  /// `atMost` is set.
  let no: Double
  let because: String

  enum CodingKeys: String, CodingKey {
    case quantity = "figure"
    case unit, atLeast, atMost, no, because
  }

  /// The answer is open unless the value's whole interval is beyond a threshold. If the value is a count and
  /// `atMost` is set, the answer is no as soon as the count of a single starting row reaches the threshold
  /// for "no".
  func answer(to value: MeasuredValue) -> Answer {
    guard let interval = value.interval else { return .open }
    if let atLeast {
      return interval.low >= atLeast ? .yes : interval.high <= no ? .no : .open
    }
    let worst = value.isExact ? interval.high : interval.low
    return interval.high <= atMost ?? 0 ? .yes : worst >= no ? .no : .open
  }

  var thresholds: String {
    let (yes, opposite) = atLeast == nil ? ("most", "least") : ("least", "most")
    return "yes if at \(yes) \(text(of: atLeast ?? atMost ?? 0)), "
      + "no if at \(opposite) \(text(of: no))"
  }

  private func text(of number: Double) -> String {
    switch unit {
    case .nanoseconds: Quantity.time(nanoseconds: number)
    case .ratio: Quantity.ratio(number)
    case .count: Quantity.amount(number)
    case .points: Quantity.amount(number) + " pt"
    }
  }

  func text(of value: MeasuredValue) -> String {
    guard value.number.isFinite else { return "-" }
    let (number, interval) = (value.number, value.interval)
    let result =
      switch (unit, value.isExact) {
      case (.nanoseconds, false): Quantity.time(nanoseconds: number, interval: interval)
      case (.ratio, false): Quantity.ratio(number, interval: interval)
      default: interval.map { $0.text(text) } ?? text(of: number)
      }
    return value.basis.isEmpty ? result : "\(result) \(value.basis)"
  }
}

struct ClaimsFile: Decodable, Sendable {
  struct Technique: Decodable, Sendable {
    let id: String
    let published, corrected: String
  }

  struct Unjudged: Decodable, Sendable {
    let at, words, because: String
  }

  let claims: [Claim]
  let techniques: [Technique]
  let notJudged: [Unjudged]

  static let contents: ClaimsFile = {
    do {
      return try JSONDecoder().decode(ClaimsFile.self, from: data)
    } catch {
      fatalError("claims.json: \(error)")
    }
  }()

  static let rulesLine: String = {
    var hash = StableHash()
    for byte in data { hash.add(byte) }
    return "Rules: claims.json, FNV-1a hash (64 bits) \(String(format: "%016llx", hash.value))."
  }()

  static let reading = String(decoding: resource("reading", "md"), as: UTF8.self)
    .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)

  private static let data = resource("claims", "json")

  private static func resource(_ name: String, _ type: String) -> Data {
    let path = Bundle.module.path(forResource: name, ofType: type) ?? "\(name).\(type)"
    guard let data = FileManager.default.contents(atPath: path) else { fatalError("no \(path)") }
    return data
  }
}
