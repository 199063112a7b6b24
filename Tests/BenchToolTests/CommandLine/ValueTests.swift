import BenchBasics
import Testing

@testable import BenchTool

struct ValueTests {
  private let table = CommandTable.sample

  @Test(
    "Row counts can end in k or M",
    arguments: [
      ("0", [0]), ("1k,100k,1M", [1000, 100_000, 1_000_000]), ("1000M", [1_000_000_000]),
      ("1000,1k", [1000]), ("1,10,100,1000", [1, 10, 100, 1000]), ("1k,10", [1000, 10]),
    ])
  func rows(text: String, rows: [Int]) throws {
    #expect(try table.arguments("--rows", text)[Options.rows] == rows)
  }

  @Test("Values with units are converted and rounded")
  func units() throws {
    for (text, units) in [("844", 844 * 64), ("37.5", 2400), ("0.0078125", 1)] as [(String, Int64)]
    {
      #expect(try table.arguments("--viewport", text)[Options.viewport].rawValue == units)
    }
    for (text, duration) in [
      ("1ms", Duration.milliseconds(1)), ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)),
      ("1000h", .seconds(3_600_000)),
    ] {
      #expect(try table.arguments("--budget", text)[Options.budget] == duration)
    }
    for unit in ["us", "\u{b5}s", "\u{3bc}s"] {
      #expect(try table.arguments("show", "--row-cost", "30\(unit)")[Options.rowCost] == 30_000)
    }
    for (text, share) in [("0%", 0), ("7%", 0.07), ("1000%", 10)] {
      #expect(try table.arguments("compare", "--time", text)[Options.time] == share)
    }
    #expect(try table.arguments("--seed", "18446744073709551615")[Options.seed] == .max)
  }

  @Test(
    "Option values are rejected if they are malformed or out of range, or if the unit is missing",
    arguments: [
      (
        "rows",
        "-1 10,000 1000000001 1001M 1.5 1m k nan 1e3 0x10 99999999999999999999999 1, ,1 007 1K 1_000 ١"
      ),
      ("viewport", "0 0.007 -1 1000001 1e400 nan inf 0x10 1,5 1.2.3 .5 5."),
      ("budget", "5 s ms 0s 0.9ms -1s 1001h 5S 1e3s"),
      ("seed", "-1 18446744073709551616 1.0 0x10 1k nan"),
      ("save", "../x .x -x a/b é"),
      ("hz", "29 241 60.5 -60 x 99999999999999999999"),
      ("row-cost", "30 -1us 1001ms 0.5ns nan"),
    ])
  func refused(option: String, texts: String) {
    for text in texts.split(separator: " ").map(String.init) + ["", "1 2"] {
      let error = table.usageError(["--\(option)=\(text)"])
      #expect(error?.hasPrefix("--\(option) '") == true, "\(text)")
    }
    for text in ["1", "-1%", "1001%", "0x1%"] {
      #expect(table.usageError("compare --time \(text)")?.hasPrefix("--time '") == true)
    }
  }
}
