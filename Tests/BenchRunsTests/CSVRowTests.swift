import BenchBasics
import BenchMeasuring
import BenchTestSupport
import Foundation
import Testing

@testable import BenchRuns

private let sampleHeader =
  "schema,scenario,heights,rows,strategy,mode,round,slot,operations,elapsed_ns,"
  + "role,segment,first_step,disturbed"

@Suite("Reading and writing samples.csv and summary.csv")
struct CSVRowTests {
  @Test("samples.csv is written exactly as documented and reads back unchanged")
  func sampleText() throws {
    var rows = [
      SampleRow.example(),
      .example(slot: 1, strategy: "prefix,array", segment: 3, isDisturbed: true),
    ]
    rows[1].firstStep = 700
    let text = """
      \(sampleHeader)
      6,offset,chat,1000,fenwick,corrected,0,0,4096,61440,strategy,0,0,0
      6,offset,chat,1000,"prefix,array",corrected,0,1,4096,61440,strategy,3,700,1

      """
    #expect(String(decoding: SampleRow.csv(of: rows), as: UTF8.self) == text)
    #expect(try SampleRow.rows(in: Array(text.utf8), file: "f") == rows)
    // Checksums are only written for samples exchanged between two programs.
    for place in rows.indices { rows[place].checksum = 0x9e37_79b9_7f4a_7c15 }
    let exchanged = ExchangedSample.csv(of: rows.map(ExchangedSample.init))
    #expect(
      String(decoding: exchanged, as: UTF8.self).contains(",strategy,0,0,0,0x9e3779b97f4a7c15"))
    #expect(try ExchangedSample.rows(in: exchanged, file: "f").map(\.sample) == rows)
  }

  @Test("Columns.md matches the code (set LAYOUTBENCH_WRITE=1 to regenerate it)")
  func columnsPage() throws {
    let path = repository + "/Sources/BenchTool/BenchTool.docc/Columns.md"
    func table(
      _ heading: String, _ columns: ArraySlice<(name: String, meaning: String)>
    ) -> String {
      let rows = columns.map { "| `\($0.name)` | \($0.meaning) |\n" }.joined()
      return "### \(heading)\n\n| column | meaning |\n|---|---|\n\(rows)"
    }
    let text = [
      table("Columns of every file", SampleRow.columns.listed.prefix(6)),
      table("summary.csv", CellResult.columns.listed.dropFirst(6)),
      table("samples.csv", SampleRow.columns.listed.dropFirst(6)),
      table("frames.csv", FrameRow.columns.listed.dropFirst(6)),
      table("results/accepted.csv", AcceptedIncrease.columns.listed.dropFirst(6)),
    ].joined(separator: "\n")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let start = page.firstRange(of: "### ")?.lowerBound ?? page.endIndex
    if ProcessInfo.processInfo.environment["LAYOUTBENCH_WRITE"] != nil {
      try FileSystem.replaceFile(at: path, with: Array((page[..<start] + text).utf8))
    } else {
      #expect(page[start...] == text)
    }
  }

  @Test(
    "Every cell status survives a round trip through summary.csv",
    arguments: [
      CellStatus.ok, .timedOut("a repetition takes 4.1 s"), .unsupported("fixed heights, or pages"),
      .unsupported("failed: ok"), .wrong(step: 7), .wrong(step: nil), .notReached, .empty,
      .wrong(step: 7, answer: "row(at: 5) is 1, not 2: no"),
    ])
  func statuses(status: CellStatus) throws {
    let rows = [CellResult(cell: .example(), status: status)]
    #expect(try CellResult.rows(in: CellResult.csv(of: rows), file: "f") == rows)
  }

  @Test(
    "Unknown columns, blank lines and integers written with a decimal point or exponent are accepted"
  )
  func compatibility() throws {
    let text = """
      schema,scenario,heights,rows,strategy,mode,round,slot,operations,elapsed_ns,energy_j
      6.0,offset,chat,1000.0,fenwick,corrected,3,1.0,4096,6.144e4,17

       \r\n
      """
    let rows = try SampleRow.rows(in: Array(text.utf8), file: "f")
    #expect(rows == [.example(round: 3, slot: 1)])
  }

  /// Returns the text of a samples.csv with a single row, one field of which is replaced with `value`.
  private static func file(_ column: String, _ value: String) -> String {
    let line = "6,offset,chat,10,fenwick,corrected,0,0,1,5,strategy,0,0,0"
    let fields = zip(sampleHeader.split(separator: ","), line.split(separator: ","))
      .map { $0 == column ? value : String($1) }
    return "\(sampleHeader)\n\(fields.joined(separator: ","))\n"
  }

  @Test(
    "An error in samples.csv names the line, the column, the value and what was expected",
    arguments: [
      ("", "1: the file is empty, expected a header: \(sampleHeader)"),
      ("schema,scenario,hights\n", "1: column 3: found \"hights\", expected \"heights\""),
      // The schema version explains the problem better than the unknown column.
      (
        "schema,scenario,heights,rows,strategy,mode,turn\n3,offset,chat,10,fenwick,corrected,0\n",
        "2: column schema: found \"3\", expected 6, the format of this version"
      ),
      (file("rows", "ten"), "2: column rows: found \"ten\", expected a whole number, 0 or more"),
      (file("elapsed_ns", "-5"), "2: column elapsed_ns: found \"-5\", expected more than 0"),
      (
        file("role", "null"),
        "2: column role: found \"null\", expected one of strategy, floor, control"
      ),
      ("\(sampleHeader)\n6,offset,chat,10\n", "2: found 4 fields, but the header has 14"),
    ])
  func malformed(text: String, message: String) {
    #expect(throws: RunFault(.badData, "f:" + message)) {
      _ = try SampleRow.rows(in: Array(text.utf8), file: "f")
    }
  }
}

