import Basics
import Foundation
import Reporting

/// A claim from `claims.json`: a sentence of a blog post, and the rules that decide whether it is true. The
/// experiment that tests a claim has the claim's ID; its source is in the folder `Experiments/`.
struct Claim: Decodable, Sendable {
  let id: String
  /// The ID of the strategy that the quoted sentence is about.
  let technique: String
  /// The source of the sentence, as the number of the post and the lines in it, such as `003:131-132`.
  let at: String
  /// The quoted words of the post; "[...]" marks an omission.
  let words: String
  /// The English translation of the quotation if the post is in another language.
  var translation: String?
  /// The claim in a few words, for a table.
  let short: String
  /// A description of the experiment in one line.
  let experiment: String
  /// The rules of the claim. The claim is true under a condition, such as a number of rows, if all rules
  /// answer yes.
  let rules: [Rule]
  /// The verdict on the claim according to the first version of the rules (results/CLAIMS.md of revision
  /// 57eb8f4).
  let first: String
  /// The limits of what the experiment shows, for example because the author's device or code is unknown.
  let limits: String

  var quotation: String { translation.map { "\($0) (translated)" } ?? "“\(words)”" }
  var post: String { Self.posts[String(at.prefix(3))] ?? "?" }

  static let posts = [
    "000": "Infinitely scrolling tables (MealSchedule)",
    "001": "UITableView infinite scrolling in Swift (Japanese blog, 2016)",
    "002": "Infinite scrolling with reusable views iOS (2012)",
    "003": "Answer on RSDayFlow: infinite scrolling in both directions",
    "004": "UITableView Tricks, parts 1 and 2 (2012)",
  ]
}

/// The contents of `claims.json`.
struct ClaimsFile: Decodable, Sendable {
  struct Technique: Decodable, Sendable {
    let id: String
    /// A defect of the technique's published code, and a limit of its corrected code.
    let published, corrected: String
  }

  struct Unmeasured: Decodable, Sendable {
    let at, words, because: String
  }

  /// The claims, grouped by technique.
  let claims: [Claim]
  /// The techniques, in the order in which tables list them.
  let techniques: [Technique]
  /// Sentences of the posts that sound like facts, but that cannot be tested by measurements in a program
  /// that draws nothing.
  let notMeasured: [Unmeasured]

  static let contents: ClaimsFile = {
    do {
      return try JSONDecoder().decode(ClaimsFile.self, from: data)
    } catch {
      fatalError("claims.json: \(error)")
    }
  }()

  /// The hash of claims.json, which changes whenever a rule changes.
  static let hash: String = {
    var hash = StableHash()
    for byte in data { hash.add(byte) }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }()

  /// The lines of the section "How to read it", which is part of every document with verdicts on claims.
  static let reading = String(decoding: resource("reading", "md"), as: UTF8.self)
    .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)

  private static let data = resource("claims", "json")

  private static func resource(_ name: String, _ type: String) -> Data {
    let path = Bundle.module.path(forResource: name, ofType: type) ?? "\(name).\(type)"
    do {
      return try Data(contentsOf: URL(filePath: path))
    } catch {
      fatalError("\(name).\(type): \(error)")
    }
  }
}
