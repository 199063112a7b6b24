/// Words of `run.json`. The standard library's refusal would name a type of ours, and quote a word
/// whole however long it is.
extension RunStatus {
  /// Reads one of the words.
  public init(from decoder: any Decoder) throws {
    self = try Self.read(from: decoder, among: [.complete, .interrupted, .incomplete])
  }
}

extension CacheState {
  /// Reads one of the words.
  public init(from decoder: any Decoder) throws {
    self = try Self.read(from: decoder, among: Self.allCases)
  }
}

extension RunWarning.Kind {
  /// Reads one of the words.
  public init(from decoder: any Decoder) throws {
    self = try Self.read(from: decoder, among: Self.allCases)
  }
}

extension RawRepresentable<String> {
  fileprivate static func read(from decoder: any Decoder, among words: [Self]) throws -> Self {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let word = words.first(where: { $0.rawValue == text }) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "found \(RunFault.quoted(text)), expected one of "
          + words.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }
}
