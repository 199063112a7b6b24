import Basics
import Runs

extension FuzzTarget {
  /// Readers of the files of a run, which may be damaged or made up.
  static let records = [
    FuzzTarget("samples") { readBack($0, SampleRow.schema) },
    FuzzTarget("summary") { readBack($0, SummaryRow.schema) },
    FuzzTarget("record") { bytes in
      reading {
        let record = try RunRecord(json: bytes, file: "run.json")
        let again = try RunRecord(json: try record.json(), file: "run.json")
        require(again == record, "\(record) came back as \(again)")
      }
    },
  ]

  /// Reads rows; what was read is read again as it is written.
  private static func readBack<Row: CSVRow & Equatable>(_ bytes: [UInt8], _ schema: CSVSchema<Row>)
  {
    reading {
      let rows = try schema.rows(in: bytes, file: "rows.csv")
      let again = try schema.rows(in: schema.text(of: rows), file: "rows.csv")
      require(again == rows, "\(rows) came back as \(again)")
    }
  }

  /// Takes a fault whose message is one line.
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
