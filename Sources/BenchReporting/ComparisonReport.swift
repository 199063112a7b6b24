import BenchBasics
import BenchMeasuring
import BenchRuns

// Renders a comparison of two runs or revisions as text, Markdown and JSON.

extension RunComparison {
  package var conclusion: String {
    switch exitCode {
    case .regression:
      let found: [(count: Int, unit: String, rest: String)] = [
        (risen.count, "increased counter", ""),
        (lateFrames.count, "cell", " with more late frames"),
        (deviations.count, "cell", " with more wrong results"),
      ]
      let worse = found.filter { $0.count > 0 }.map { count($0.count, $0.unit) + $0.rest }
      return "Regression: \(worse.joined(separator: ", "))."
        + (fallen.isEmpty ? "" : " \(count(fallen.count, "counter")) decreased.")
    case .differentCells: return "The runs have different cells; see the tables above."
    case .undecided:
      return
        "Undecided: \(count(undecided.count, "cell")) may be slower, but no cell does more work "
        + "(\(compared))."
    default:
      if counters.isEmpty { return "Nothing to compare: all cells are new." }
      let slower = slowerWithoutWork.count
      let accepted = counters.contains { $0.acceptance != nil } ? " than accepted" : ""
      return "No cell does more work\(accepted) (\(compared))."
        + (slower > 0 ? " Slower \(Self.withoutWork): \(count(slower, "cell"))." : "")
    }
  }

  private static let withoutWork = "without more work (code placement or latency)"

  private var compared: String {
    count(counters.count { $0.decides }, "counter") + " compared"
      + (fallen.isEmpty ? "" : ", \(Quantity.count(fallen.count)) decreased")
  }

  private func count(_ number: Int, _ unit: String) -> String {
    "\(Quantity.count(number)) \(unit)\(number == 1 ? "" : "s")"
  }

  /// Sentences that explain the comparison's thresholds and tolerances.
  var rules: [String] {
    let timeRule =
      "Times count as changed if they differ by more than \(Percent.text(thresholds.relative)) and "
      + "\(Quantity.time(nanoseconds: thresholds.absoluteNs)), with "
      + "\(Percent.text(thresholds.confidence)) confidence across all cells."
    let pairRule =
      "Times are not judged, because even identical code varies in speed between runs. To judge "
      + "times, use 'compare --against REV --time 5%'."
    return (counters.isEmpty ? [] : [tolerances.text]) + (times.isEmpty ? [] : [timeRule])
      + (timePairs.isEmpty ? [] : [pairRule])
  }

  private var remarks: [String] { (rules + notes).map(\.printable) }

  private var sides: [(label: String, run: ComparedRun)] {
    [("BASE", base), ("HEAD", head)]
  }

  package func text(width: Int, style: Style) -> String {
    let flow = Flow(width: width)
    let sides = sides.map { label, run in
      "\(label)  \(run.name)\(run.revision.map { "  " + $0.prefix(12) } ?? "")".printable
    }
    let head = sides + differingFacts.map(\.printable) + remarks.flatMap { flow.lines(of: $0) }
    let tables = sections(maxOthers: 5).map { section in
      var (title, table) = (section.title, section.table)
      // A list's name can be a long path. If the table is too wide and all its rows have the same list name,
      // show that name in the title instead.
      if !table.fits(width), let column = table.titles.firstIndex(where: { $0.text == "heights" }),
        let name = table.rows.first?[column].text,
        table.rows.allSatisfy({ ExactText($0[column].text) == ExactText(name) })
      {
        title += "; heights: \(name)"
        table.remove(column: column)
      }
      return flow.lines(of: title).map { style($0, .heading) }
        + table.lines(width: width, style: style) + section.omission
    }
    let methodLines =
      method.isEmpty
      ? [] : [style("Method", .heading)] + method.flatMap { flow.lines(of: $0) }
    let paint: Style.Paint = exitCode == .success ? .good : .bad
    let end = flow.lines(of: conclusion).map { style($0, paint) }
    return ([head] + tables + [methodLines, end]).paragraphs
  }

