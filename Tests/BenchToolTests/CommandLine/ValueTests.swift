import BenchBasics
import Testing

@testable import BenchTool

struct ValueTests {
  private let table = CommandTable.sample

  @Test(
    "Row counts can have a suffix of k or M",
    arguments: [
      ("0", [0]), ("1,2,3", [1, 2, 3]), ("1k,100k,1M", [1000, 100_000, 1_000_000]),
      ("1000M", [1_000_000_000]), ("1000,1k", [1000]), ("1,10,100,1000", [1, 10, 100, 1000]),
      ("1000,500,100", [1000, 500, 100]), ("10,20,1k", [10, 20, 1000]), ("1k,10", [1000, 10]),
    ])
  func rows(text: String, rows: [Int]) throws {
    #expect(try table.arguments("--rows", text)[Options.rows] == rows)
  }

  @Test(
    "A list whose commas could be thousands separators is rejected",
    arguments: ["10,000", "1,000,000", "1,500", "10,100", "100,200,500", "1,500k", "100,050"])
  func ambiguousRows(text: String) throws {
    #expect(
      table.usageError(["--rows", text])
        == "--rows '\(text)': expected a number such as 10k; for a list, repeat the option")
  }

  @Test(
    "Row counts may only contain digits and a suffix",
    arguments: ["2.5k", "1.000", "5.0", "1_000", "1'000k", "“1k”", "1 000", "007", "1K", "20.000"])
  func numbers(text: String) {
    for words in [["--rows"], ["film", "--rows"], ["verify", "--gestures"]] {
      #expect(
        table.usageError(words + [text])
          == "\(words.last ?? "") '\(text)': expected a number such as 10k")
    }
    #expect(
      table.usageError(["film", "--rows", "10,000"])
        == "--rows '10,000': expected a number such as 10k")
  }

  @Test("Microseconds can be written with a micro sign or a Greek mu")
  func microseconds() throws {
    for unit in ["us", "\u{b5}s", "\u{3bc}s"] {
      #expect(try table.arguments("show", "--row-cost", "30\(unit)")[Options.rowCost] == 30_000)
    }
  }

  @Test(
    "Screen sizes are rounded to the nearest 1/64 pt",
    arguments: [
      ("844", 844 * 64), ("37.5", 2400), ("0.01", 1), ("0.0078125", 1), ("1000000", 64_000_000),
      ("0.33333333333333333", 21),
    ])
  func lengths(text: String, units: Int64) throws {
    #expect(try table.arguments("--viewport", text)[Options.viewport].rawValue == units)
  }

  @Test(
    "Budgets consist of a number and a unit",
    arguments: [
      ("1ms", Duration.milliseconds(1)), ("500ms", .milliseconds(500)), ("5s", .seconds(5)),
      ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)), ("0.5h", .seconds(1800)),
      ("1000h", .seconds(3_600_000)), ("0.0010000004s", .milliseconds(1)),
    ])
  func durations(text: String, duration: Duration) throws {
    #expect(try table.arguments("--budget", text)[Options.budget] == duration)
  }

  @Test("A seed can have 64 bits")
  func others() throws {
    let run = try table.arguments("--seed", "18446744073709551615")
    #expect(run[Options.seed] == .max)
  }

  @Test(
    "Option values that are malformed, out of range or lack a unit are rejected",
    arguments: [
      (
        "rows",
        "-1 1000000001 1001M 1.5 0.0001k 1m 1kk k nan 1e3 0x10 99999999999999999999999 1, ,1 5. .5 "
          + "99999999999999999999999M 9223372036854775807k +1 1_000 ١"
      ),
      ("viewport", "0 0.0 0.007 -1 1000000.01 1000001 1e400 nan inf 0x10 1,5 1.2.3 .5 5."),
      ("budget", "5 s ms 0s 0.9ms -1s 1001h 5S 1e3s 9999999999h"),
      ("seed", "-1 18446744073709551616 1.0 0x10 1k nan +1"),
      ("save", "../x .x -x a/b é"),
    ])
  func refused(option: String, texts: String) {
    for text in texts.split(separator: " ").map(String.init) + ["", "1 2", "5 s", "1 %"] {
      let error = table.usageError(["--\(option)=\(text)"])
      #expect(error?.hasPrefix("--\(option) '") == true, "\(text)")
    }
  }
}
