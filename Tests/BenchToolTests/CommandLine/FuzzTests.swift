import Basics
import Measuring
import Testing

@testable import BenchTool

struct FuzzTests {
  private let table = CommandTable.sample

  @Test("any words give arguments, text or an error of one printable line", arguments: 1...8)
  func anyWords(seed: UInt64) {
    var random = SplitMix64(seed: seed, purpose: "command lines")
    var outcomes = (performed: 0, printed: 0, refused: 0)
    for _ in 0..<500 {
      let words = (0..<random.below(8)).map { _ in word(&random) }
      do {
        switch try table.parse(words, width: random.below(200)) {
        case .perform: outcomes.performed += 1
        case .print(let text):
          outcomes.printed += 1
          #expect(text.hasSuffix("\n"))
        }
      } catch {
        outcomes.refused += 1
        checkLine(error.message, words)
      }
    }
    // The words are chosen so that all three happen often.
    #expect(outcomes.performed > 5 && outcomes.printed > 5 && outcomes.refused > 50)
  }

  private func checkLine(_ message: String, _ words: [String]) {
    #expect(!message.isEmpty && message.count < 500, "\(words)")
    #expect(
      message.unicodeScalars.allSatisfy { $0.isPlain }, "\(words): \(message.debugDescription)")
  }

  private func word(_ random: inout SplitMix64) -> String {
    let verbs = table.verbs.map(\.name)
    let options = table.verbs.flatMap(\.namedOptions)
    let values = [
      "1k", "1M", "0", "-5", "844", "5s", "1%", "1/4", "5/4", "all", "fenwick", "chat", "fixed:44",
      "file:a,b", "both", "bash", "heights", "a.csv", "-", "--", "", "nan", "1e400", "0x10", ",",
      "18446744073709551616", "99999999999999999999999999999999999999h", "é", "\u{0}", "\n",
    ]
    let choice = random.below(20)
    switch choice {
    case 0..<3: return verbs[random.below(verbs.count)]
    case 3..<10:
      let spellings = options[random.below(options.count)].spellings
      let spelling = spellings[random.below(spellings.count)]
      return choice < 7 ? spelling : spelling + "=" + values[random.below(values.count)]
    case 10..<17: return values[random.below(values.count)]
    case 17: return typo(in: verbs[random.below(verbs.count)], &random)
    case 18: return typo(in: "--" + options[random.below(options.count)].name, &random)
    default: return noise(&random)
    }
  }

  private func typo(in word: String, _ random: inout SplitMix64) -> String {
    var characters = Array(word)
    characters.swapAt(random.below(characters.count), random.below(characters.count))
    characters.remove(at: random.below(characters.count))
    return String(characters)
  }

  private func noise(_ random: inout SplitMix64) -> String {
    var scalars = String.UnicodeScalarView()
    let bounds = [0x80, 0x3000, 0x11_0000]
    for _ in 0..<random.below(random.below(20) == 0 ? 5000 : 12) {
      let value = random.below(bounds[random.below(bounds.count)])
      if let scalar = Unicode.Scalar(UInt32(value)) { scalars.append(scalar) }
    }
    return String(scalars)
  }
}
