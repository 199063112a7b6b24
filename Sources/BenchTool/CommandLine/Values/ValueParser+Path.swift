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

extension ValueParser where Value == [String] {
  /// The paths of folders, each a word of its own; none is opened here.
  package static var folders: ValueParser {
    ValueParser(
      placeholder: "DIR", expectation: "the path of a folder", completion: .folders,
      merge: { $0 + $1 },
      read: { (text, vocabulary) throws(InvalidValue) in
        [try ValueParser<String>.folder.read(text, vocabulary)]
      })
  }
}

extension ValueParser where Value == String {
  /// The path of a file; it is not opened here.
  package static var file: ValueParser { path("FILE", "the path of a file", .files) }

  /// The path of a folder; it is not opened here.
  package static var folder: ValueParser { path("DIR", "the path of a folder", .folders) }

  private static func path(
    _ placeholder: String, _ expectation: String, _ completion: Completion
  ) -> ValueParser {
    ValueParser(
      placeholder: placeholder, expectation: expectation, completion: completion,
      convert: { $0.isEmpty ? nil : $0 }
    )
  }
}
