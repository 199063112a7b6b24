import ListLayout

/// Texts, end to end in one run of bytes, a separator of one byte between them.
struct Corpus: Sendable {
  /// What the bytes of a text mean.
  enum Code: Sendable {
    /// A base-36 digit a word, spaces between words.
    case wordLengths
    /// A base-36 digit a word of ideographs, nothing between words.
    case ideographLengths
    /// The characters themselves.
    case utf8
  }

  enum Storage: Sendable {
    case literal(StaticString)
    case array([UInt8])
  }

  private let code: Code
  private let storage: Storage
  /// Where each text begins, and where one after the last would.
  private let starts: [UInt32]

  /// How many texts there are.
  var count: Int { starts.count - 1 }

  /// The texts in `storage`, which are at least one and together shorter than 4 GiB.
  init(_ code: Code, _ storage: Storage, separator: Character) {
    self.code = code
    self.storage = storage
    let separator = separator.asciiValue ?? 0
    starts = Self.withBytes(storage) { bytes in
      var starts: [UInt32] = [0]
      for (index, byte) in bytes.enumerated() where byte == separator {
        starts.append(UInt32(index + 1))
      }
      if starts.last != UInt32(bytes.count) { starts.append(UInt32(bytes.count + 1)) }
      return starts
    }
  }

  /// The number of lines of the text at `index`, measured at each call.
  func lines(of index: Int, typesetter: Typesetter, width: LayoutUnit) -> Int {
    let range = Int(starts[index])..<Int(starts[index + 1]) - 1
    return Self.withBytes(storage) { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[range])
      return switch code {
      case .wordLengths: typesetter.lines(ofWordLengths: text, width: width)
      case .ideographLengths: typesetter.lines(ofIdeographLengths: text, width: width)
      case .utf8: typesetter.lines(of: text, width: width)
      }
    }
  }

  private static func withBytes<Result>(
    _ storage: Storage, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    switch storage {
    case .literal(let literal): literal.withUTF8Buffer(body)
    case .array(let bytes): bytes.withUnsafeBufferPointer(body)
    }
  }
}