@Suite("CSV fields")
struct CSVValueTests {
  @Test("Every finite Double is written without an exponent and survives a round trip")
  func doubleRoundTrip() {
    var random = SplitMix64(seed: 1, purpose: "doubles")
    let extremes: [Double] = [
      .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, -0.0, 1e16, 1e-5,
    ]
    let numbers = extremes + (0..<10_000).map { _ in Double(bitPattern: random.next()) }
    for number in numbers where number.isFinite {
      #expect(Double(csv: Array(number.csvText.utf8)[...])?.bitPattern == number.bitPattern)
      #expect(!number.csvText.contains("e"))
    }
  }

  private func reads<Value: CSVValue>(_ text: String, as type: Value.Type) -> Value? {
    Value(csv: Array(text.utf8)[...])
  }

  @Test(
    "Integers up to 2^53, exponents and hexadecimal checksums can be read, and NaN becomes an empty field"
  )
  func accepted() {
    #expect(reads("9007199254740992", as: Int.self) == 1 << 53)
    #expect(reads("50.0", as: Int.self) == 50 && reads("1e3", as: Int?.self) == 1000)
    #expect(reads("1.0", as: Bool.self) == true)
    #expect(reads("1.5e-07", as: Double.self) == 1.5e-7)
    #expect(reads("0xFFFFffffFFFFffff", as: UInt64.self) == .max)
    #expect([Double.nan.csvText, Double.infinity.csvText, Int?.none.csvText] == ["", "", ""])
    #expect(Double?(csv: []) == .some(.none))
  }

  @Test("Malformed CSV fields are rejected")
  func rejected() {
    let whole = ["", "-1", "1.5", " 1", "9007199254740994", "99999999999999999999", "0x10"]
    #expect(whole.allSatisfy { reads($0, as: Int.self) == nil })
    let decimal = ["", " 1", "1,5", "0x10", "nan", "infinity", "1e999", ".", "1_000"]
    #expect(decimal.allSatisfy { reads($0, as: Double.self) == nil })
    #expect(reads("x", as: Double?.self) == nil)
    let hexadecimal = ["", "31", "0x", "0xg", "0x10000000000000000", "-0x1"]
    #expect(hexadecimal.allSatisfy { reads($0, as: UInt64.self) == nil })
    #expect(String(csv: [0x61, 0xff]) == nil)
  }
}
