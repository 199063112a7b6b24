import Basics
import Testing

@testable import BenchTool

struct ValueTests {
  private let table = CommandTable.sample

  @Test(
    "row counts may end in k or M, and may be 0",
    arguments: [
      ("0", [0]), ("1,2,3", [1, 2, 3]), ("1k,100k,1M", [1000, 100_000, 1_000_000]),
      ("2.5K", [2500]), ("0.001k", [1]), ("1.005k", [1005]), ("1000M", [1_000_000_000]),
      ("1000,1k", [1000]), ("0.500k", [500]),
      ("1,10,100,1000", [1, 10, 100, 1000]), ("1,10,100", [1, 10, 100]),
      ("1000,500,100", [1000, 500, 100]), ("1k,500,100", [1000, 500, 100]),
      ("10,20,1k", [10, 20, 1000]), ("1k,10", [1000, 10]), ("100,1k", [100, 1000]),
    ])
  func rows(text: String, rows: [Int]) throws {
    #expect(try table.arguments("--rows", text)[Options.rows] == rows)
  }

  @Test(
    "an ambiguous list of row counts is rejected with the alternatives",
    arguments: [
      ("10,000", "'10000'"), ("1,000,000", "'1000000'"), ("0,5M", "'0.5M'"), ("1,5k", "'1.5k'"),
      ("12,5k", "'12.5k'"), ("1,500", "'1500'"), ("10,100", "'10100'"),
      ("1,234,567", "'1234567'"), ("100,200,500", "'100200500'"), ("1,500k", "'1500k'"),
      ("2,505k", "'2505k' or '2.505k'"), ("100,050", "'100050'"),
    ])
  func ambiguousRows(text: String, meant: String) throws {
    #expect(
      table.usageError(["--rows", text])
        == "--rows '\(text)': a comma separates numbers; did you mean \(meant)? "
        + "For a list, repeat the option")
    let parts = text.split(separator: ",").flatMap { ["-r", String($0)] }
    #expect(table.usageError(parts) == nil, "\(parts)")
  }

  @Test(
    "a number that begins with 0 may be part of a larger number; no invalid number is suggested",
    arguments: [
      "1,500M", "999,999,999,999", "0,1,2", "1k,0", "1000,000", "007,100", "10,000,100k",
      "1k,10,000", "1,5k,2,5M",
    ])
  func noAlternatives(text: String) {
    #expect(
      table.usageError(["-r", text])
        == "--rows '\(text)': a comma separates numbers; for a list, repeat the option")
  }

  @Test(
    "numbers with other separators are rejected with a suggestion",
    arguments: [
      ("run --rows 1.000", "'1000' or '1'"), ("run --rows 10.000k", "'10000k' or '10k'"),
      ("run --rows 1.000.000", "'1000000'"), ("run --rows 1_000", "'1000'"),
      ("run --rows 1'000k", "'1000k'"), ("run --rows “1k”", "'1k'"), ("run --rows 5.0", "'5'"),
      ("film --rows 10,000", "'10000'"), ("show --rows 1,000", "'1000'"),
      ("verify --gestures 20,000", "'20000'"), ("run --seed 1,000", "'1000'"),
      ("run --budget 1,5s", "'1.5s'"), ("run --viewport 37,5", "'37.5'"),
    ])
  func foreignNumbers(line: String, meant: String) {
    let words = line.split(separator: " ").map(String.init)
    let hint = "; did you mean \(meant)?"
    #expect(
      table.usageError(words)?.hasSuffix(hint) == true, "\(table.usageError(words) ?? "accepted")")
  }

  @Test("microseconds may be written with the micro sign or the Greek letter")
  func microseconds() throws {
    for unit in ["us", "\u{b5}s", "\u{3bc}s"] {
      #expect(try table.arguments("show", "--row-cost", "30\(unit)")[Options.rowCost] == 30_000)
    }
  }

  @Test(
    "lengths are rounded to the nearest 1/64 pt",
    arguments: [
      ("844", 844 * 64), ("37.5", 2400), ("0.01", 1), ("0.0078125", 1), ("1000000", 64_000_000),
      ("0.33333333333333333", 21),
    ])
  func lengths(text: String, units: Int64) throws {
    #expect(try table.arguments("--viewport", text)[Options.viewport].rawValue == units)
  }

  @Test(
    "times have a number and a unit",
    arguments: [
      ("1ms", Duration.milliseconds(1)), ("500ms", .milliseconds(500)), ("5s", .seconds(5)),
      ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)), ("0.5h", .seconds(1800)),
      ("1000h", .seconds(3_600_000)), ("0.0010000004s", .milliseconds(1)),
    ])
  func durations(text: String, duration: Duration) throws {
    #expect(try table.arguments("--budget", text)[Options.budget] == duration)
  }

  @Test("seeds have 64 bits, percentages three decimals")
  func others() throws {
    let run = try table.arguments("--seed", "18446744073709551615")
    #expect(run[Options.seed] == .max)
  }

  @Test(
    "values out of range, without a unit or malformed are rejected",
    arguments: [
      (
        "rows",
        "-1 1000000001 1001M 1.5 0.0001k 1m 1kk k nan 1e3 0x10 99999999999999999999999 1, ,1 5. .5 "
          + "+1 1_000 ١"
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