  package var markdown: String {
    let escaped = Markdown.escaped
    let sides = sides.map { label, run in
      "**\(label)** \(escaped(run.name))"
        + (run.revision.map { ", " + escaped(String($0.prefix(12))) } ?? "")
    }
    func list(_ points: [String]) -> [String] { points.map { "- " + $0 } }
    let tables = sections(maxOthers: 10).flatMap { section in
      [
        ["### \(escaped(section.title))"], section.table.rows.isEmpty ? [] : section.table.markdown,
        section.omission.map(escaped),
      ]
    }
    let details = ["<details><summary>Method</summary>", ""] + method.map(escaped)
    let parts: [[String]] =
      [
        ["## bench compare"], ["**\(escaped(conclusion))**"],
        list(sides + differingFacts.map(escaped)), list(remarks.map(escaped)),
      ] + tables + [method.isEmpty ? [] : details + ["", "</details>"]]
    return parts.paragraphs
  }
}

// MARK: Tables

extension RunComparison {
  /// A table with its title and, if rows were omitted, a line that says so.
  private typealias Section = (title: String, table: Table, omission: [String])

  private func section(
    _ title: String, _ titles: [String], words: Int, _ rows: [[String]], of all: Int = 0
  ) -> Section {
    func paint(_ cell: String) -> Style.Paint? {
      switch cell {
      case Verdict.slower.rawValue, CounterComparison.Change.more.rawValue: .bad
      case Verdict.faster.rawValue, CounterComparison.Change.less.rawValue: .good
      default: nil
      }
    }
    let cells = rows.map { row in row.map { Table.Cell($0, paint($0)) } }
    let rest = all - rows.count
    return (
      title, Table(titles, wordColumns: words, rows: cells),
      rest > 0 ? ["… and \(Quantity.count(rest)) more; --format json prints all of them."] : []
    )
  }

  /// The maximum number of differences listed in a table.
  private static let limit = 40

  /// The sections of the report. Each table shows at most `maxOthers` unchanged cells.
  private func sections(maxOthers: Int) -> [Section] {
    [
      wrongOperations, changedCounters, moreLateFrames, times(maxOthers: maxOthers),
      timesSideBySide,
      unjudgedCounters(maxOthers: maxOthers),
      section("Cells only in BASE", cells.onlyInBase, "not in HEAD"),
      section("Cells not counted or checked in BASE or HEAD", cells.incomplete),
      section("Cells with no result in either HEAD or BASE", cells.withoutFigure),
      section(
        cells.allowsNew ? "New cells" : "Cells only in HEAD", cells.onlyInHead, "not in BASE"),
    ].compactMap { $0 }
  }

  private var wrongOperations: Section? {
    guard !deviations.isEmpty else { return nil }
    func wrong(_ figures: CheckCounts) -> String {
      let checked = figures.checkedSteps.map { " of \(Quantity.count($0))" } ?? ""
      return Quantity.count(figures.wrongSteps ?? 0) + checked
    }
    return section(
      "Cells with more wrong results than in BASE: \(Quantity.count(deviations.count))",
      ["scenario", "heights", "strategy", "rows", "BASE", "HEAD"], words: 3,
      deviations.map {
        $0.head.cell.names + [
          $0.head.cell.length, wrong($0.base.deviation), wrong($0.head.deviation),
        ]
      })
  }

  /// Cells whose times differ, worst first, followed by the most uncertain of the other cells.
  private func times(maxOthers: Int) -> Section? {
    guard !times.isEmpty else { return nil }
    let verdicts: [Verdict] = [.slower, .faster, .equal, .undecided]
    let unworked = Set(slowerWithoutWork.map(\.cell))
    let counts = verdicts.compactMap { verdict -> String? in
      let number = times.count { $0.verdict == verdict }
      let name = verdict == .equal ? "within the margin" : verdict.rawValue
      let rest =
        verdict == .slower && !unworked.isEmpty
        ? ", \(unworked.count) of them \(Self.withoutWork)" : ""
      return number > 0 ? "\(Quantity.count(number)) \(name)\(rest)" : nil
    }
    let title = "Times of \(count(times.count, "cell"))"
    var (differences, rest) = (0, 0)
    let shown = times.filter { cell in
      if cell.verdict.isDifference { differences += 1 } else { rest += 1 }
      return cell.verdict.isDifference ? differences <= Self.limit : rest <= maxOthers
    }
    return section(
      "\(title): \(counts.joined(separator: ", "))",
      ["verdict", "scenario", "heights", "strategy", "rows", "BASE", "HEAD", "ratio"],
      words: 4,
      shown.map { cell in
        [verdict(of: cell)] + cell.cell.names + [
          cell.cell.length, Quantity.time(nanoseconds: cell.baseNs),
          Quantity.time(nanoseconds: cell.headNs),
          Quantity.ratio(cell.ratio.value, interval: cell.ratio.interval),
        ]
      }, of: times.count)
  }

