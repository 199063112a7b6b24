import BenchReplaying
import BenchStrategies
import Foundation
import Testing

@testable import BenchClaims

@Suite("claims.json")
struct ClaimTests {
  private let file = ClaimsFile.contents

  @Test(
    "Every claim names a post, a technique and an experiment, and its rules' thresholds are in order"
  )
  func contents() {
    let claims = file.claims
    #expect(Set(claims.map(\.id)).count == claims.count && claims.count <= 18)
    #expect(Set(claims.map(\.post)) == Set(Claim.posts.values))
    let posts = StrategyRegistry.all.map(\.descriptor).filter { $0.group == .posts }.map(\.id)
    #expect(Set(claims.map(\.technique)) == Set(posts))
    #expect(file.techniques.map(\.id).sorted() == posts.sorted())
    let experiments = ClaimRunner(StrategyRegistry.all, seed: 1).experiments
    #expect(claims.map(\.id).sorted() == experiments.keys.sorted())
    for claim in claims {
      let texts =
        [claim.words, claim.short, claim.experiment, claim.first, claim.limits]
        + claim.rules.map(\.because)
      #expect(texts.allSatisfy { !$0.isEmpty && $0.last != "." && $0.last != " " }, "\(claim.id)")
      #expect(!claim.rules.isEmpty, "\(claim.id)")
      for rule in claim.rules {
        #expect((rule.atLeast == nil) != (rule.atMost == nil), "\(claim.id): \(rule.quantity)")
        #expect(
          rule.atLeast.map { rule.no <= $0 } ?? true && rule.atMost.map { $0 <= rule.no } ?? true)
      }
    }
  }

  @Test("Every quotation matches a hash that scripts/quote-hashes computed from the post")
  func quotations() {
    func isKnown(_ words: String, at place: String) -> Bool {
      // This is the 64-bit FNV-1a hash.
      let hash: UInt64 = words.utf8.reduce(0xcbf2_9ce4_8422_2325) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      }
      let digits = "000000000000000" + String(hash, radix: 16)
      return QuoteHashes.table.contains("\(place) \(digits.suffix(16))")
    }
    let quotations =
      file.claims.map { ($0.words, $0.at) } + file.notJudged.map { ($0.words, $0.at) }
    for (words, place) in quotations {
      #expect(isKnown(words, at: place), "\(place)")
      #expect(!isKnown(words + ",", at: place))
    }
  }

  @Test(
    "The committed CLAIMS.md contains the current rules and a table with eleven rows and no long cells"
  )
  func document() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let text = try String(
      contentsOf: folder.appendingPathComponent("../../results/CLAIMS.md"), encoding: .utf8)
    #expect(text.contains("\n\(ClaimsFile.rulesLine)\n"))
    #expect(text.contains("\n" + ClaimsFile.reading.joined(separator: "\n") + "\n"))
    let table = try #require(text.components(separatedBy: "<!-- begin authors -->\n").last)
    let rows = table.components(separatedBy: "\n<!-- end authors -->")[0].split(separator: "\n")
    #expect(rows.count == 2 + 11)
    for cell in rows.flatMap({ $0.components(separatedBy: " | ") }) {
      #expect(cell.count <= 120, "\(cell)")
    }
  }
}
