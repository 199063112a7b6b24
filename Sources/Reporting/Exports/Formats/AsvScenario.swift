/// A scenario as a benchmark of airspeed velocity: a value, in seconds, for each combination of its
/// parameters, of which the last changes fastest.
struct AsvScenario {
  /// The scenario's id.
  let id: String
  /// Its cells.
  let cells: [ExportedCell]

  /// The benchmark's name; asv takes what stands before a dot for a group.
  var name: String { "layout.\(ExportedCell.escapedWithDots(id))" }

  /// The benchmark, as `benchmarks.json` has it.
  var description: JSONValue {
    .object([
      ("code", .text("bench run --scenario \(id)")), ("name", .text(name)),
      ("param_names", .list(Self.keys.map(JSONValue.text))), ("params", parameters),
      ("pretty_name", .text(id)), ("timeout", .whole(3600)), ("type", .text("time")),
      ("unit", .text("seconds")), ("version", .text("1")),
    ])
  }

  /// What a result is made of.
  static let columns = [
    "result", "params", "version", "started_at", "duration", "stats_ci_99_a", "stats_ci_99_b",
    "stats_q_25", "stats_q_75", "stats_number", "stats_repeat", "samples",
  ]

  /// The result, in the order of the columns.
  func result(started: JSONValue) -> JSONValue {
    let places = combinations
    func column(_ value: (ExportedCell) -> JSONValue) -> JSONValue {
      .list(places.map { $0.map(value) ?? .null })
    }
    func seconds(_ nanoseconds: (ExportedCell) -> Double) -> JSONValue {
      column { .number(nanoseconds($0) / 1e9) }
    }
    return .list([
      seconds(\.median), parameters, .text("1"), started, .null,
      seconds { $0.interval(confidence: 0.99).low }, seconds { $0.interval(confidence: 0.99).high },
      seconds { $0.times.percentile(25) }, seconds { $0.times.percentile(75) },
      column { .whole($0.row.operations) }, column { .whole($0.times.count) },
      column { .numbers($0.times.values.map { $0 / 1e9 }) },
    ])
  }

  private static let keys = ["strategy", "rows", "heights", "mode"]

  /// The values of each parameter, in the order in which they were measured.
  private var values: [[String]] {
    Self.keys.map { key in cells.map { $0.value(of: key) }.unique }
  }

  /// The values as Python writes them: numbers as they are, words in quotes, which ours do not hold.
  private var parameters: JSONValue {
    .list(
      zip(Self.keys, values).map { key, values in
        .list(values.map { .text(key == "rows" ? $0 : "'\($0)'") })
      })
  }

  /// The cell of each combination of values; nil where there is none.
  private var combinations: [ExportedCell?] {
    let cells = Dictionary(
      cells.map { cell in (Self.keys.map(cell.value), cell) }, uniquingKeysWith: { cell, _ in cell }
    )
    return values.reduce([[]]) { combinations, values in
      combinations.flatMap { combination in values.map { combination + [$0] } }
    }.map { cells[$0] }
  }
}

extension ExportedCell {
  fileprivate func value(of key: String) -> String { labels.first { $0.key == key }?.value ?? "" }
}
