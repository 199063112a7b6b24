import Testing

@testable import claims

@Suite("What is quoted")
struct QuotationTests {
  /// FNV-1a with 64 bits.
  private func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  private func isKnown(_ words: String, at place: String) -> Bool {
    let digits = "000000000000000" + String(hash(words), radix: 16)
    return QuoteHashes.table.contains("\(place) \(digits.suffix(16))")
  }

  @Test("is what stands in its post word for word, as scripts/quote-hashes has found")
  func quotations() {
    for claim in Claim.all {
      #expect(isKnown(claim.words, at: claim.at), "\(claim.id)")
      #expect(!isKnown(claim.words + ",", at: claim.at))
    }
    for sentence in Claim.notMeasured {
      #expect(isKnown(sentence.words, at: sentence.at), "\(sentence.at)")
    }
  }
}