  /// The maximum number of cells listed in the table of unjudged times.
  private static let pairLimit = 20

  /// A table of both runs' times for the cells where they differ most.
  private var timesSideBySide: Section? {
    guard !timePairs.isEmpty else { return nil }
    func difference(_ pair: TimePair) -> Double { max(pair.ratio, 1 / pair.ratio) }
    let shown = timePairs.sorted { difference($0) > difference($1) }.prefix(Self.pairLimit)
    let noise = sides.map { label, run in
      "\(run.resolution.map { Quantity.percent($0 * 100) } ?? "unknown") in \(label)"
    }
    return section(
      "Times, not judged: \(Quantity.count(timePairs.count)) "
        + "cell\(timePairs.count == 1 ? "" : "s"); noise (A/A control): "
        + noise.joined(separator: ", "),
      ["scenario", "heights", "strategy", "rows", "BASE", "HEAD", "ratio"], words: 3,
      shown.sorted { $0.ratio > $1.ratio }.map { pair in
        pair.cell.names + [
          pair.cell.length, Quantity.time(nanoseconds: pair.baseNs),
          Quantity.time(nanoseconds: pair.headNs), Quantity.ratio(pair.ratio),
        ]
      }, of: timePairs.count)
  }

  private func verdict(of cell: CellComparison) -> String {
    cell.verdict == .equal
      ? "within \(Quantity.percent(cell.margin * 100))" : cell.verdict.rawValue
  }

  /// Changes in counters that can fail the comparison. Increases come first, then accepted increases, then
  /// decreases, each sorted by size, largest first.
  private var changedCounters: Section? {
    guard !counters.isEmpty else { return nil }
    func factor(_ counter: CounterComparison) -> Double {
      counter.ratio.map { max($0, 1 / $0) } ?? .infinity
    }
    let accepted = counters.filter { $0.acceptance != nil }
    let numbers = [
      counters.count { $0.decides }, risen.count, accepted.count, fallen.count,
    ]
    .map(Quantity.count)
    return section(
      "Counters per operation: \(numbers[0]) compared, \(numbers[1]) increased, "
        + (accepted.isEmpty ? "" : "\(numbers[2]) accepted, ") + "\(numbers[3]) decreased",
      [risen, accepted, fallen].flatMap { $0.sorted { factor($0) > factor($1) } },
      limit: Self.limit)
  }

  /// Changes in counters that can't fail the comparison, largest first.
  private func unjudgedCounters(maxOthers: Int) -> Section? {
    func difference(_ counter: CounterComparison) -> Double { abs(counter.head - counter.base) }
    let changed = counters.filter { !$0.decides && $0.change != .same }
    guard !changed.isEmpty else { return nil }
    return section(
      "Other counters, not judged: \(Quantity.count(changed.count)) changed",
      changed.sorted { difference($0) > difference($1) }, limit: maxOthers)
  }

  private func section(
    _ title: String, _ counters: [CounterComparison], limit: Int
  ) -> Section {
    /// Rounds a count to a few digits unless rounding would hide the difference between BASE and HEAD.
    func amount(_ value: Double, beside other: Double) -> String {
      let short = Quantity.amount(value)
      return short == Quantity.amount(other) && value != other ? "\(value)" : short
    }
    return section(
      title, ["change", "scenario", "heights", "strategy", "counter", "rows", "BASE", "HEAD"],
      words: 5,
      counters.prefix(limit).map { counter in
        [counter.acceptance.map { "accepted: \($0)" } ?? counter.change.rawValue]
          + counter.cell.names + [
            counter.counter.name, counter.cell.length, amount(counter.base, beside: counter.head),
            amount(counter.head, beside: counter.base),
          ]
      }, of: counters.count)
  }

  private var moreLateFrames: Section? {
    guard !lateFrames.isEmpty else { return nil }
    return section(
      "Cells with more late frames: \(Quantity.count(lateFrames.count))",
      ["scenario", "heights", "strategy", "rows", "at a cost of", "BASE", "HEAD"], words: 3,
      lateFrames.prefix(Self.limit).map {
        $0.cell.names + [
          $0.cell.length, Quantity.time(nanoseconds: Double($0.rowNs)) + " a height",
          Quantity.count($0.base), Quantity.count($0.head),
        ]
      }, of: lateFrames.count)
  }

