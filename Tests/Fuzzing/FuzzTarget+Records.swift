import Basics
import Runs

extension FuzzTarget {
  /// The targets that read the files of a run. The fuzzer passes damaged and invented files to these targets.
  static let records = [
    FuzzTarget("samples") { readBack($0, SampleRow.schema) },
    FuzzTarget("summary") { readBack($0, CellResult.schema) },
    FuzzTarget("record") { bytes in
      reading {
        let record = try RunRecord(json: bytes, file: "run.json")
        let again = try RunRecord(json: try record.json(), file: "run.json")
        require(again == record, "\(record) came back as \(again)")
      }
    },
  ]

  /// Reads rows of a CSV file, converts them to text, and requires that reading this text gives the same
  /// rows.
  private static func readBack<Row: CSVRow & Equatable>(_ bytes: [UInt8], _ schema: CSVSchema<Row>)
  {
    reading {
      let rows = try schema.rows(in: bytes, file: "rows.csv")
      let again = try schema.rows(in: schema.text(of: rows), file: "rows.csv")
      require(again == rows, "\(rows) came back as \(again)")
    }
  }

  /// Calls `body`, and traps if `body` throws an error other than a `RunFault` with a message of a single
  /// line.
  private static func reading(_ body: () throws -> Void) {
    do {
      try body()
    } catch let fault as RunFault {
      requireOneLine(fault.message)
    } catch {
      fatalError("\(error)")
    }
  }
}
