import BenchBasics
import BenchMeasuring
import Testing

@Suite("CSV as defined in RFC 4180")
struct CSVTests {
  @Test("Fields are quoted only where necessary")
  func writing() {
    let text = written([["a", "b c", ""], ["x,y", "say \"hi\"", "two\nlines"], ["\r", " ", "é"]])
    #expect(text == "a,b c,\n\"x,y\",\"say \"\"hi\"\"\",\"two\nlines\"\n\"\r\", ,é\n")
  }

  @Test(
    "The reader accepts everything that RFC 4180 allows",
    arguments: [
      ("", []),
      ("a,b\n", [["a", "b"]]),
      ("a,b", [["a", "b"]]),
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
      ("a,\n,b\n", [["a", ""], ["", "b"]]),
      ("a,", [["a", ""]]),
      ("\"a\"\"b\",\"\"\n", [["a\"b", ""]]),
      ("\"a,\r\nb\",c\n", [["a,\r\nb", "c"]]),
      ("\"\"\"\"", [["\""]]),
      ("\u{feff}a,b\n", [["a", "b"]]),
      ("a,b\n\n", [["a", "b"]]), ("a,b\r\n \r\n\t\n\n", [["a", "b"]]), ("\n \n", []),
      ("\"\"\n", [[""]]), ("a\n\nb\n", [["a"], [""], ["b"]]),
    ] as [(String, [[String]])])
  func reading(text: String, expected: [[String]]) throws {
    #expect(try records(in: text) == expected)
  }

  @Test(
    "Input that violates RFC 4180 is rejected with an error that gives the position",
    arguments: [
      ("a\nb,c\"d\n", "f:2: field 2: a quote inside an unquoted field"),
      ("\"a\"b,c\n", "f:1: field 1: text after a closing quote"),
      ("a,b\nc,\"d\ne\n", "f:2: field 2: a quote that is never closed"),
      ("\"", "f:1: field 1: a quote that is never closed"),
      ("a\rb\n", "f:1: field 1: a carriage return without a line feed"),
      ("\"x\ny\"\na\r", "f:3: field 1: a carriage return without a line feed"),
      ("a\n" + commas, "f:2: the record is longer than 65536 bytes"),
      ("a\n" + commas.replacing(",", with: "x"), "f:2: the record is longer than 65536 bytes"),
      (
        "a\n\"" + commas.replacing(",", with: "\"\""),
        "f:2: field 1: a quote that is not closed within 65536 bytes"
      ),
    ])
  func refusing(text: String, message: String) {
    #expect(throws: RunFault(.badData, message)) {
      _ = try records(in: text)
    }
  }

  @Test(
    "A table survives a round trip through CSV, whatever its fields contain",
    arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let table = nastyTable(seed: seed)
    #expect(try records(in: written(table)) == table)
    // Other programs may quote every field and end lines with CRLF.
    let foreign = table.map { fields in
      fields.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
    }
    #expect(try records(in: foreign.joined()) == table)
  }

  private static let commas = String(repeating: ",", count: CSVReader.longestRecord + 1)

  private func nastyTable(seed: UInt64) -> [[String]] {
    var random = SplitMix64(seed: seed, purpose: "nasty fields")
    let pieces = [
      "", ",", "\"", "\n", "\r", "\r\n", " ", "\t", "a", "0", "é", "🙂", "\u{0}", "'", ";",
    ]
    let width = 1 + random.below(5)
    return (0..<random.below(6)).map { _ in
      (0..<width).map { _ in
        (0..<random.below(6)).map { _ in pieces[random.below(pieces.count)] }.joined()
      }
    }
  }

  private func written(_ table: [[String]]) -> String {
    String(decoding: table.flatMap(\.csvRecord), as: UTF8.self)
  }

  private func records(in text: String) throws(RunFault) -> [[String]] {
    var reader = CSVReader(Array(text.utf8), file: "f")
    var records: [[String]] = []
    while let fields = try reader.next() {
      records.append(fields.map { String(decoding: $0, as: UTF8.self) })
    }
    return records
  }
}