  /// Returns the section for cells that could not be compared. `reason` applies to cells that have no
  /// reason of their own.
  private func section(
    _ title: String, _ cells: [UnmatchedCell], _ reason: String = "unknown"
  ) -> Section? {
    guard !cells.isEmpty else { return nil }
    return section(
      "\(title): \(Quantity.count(cells.count))",
      ["scenario", "heights", "strategy", "reason", "rows"], words: 4,
      cells.prefix(Self.limit).map { $0.cell.names + [$0.reason ?? reason, $0.cell.length] },
      of: cells.count)
  }
}

extension CellKey {
  fileprivate var names: [String] {
    [
      group.scenario, group.heights.string,
      mode == "corrected" ? strategy : "\(strategy) (\(mode))",
    ]
  }
  fileprivate var length: String { Quantity.rows(group.rows) }

  fileprivate var json: JSONObject {
    [
      "scenario": group.scenario, "heights": group.heights, "rows": group.rows,
      "strategy": strategy, "mode": mode,
    ]
  }
}

// MARK: JSON

extension RunComparison {
  package func json() throws -> String {
    func side(_ run: ComparedRun) -> JSONObject {
      ["name": run.name, "revision": run.revision, "resolution": run.resolution]
    }
    func list(_ cells: [UnmatchedCell]) -> [JSONObject] {
      cells.map { ["cell": $0.cell.json, "reason": $0.reason] }
    }
    let judged = times.map { cell -> JSONObject in
      [
        "cell": cell.cell.json, "base_ns": cell.baseNs, "head_ns": cell.headNs,
        "ratio": cell.ratio.value, "low": cell.ratio.interval?.low,
        "high": cell.ratio.interval?.high, "observations": cell.ratio.count,
        "margin": cell.margin, "verdict": cell.verdict,
      ]
    }
    let pairs = timePairs.map { pair -> JSONObject in
      [
        "cell": pair.cell.json, "base_ns": pair.baseNs, "head_ns": pair.headNs,
        "ratio": pair.ratio,
      ]
    }
    let changed = counters.filter { $0.change != .same }
    let counterObjects = changed.map { counter -> JSONObject in
      [
        "cell": counter.cell.json, "counter": counter.counter, "base": counter.base,
        "head": counter.head, "tolerance": counter.tolerance, "change": counter.change,
        "decides": counter.decides, "accepted": counter.acceptance,
      ]
    }
    let document: JSONObject = [
      "schema": RunRecord.schemaVersion, "base": side(base),
      "head": side(head), "thresholds": times.isEmpty ? nil : thresholds, "rules": rules,
      "method": method, "notes": notes, "conclusion": conclusion,
      "exit_code": exitCode.rawValue, "times": judged + pairs, "counters": counterObjects,
      "counters_compared": counters.count,
      "late_frames": lateFrames.map {
        ["cell": $0.cell.json, "row_ns": $0.rowNs, "base": $0.base, "head": $0.head] as JSONObject
      },
      "steps_wrong": deviations.map { cell -> JSONObject in
        [
          "cell": cell.head.cell.json, "base": cell.base.deviation.wrongSteps,
          "head": cell.head.deviation.wrongSteps,
        ]
      },
      "only_in_base": list(cells.onlyInBase), "only_in_head": list(cells.onlyInHead),
      "without_figure": list(cells.withoutFigure),
      "not_counted_or_checked": list(cells.incomplete), "allows_new": cells.allowsNew,
    ]
    return try document.json()
  }
}

extension Tolerances {
  /// A sentence that lists the compared counters' tolerances.
  package var text: String {
    func part(_ name: String, _ counter: Counter, _ format: (Double) -> String) -> String? {
      guard counters.contains(counter) else { return nil }
      let bounds = bounds(of: counter)
      guard bounds.share > 0 else { return "\(name) \(format(bounds.least))" }
      let range =
        bounds.most < .infinity
        ? "\(format(bounds.least)) to \(format(bounds.most))" : "at least \(format(bounds.least))"
      return "\(name) \(Percent.text(bounds.share)) of BASE (\(range))"
    }
    let parts = [
      "work 0", part("allocations", .allocations, Quantity.amount),
      part("allocated bytes", .allocatedBytes, Quantity.bytes),
      part("memory of a list", .bytesPerRow, Quantity.bytes),
      part("instructions and data accesses", .instructions, Quantity.amount),
    ]
    return "Tolerated increases in counters: \(parts.compactMap(\.self).joined(separator: ", "))."
  }
}
