import BenchTool
import ListLayout
import Testing

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
    "row counts that are no whole number of rows are refused",
    arguments: [
      "", "-1", "1000000001", "1001M", "1.5", "0.0001k", "1m", "1kk", "k", "nan", "1e3", "0x10",
      "99999999999999999999999", "1,", ",1", "1 ,2", "5.", ".5", "+1", "1_000", "١",
    ])
  func refusedRows(text: String) throws {
    #expect(table.refusal(["--rows=\(text)"])?.hasPrefix("--rows '") == true)
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
    "lengths that are nothing, endless or no number are refused",
    arguments: [
      "", "0", "0.0", "0.007", "-1", "1000000.01", "1000001", "1e400", "nan", "inf", "0x10", "1,5",
      "1.2.3", ".5", "5.",
    ])
  func refusedLengths(text: String) throws {
    #expect(table.refusal(["--viewport=\(text)"])?.hasPrefix("--viewport '") == true)
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
    "times without a unit, of nothing or endless are refused",
    arguments: [
      "", "5", "s", "ms", "0s", "0.9ms", "-1s", "1001h", "5 s", "5S", "1e3s", "9999999999h",
    ])
  func refusedDurations(text: String) throws {
    #expect(table.refusal(["--budget=\(text)"])?.hasPrefix("--budget '") == true)
  }

  @Test("seeds are all the 64-bit numbers")
  func seeds() throws {
    #expect(try table.arguments("--seed", "0")[Options.seed] == 0)
    #expect(try table.arguments("--seed", "18446744073709551615")[Options.seed] == .max)
    for text in ["", "-1", "18446744073709551616", "1.0", "0x10", "1k", "nan", "+1"] {
      #expect(table.refusal(["--seed=\(text)"])?.hasPrefix("--seed '") == true)
    }
  }

  @Test("percentages need their sign and keep three decimals")
  func percentages() throws {
    let half = try table.arguments("--margin", "0.5%")[Options.margin]
    #expect(half == Percentage(thousandths: 500))
    #expect(half.fraction == 0.005)
    let sure = try table.arguments("--confidence", "99.999%")[Options.confidence]
    #expect(sure.fraction == 0.99999)
    for text in ["", "%", "1", "0%", "-1%", "101%", "1.0001%", "1 %", "nan%", "1%%"] {
      #expect(table.refusal(["--margin=\(text)"])?.hasPrefix("--margin '") == true)
    }
    for text in ["0.95%", "49.999%", "100%"] {
      #expect(table.refusal(["--confidence=\(text)"])?.hasPrefix("--confidence '") == true)
    }
  }

  @Test(
    "percentages print themselves as they are typed",
    arguments: [(0, "0%"), (1, "0.001%"), (10, "0.01%"), (1000, "1%"), (2500, "2.5%")])
  func percentageDescription(thousandths: Int, text: String) {
    #expect(Percentage(thousandths: thousandths).description == text)
    #expect(Percentage(text)?.thousandths == thousandths)
  }

  @Test("a shard is one of its number of parts")
  func shards() throws {
    let shard = try #require(try table.arguments("--shard", "2/4")[Options.shard])
    #expect((shard.index, shard.count) == (2, 4))
    #expect(shard.description == "2/4")
    #expect(try table.arguments("--shard", "1/1")[Options.shard] != nil)
    let refused = [
      "", "/", "1", "0/4", "5/4", "-1/4", "1/0", "1/4/2", "1/", "/4", "1.0/4", "a/b",
      "1/99999999999",
    ]
    for text in refused {
      #expect(table.refusal(["--shard=\(text)"])?.hasPrefix("--shard '") == true)
    }
  }
}
