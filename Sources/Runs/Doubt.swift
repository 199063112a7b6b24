/// What the program itself finds hard to believe of a figure.
package enum Doubt: Hashable, Sendable {
  /// Less time for each row looked at than a load takes.
  case tooFast
  /// The mean of the repetitions is so many times their median, in tenths, which then is the middle of two different things.
  case skewed(Double)
  /// Most warm-ups ended before times had settled.
  case unsettled
  /// A shorter list, of so many rows, takes longer.
  case fasterThan(rows: Int)
  /// Of another program, in its words.
  case other(String)
}

extension Doubt {
  /// The doubt in a few words.
  package var text: String {
    switch self {
    case .tooFast: "less than 0.1 ns for each row looked at"
    case .skewed(let factor): "the mean of its repetitions is \(factor) times their median"
    case .unsettled: "had not settled when it was timed"
    case .fasterThan(let rows): "faster than with \(rows) rows"
    case .other(let text): text
    }
  }

  /// The doubt that a file has in words.
  init(text: String) {
    let words = text.split(separator: " ")
    let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
    let known: [Doubt] =
      [.tooFast, .unsettled]
      + numbers.flatMap { [.skewed($0), .fasterThan(rows: Int(min($0, 1e15)))] }
    self = known.first { $0.text == text } ?? .other(text)
  }
}

extension [Doubt] {
  /// All of them, one behind the other; nil for none.
  package var text: String? { isEmpty ? nil : map(\.text).joined(separator: "; ") }
}

extension SummaryRow {
  /// The doubts as the file has them.
  var doubtText: String? {
    get { doubts.text }
    set { doubts = newValue?.split(separator: "; ").map { Doubt(text: String($0)) } ?? [] }
  }
}
