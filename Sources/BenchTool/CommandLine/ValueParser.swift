import Text

/// Turns the text of an option's value into a typed value, and knows how to describe such a value.
package struct ValueParser<Value: Sendable>: Sendable {
  /// Reads one value, or says what is wrong with it.
  package typealias Read = @Sendable (String, Vocabulary) throws(InvalidValue) -> Value

  /// What stands for the value in help: `PT`.
  package let placeholder: String
  /// What a value must be, as in "expected …": `a length in points`.
  package let expectation: String
  package let completion: Completion
  /// Joins the values of an option that is given repeatedly; nil when it may be given once only.
  package let merge: (@Sendable (Value, Value) -> Value)?
  package let read: Read

  /// A parser that explains its refusals itself.
  package init(
    placeholder: String, expectation: String, completion: Completion = .nothing,
    merge: (@Sendable (Value, Value) -> Value)? = nil, read: @escaping Read
  ) {
    self.placeholder = placeholder
    self.expectation = expectation
    self.completion = completion
    self.merge = merge
    self.read = read
  }

  /// A parser that refuses with its expectation wherever `convert` answers nil.
  package init(
    placeholder: String, expectation: String, completion: Completion = .nothing,
    convert: @escaping @Sendable (String) -> Value?
  ) {
    self.init(placeholder: placeholder, expectation: expectation, completion: completion) {
      (text, _) throws(InvalidValue) in
      guard let value = convert(text) else {
        throw InvalidValue(text, "expected \(expectation)")
      }
      return value
    }
  }

  /// Reads all values that were given for one option, in their order; nil when there is none.
  ///
  /// - Throws: `InvalidValue` when a value is refused, or is the second of an option that takes one.
  func readAll(_ texts: [String], _ vocabulary: Vocabulary) throws(InvalidValue) -> Value? {
    var value: Value?
    for text in texts {
      guard let before = value else {
        value = try read(text, vocabulary)
        continue
      }
      guard let merge else {
        throw InvalidValue(text, "given a second time, after \(QuotedValue(texts[0]))")
      }
      value = merge(before, try read(text, vocabulary))
    }
    return value
  }

  /// The same for an option that may be absent.
  var optional: ValueParser<Value?> {
    let read = read
    var both: (@Sendable (Value?, Value?) -> Value?)?
    if let merge {
      both = { one, other in
        guard let one, let other else { return nil }
        return merge(one, other)
      }
    }
    return ValueParser<Value?>(
      placeholder: placeholder, expectation: expectation, completion: completion, merge: both
    ) { (text, vocabulary) throws(InvalidValue) in try read(text, vocabulary) }
  }
}

/// A value that an option refuses; the option adds its name to the message.
package struct InvalidValue: Error, Hashable {
  /// The value in quotes and what was expected instead.
  package let message: String

  /// Refuses `value`, and says after a colon what is wrong with it.
  package init(_ value: String, _ problem: String) { message = "\(QuotedValue(value)): \(problem)" }
}

extension ValueParser {
  /// One of a few fixed words.
  package static func choice(_ choices: [(word: String, value: Value)]) -> ValueParser {
    let words = choices.map(\.word)
    let expectation = words.listed("or")
    return ValueParser(
      placeholder: words.joined(separator: "|"), expectation: expectation,
      completion: .words(words),
      read: { (text, _) throws(InvalidValue) in
        guard let match = choices.first(where: { $0.word == text }) else {
          throw InvalidValue(
            text, "expected \(expectation)\(Spelling.hint(for: text, among: words))")
        }
        return match.value
      }
    )
  }

  /// A list: elements between commas, and an option that may be given repeatedly.
  ///
  /// A comma that belongs to an element is written `\,`. An element that is named twice counts once.
  package static func list<Element: Hashable & Sendable>(
    of element: ValueParser<Element>
  ) -> ValueParser where Value == [Element] {
    let expectation = "\(element.expectation), or several between commas"
    return ValueParser(
      placeholder: "\(element.placeholder),…", expectation: expectation,
      completion: .list(of: element.completion), merge: { ($0 + $1).unique },
      read: { (text, vocabulary) throws(InvalidValue) in
        var elements: [Element] = []
        for part in try CommaSeparated.parts(of: text, expected: expectation) {
          elements.append(try element.read(part, vocabulary))
        }
        return elements.unique
      }
    )
  }
}

/// Text cut at its commas.
enum CommaSeparated {
  /// The parts between commas, with `\,` read as a comma.
  ///
  /// - Throws: `InvalidValue` when a part is empty.
  static func parts(
    of text: String, expected expectation: String
  ) throws(InvalidValue) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if character == ",", !isEscaped {
        parts.append("")
      } else if character == "\\", !isEscaped {
        isEscaped = true
        continue
      } else {
        parts[parts.count - 1] += isEscaped && character != "," ? "\\\(character)" : "\(character)"
      }
      isEscaped = false
    }
    if isEscaped { parts[parts.count - 1] += "\\" }
    guard !parts.contains("") else {
      let problem = text.isEmpty ? "" : "an element is empty; "
      throw InvalidValue(text, "\(problem)expected \(expectation)")
    }
    return parts
  }
}

/// Where the tool writes a table.
package enum TableDestination: Hashable, Sendable {
  /// The standard output, written `-`.
  case standardOutput
  /// A file that is made anew.
  case file(String)
}

extension ValueParser where Value == TableDestination {
  /// A file to write, or `-` for the standard output.
  package static var table: ValueParser {
    ValueParser(
      placeholder: "FILE", expectation: "the path of a file, or - for the standard output",
      completion: .files,
      convert: { $0.isEmpty ? nil : $0 == "-" ? .standardOutput : .file($0) }
    )
  }
}

extension ValueParser where Value == String {
  /// The path of a file; it is not opened here.
  package static var file: ValueParser {
    text("FILE", "the path of a file", completion: .files)
  }

  /// The path of a folder; it is not opened here.
  package static var folder: ValueParser {
    text("DIR", "the path of a folder", completion: .folders)
  }

  /// Any text but none.
  package static func text(
    _ placeholder: String, _ expectation: String, completion: Completion = .nothing
  ) -> ValueParser {
    ValueParser(
      placeholder: placeholder, expectation: expectation, completion: completion,
      convert: { $0.isEmpty ? nil : $0 })
  }
}

extension ValueParser where Value == [String] {
  /// The paths of folders, each a word of its own.
  package static var folders: ValueParser {
    let folder = ValueParser<String>.folder
    return ValueParser(
      placeholder: folder.placeholder, expectation: folder.expectation,
      completion: folder.completion, merge: { $0 + $1 },
      read: { (text, vocabulary) throws(InvalidValue) in [try folder.read(text, vocabulary)] })
  }
}

/// One of several equal parts of a run, for machines that share the work: `1/4` is the first of four.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Which part, from 1 to `count`.
  package let index: Int
  /// How many parts there are, at most `Int32.max`.
  package let count: Int

  /// Reads `i/n`; nil unless `1 <= i <= n`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.isDecimal ? Int32($0) : nil }
    guard parts.count == 2, numbers.count == 2, numbers[0] >= 1, numbers[0] <= numbers[1] else {
      return nil
    }
    (index, count) = (Int(numbers[0]), Int(numbers[1]))
  }

  /// As it is written on the command line.
  package var description: String { "\(index)/\(count)" }
}

extension ValueParser where Value == Shard {
  /// A part of a run.
  package static var shard: ValueParser {
    ValueParser(
      placeholder: "I/N", expectation: "I/N with I from 1 to N, such as 1/4",
      convert: { Shard($0) }
    )
  }
}
