import Testing

@testable import claims

/// Words as `scripts/quote-hashes` compares them.
private func words(_ text: String) -> [String] {
  var words = [""]
  for scalar in text.lowercased().unicodeScalars {
    let isWordLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    if scalar.properties.isWhitespace { words.append("") }
    guard isWordLetter else { continue }
    // Chinese and Japanese have no spaces between words: each letter is one.
    if scalar.value >= 0x3000 {
      words += [String(scalar), ""]
    } else {
      words[words.count - 1].unicodeScalars.append(scalar)
    }
  }
  return words.filter { !$0.isEmpty }
}

private func fnv1a(_ text: String) -> UInt32 {
  text.utf8.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x100_0193 }
}

/// The runs of five words of a quotation that are not in the table at its place; a part between two
/// ellipses that is shorter than a run counts as a run.
private func unknownRuns(_ quotation: String, at place: String) -> [String] {
  var known: Set<UInt32> = []
  var current = ""
  for line in QuoteHashes.table.split(separator: "\n") {
    if line.contains(":") {
      current = String(line)
    } else if current == place {
      known.formUnion(line.split(separator: " ").compactMap { UInt32($0, radix: 16) })
    }
  }
  let parts = quotation.split(separator: "[...]").map { words(String($0)) }
  let runs = parts.flatMap { part in
    (0...max(0, part.count - 5)).map { part[$0..<min(part.count, $0 + 5)].joined(separator: " ") }
  }
  return runs.filter { !known.contains(fnv1a($0)) }
}

@Suite("What is quoted")
struct QuotationTests {
  @Test("stands in its post, word for word")
  func quotations() {
    let quoted =
      Claim.all.map { ($0.id, $0.post, $0.sentence) }
      + UnmeasuredSentence.all.map { ("unmeasured", $0.post, $0.source) }
    for (id, post, sentence) in quoted {
      #expect(sentence.place.hasPrefix(post.file + ":"), "\(id)")
      #expect(unknownRuns(sentence.original, at: sentence.place).isEmpty, "\(id)")
    }
  }

  @Test("is found out when a word is changed, left out or added")
  func changes() throws {
    for claim in Claim.all {
      let (text, place) = (claim.sentence.original, claim.sentence.place)
      // A letter is a word in Japanese: one more is a change of the same kind.
      #expect(!unknownRuns("Never " + text, at: place).isEmpty, "\(claim.id)")
      #expect(!unknownRuns(text + " never", at: place).isEmpty, "\(claim.id)")
      let words = text.split(separator: " ")
      guard words.count > 10 else { continue }
      for index in words.indices.dropFirst().dropLast() where !words[index].hasPrefix("[") {
        var changed = words
        changed[index] = "never"
        #expect(!unknownRuns(changed.joined(separator: " "), at: place).isEmpty, "\(claim.id)")
      }
    }
  }

  @Test("is compared by its letters and digits, in lower case")
  func normalisation() {
    let text = "The  months\u{2019} worth, (UIView)\n3.5 //"
    #expect(words(text) == ["the", "months", "worth", "uiview", "35"])
    #expect(words("UITableの高さ。") == ["uitable", "の", "高", "さ"])
    #expect(fnv1a("") == 0x811c_9dc5 && fnv1a("a") == 0xe40c_292c)
  }
}
