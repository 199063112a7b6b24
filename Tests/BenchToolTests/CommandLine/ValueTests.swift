import Basics
import Testing

@testable import BenchTool

struct ValueTests {
  private let table = CommandTable.sample

  @Test(
    "row counts take k and M, and 0 rows are rows",
    arguments: [
      ("0", [0]), ("0,1,2,3", [0, 1, 2, 3]), ("1k,100k,1M", [1000, 100_000, 1_000_000]),
      ("2.5K", [2500]), ("0.001k", [1]), ("1.005k", [1005]), ("1000M", [1_000_000_000]),
      ("1000,1k", [1000]),
    ])
  func rows(text: String, rows: [Int]) throws {
    #expect(try table.arguments("--rows", text)[Options.rows] == rows)
  }

  @Test(
    "lengths are rounded once, to the nearest 1/64 pt",
    arguments: [
      ("844", 844 * 64), ("37.5", 2400), ("0.01", 1), ("0.0078125", 1), ("1000000", 64_000_000),
      ("0.33333333333333333", 21),
    ])
  func lengths(text: String, units: Int64) throws {
    #expect(try table.arguments("--viewport", text)[Options.viewport].rawValue == units)
  }

  @Test(
    "times are a number and a unit",
    arguments: [
      ("1ms", Duration.milliseconds(1)), ("500ms", .milliseconds(500)), ("5s", .seconds(5)),
      ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)), ("0.5h", .seconds(1800)),
      ("1000h", .seconds(3_600_000)), ("0.0010000004s", .milliseconds(1)),
    ])
  func durations(text: String, duration: Duration) throws {
    #expect(try table.arguments("--budget", text)[Options.budget] == duration)
  }

  @Test(
    "seeds are all the 64-bit numbers, percentages keep three decimals, a shard is one of its parts"
  )
  func others() throws {
    let run = try table.arguments(
      "--seed", "18446744073709551615", "--margin", "0.5%", "--shard",
      "2/4")
    #expect(run[Options.seed] == .max)
    #expect(run[Options.margin] == 0.005)
    #expect(run[Options.shard]?.index == 2 && run[Options.shard]?.count == 4)
    #expect(try table.arguments("--shard", "1/1")[Options.shard] != nil)
  }

  @Test(
    "what is out of range, without its unit or no number is refused",
    arguments: [
      (
        "rows",
        "-1 1000000001 1001M 1.5 0.0001k 1m 1kk k nan 1e3 0x10 99999999999999999999999 1, ,1 5. .5 "
          + "+1 1_000 ١"
      ),
      ("viewport", "0 0.0 0.007 -1 1000000.01 1000001 1e400 nan inf 0x10 1,5 1.2.3 .5 5."),
      ("budget", "5 s ms 0s 0.9ms -1s 1001h 5S 1e3s 9999999999h"),
      ("seed", "-1 18446744073709551616 1.0 0x10 1k nan +1"),
      ("margin", "% 1 0% -1% 101% 1.0001% nan% 1%%"),
      ("shard", "/ 1 0/4 5/4 -1/4 1/0 1/4/2 1/ /4 1.0/4 a/b 1/99999999999"),
      ("save", "../x .x -x a/b é"),
    ])
  func refused(option: String, texts: String) {
    for text in texts.split(separator: " ").map(String.init) + ["", "1 2", "5 s", "1 %"] {
      let refusal = table.refusal(["--\(option)=\(text)"])
      #expect(refusal?.hasPrefix("--\(option) '") == true, "\(text)")
    }
  }
}
