import BenchStrategies
import Testing

@testable import BenchClaims

@Suite("claims.json")
struct ClaimTests {
  private let file = ClaimsFile.contents

  @Test("Every claim names a post, a technique and an experiment, and thresholds are in order")
  func contents() {
    let claims = file.claims
    #expect(Set(claims.map(\.post)) == Set(Claim.posts.values))
    let posts = StrategyRegistry.all.map(\.descriptor).filter { $0.group == .posts }.map(\.id)
    #expect(Set(claims.map(\.technique)) == Set(posts))
    #expect(file.techniques.map(\.id).sorted() == posts.sorted())
    let experiments = ClaimRunner(StrategyRegistry.all, seed: 1).experiments
    #expect(claims.map(\.id).sorted() == experiments.keys.sorted())
    for claim in claims {
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
}
