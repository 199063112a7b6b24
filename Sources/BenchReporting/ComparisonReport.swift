import BenchBasics
import BenchMeasuring
import BenchRuns

extension RunComparison {
  package var conclusion: String {
    switch exitCode {
    case .regression:
      let worse = [
        (risen.count, "increased counter", ""),
        (lateFrames.count, "cell", " with more late frames"),
        (deviations.count, "cell", " with more wrong results"),
      ].filter { $0.0 > 0 }.map { number, unit, rest in count(number, unit) + rest }
      return "Regression: \(worse.joined(separator: ", "))."
        + (fallen.isEmpty ? "" : " \(count(fallen.count, "counter")) decreased.")
    case .differentCells:
      let faults = [
        (cells.onlyInBase, "only in BASE"),
        (cells.allowsNew ? [] : cells.onlyInHead, "only in HEAD"),
        (cells.withDifferentAnswers, "with different answers"),
        (cells.incomplete, "not counted or checked"), (cells.withoutFigure, "without a result"),
      ].filter { !$0.0.isEmpty }
      return "Not all cells can be compared: "
        + faults.map { count($0.count, "cell") + " " + $1 }.joined(separator: ", ") + "."
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

  private var sides: [(label: String, name: String, revision: String?)] {
    [("BASE", base), ("HEAD", head)].map { label, run in
      (label, run.name, run.revision.map { String($0.prefix(12)) })
    }
  }

  package func text(width: Int, style: Style) -> String {
    let flow = Flow(width: width)
    let sides = sides.map { label, name, revision in
      "\(label)  \(name)\(revision.map { "  " + $0 } ?? "")".printable
    }
    let head = sides + differingFacts.map(\.printable) + remarks.flatMap { flow.lines(of: $0) }
    let tables = sections(maxOthers: 5).map { section in
      flow.lines(of: section.title).map { style($0, .heading) }
        + section.table.lines(width: width, style: style) + section.omission
    }
    let methodLines =
      method.isEmpty ? [] : [style("Method", .heading)] + method.flatMap { flow.lines(of: $0) }
    let paint: Style.Paint = exitCode == .success ? .good : .bad
    let end = flow.lines(of: conclusion).map { style($0, paint) }
    return ([head] + tables + [methodLines, end]).paragraphs
  }

  package var markdown: String {
    let escaped = Markdown.escaped
    let sides = sides.map { label, name, revision in
      "**\(label)** \(escaped(name))" + (revision.map { ", " + escaped($0) } ?? "")
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

extension RunComparison {
  private typealias Section = (title: String, table: Table, omission: [String])

  /// - Parameters:
  ///   - titles: Column titles before and after the ones that name the cell.
  ///   - all: Total number of rows, including omitted ones.
  private func section(
    _ title: String, _ titles: (before: [String], words: [String], numbers: [String]),
    _ rows: [[Table.Cell]], of all: Int
  ) -> Section {
    let words = titles.before + ["scenario", "heights", "strategy"] + titles.words
    let rest = all - rows.count
    return (
      title, Table(words + ["rows"] + titles.numbers, wordColumns: words.count, rows: rows),
      rest > 0 ? ["… and \(Quantity.count(rest)) more; --format json prints all of them."] : []
    )
  }

  private static let limit = 40

  private func sections(maxOthers: Int) -> [Section] {
    [
      wrongOperations, changedCounters, moreLateFrames, times(maxOthers: maxOthers),
      timesSideBySide, unjudgedCounters(maxOthers: maxOthers),
      section("Cells only in BASE", cells.onlyInBase, "not in HEAD"),
      section(
        "Cells whose answers differ between BASE and HEAD", cells.withDifferentAnswers,
        "different answers"),
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
      ([], [], ["BASE", "HEAD"]),
      deviations.map {
        $0.head.cell.columns(then: [wrong($0.base.deviation), wrong($0.head.deviation)])
      }, of: deviations.count)
  }

  /// Lists the cells whose times differ, starting with the worst, and then up to `maxOthers` other cells,
  /// starting with the most uncertain.
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
    var (differences, rest) = (0, 0)
    let shown = times.filter { cell in
      if cell.verdict.isDifference { differences += 1 } else { rest += 1 }
      return cell.verdict.isDifference ? differences <= Self.limit : rest <= maxOthers
    }
    return section(
      "Times of \(count(times.count, "cell")): \(counts.joined(separator: ", "))",
      (["verdict"], [], ["BASE", "HEAD", "ratio"]),
      shown.map { cell in
        let verdict: Table.Cell =
          switch cell.verdict {
          case .slower: .init(cell.verdict.rawValue, .bad)
          case .faster: .init(cell.verdict.rawValue, .good)
          case .equal: .init("within \(Quantity.percent(cell.margin * 100))")
          case .undecided: .init(cell.verdict.rawValue)
          }
        return [verdict]
          + cell.cell.columns(then: [
            Quantity.time(nanoseconds: cell.baseNs), Quantity.time(nanoseconds: cell.headNs),
            Quantity.ratio(cell.ratio.value, interval: cell.ratio.interval),
          ])
      }, of: times.count)
  }

  private var timesSideBySide: Section? {
    guard !timePairs.isEmpty else { return nil }
    func difference(_ pair: TimePair) -> Double { max(pair.ratio, 1 / pair.ratio) }
    let shown = timePairs.sorted { difference($0) > difference($1) }.prefix(20)
    let noise = [("BASE", base), ("HEAD", head)].map { label, run in
      "\(run.resolution.map { Quantity.percent($0 * 100) } ?? "unknown") in \(label)"
    }
    return section(
      "Times, not judged: \(count(timePairs.count, "cell")); noise (A/A control): "
        + noise.joined(separator: ", "), ([], [], ["BASE", "HEAD", "ratio"]),
      shown.sorted { $0.ratio > $1.ratio }.map { pair in
        pair.cell.columns(then: [
          Quantity.time(nanoseconds: pair.baseNs), Quantity.time(nanoseconds: pair.headNs),
          Quantity.ratio(pair.ratio),
        ])
      }, of: timePairs.count)
  }

  private var changedCounters: Section? {
    guard !counters.isEmpty else { return nil }
    func factor(_ counter: CounterComparison) -> Double {
      counter.ratio.map { max($0, 1 / $0) } ?? .infinity
    }
    let accepted = counters.filter { $0.acceptance != nil }
    let numbers = [counters.count { $0.decides }, risen.count, accepted.count, fallen.count]
      .map(Quantity.count)
    return section(
      "Counters per operation: \(numbers[0]) compared, \(numbers[1]) increased, "
        + (accepted.isEmpty ? "" : "\(numbers[2]) accepted, ") + "\(numbers[3]) decreased",
      [risen, accepted, fallen].flatMap { $0.sorted { factor($0) > factor($1) } },
      limit: Self.limit)
  }

  private func unjudgedCounters(maxOthers: Int) -> Section? {
    func difference(_ counter: CounterComparison) -> Double { abs(counter.head - counter.base) }
    let changed = counters.filter { !$0.decides && $0.change != .same }
    guard !changed.isEmpty else { return nil }
    return section(
      "Other counters, not judged: \(Quantity.count(changed.count)) changed",
      changed.sorted { difference($0) > difference($1) }, limit: maxOthers)
  }

  private func section(_ title: String, _ counters: [CounterComparison], limit: Int) -> Section {
    /// Rounds a count to a few digits unless rounding would hide the difference between BASE and HEAD.
    func amount(_ value: Double, beside other: Double) -> String {
      let short = Quantity.amount(value)
      return short == Quantity.amount(other) && value != other ? "\(value)" : short
    }
    return section(
      title, (["change"], ["counter"], ["BASE", "HEAD"]),
      counters.prefix(limit).map { counter in
        let paint: Style.Paint? =
          switch counter.change {
          case .more: .bad
          case .less: .good
          case .same: nil
          }
        let change: Table.Cell =
          counter.acceptance.map { .init("accepted: \($0)") }
          ?? .init(counter.change.rawValue, paint)
        return [change]
          + counter.cell.columns(
            and: [counter.counter.name],
            then: [
              amount(counter.base, beside: counter.head),
              amount(counter.head, beside: counter.base),
            ])
      }, of: counters.count)
  }

  private var moreLateFrames: Section? {
    guard !lateFrames.isEmpty else { return nil }
    return section(
      "Cells with more late frames: \(Quantity.count(lateFrames.count))",
      ([], [], ["at a cost of", "BASE", "HEAD"]),
      lateFrames.prefix(Self.limit).map {
        $0.cell.columns(then: [
          Quantity.time(nanoseconds: Double($0.rowNs)) + " a height", Quantity.count($0.base),
          Quantity.count($0.head),
        ])
      }, of: lateFrames.count)
  }

  private func section(
    _ title: String, _ cells: [UnmatchedCell], _ reason: String = "unknown"
  ) -> Section? {
    guard !cells.isEmpty else { return nil }
    return section(
      "\(title): \(Quantity.count(cells.count))", ([], ["reason"], []),
      cells.prefix(Self.limit).map { $0.cell.columns(and: [$0.reason ?? reason]) }, of: cells.count)
  }
}

extension CellKey {
  /// The table columns that identify the cell. The list's name is truncated, because it can be a long path.
  fileprivate func columns(and words: [String] = [], then numbers: [String] = []) -> [Table.Cell] {
    let heights = group.heights.printable.cut(to: 24, before: "")
    let texts = [group.scenario, heights, label] + words + [Quantity.rows(group.rows)] + numbers
    return texts.map { .init($0) }
  }

  fileprivate var json: JSONObject {
    [
      "scenario": group.scenario, "heights": group.heights, "rows": group.rows,
      "strategy": strategy, "mode": mode,
    ]
  }
}

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
      ["cell": pair.cell.json, "base_ns": pair.baseNs, "head_ns": pair.headNs, "ratio": pair.ratio]
    }
    let changed = counters.filter { $0.change != .same }.map { counter -> JSONObject in
      [
        "cell": counter.cell.json, "counter": counter.counter, "base": counter.base,
        "head": counter.head, "tolerance": counter.tolerance, "change": counter.change,
        "decides": counter.decides, "accepted": counter.acceptance,
      ]
    }
    let late = lateFrames.map { frame -> JSONObject in
      ["cell": frame.cell.json, "row_ns": frame.rowNs, "base": frame.base, "head": frame.head]
    }
    let wrong = deviations.map { cell -> JSONObject in
      [
        "cell": cell.head.cell.json, "base": cell.base.deviation.wrongSteps,
        "head": cell.head.deviation.wrongSteps,
      ]
    }
    let document: JSONObject = [
      "schema": RunRecord.schemaVersion, "base": side(base), "head": side(head),
      "thresholds": times.isEmpty ? nil : thresholds, "rules": rules, "method": method,
      "notes": notes, "conclusion": conclusion, "exit_code": exitCode.rawValue,
      "times": judged + pairs, "counters": changed, "counters_compared": counters.count,
      "late_frames": late, "steps_wrong": wrong, "only_in_base": list(cells.onlyInBase),
      "only_in_head": list(cells.onlyInHead), "without_figure": list(cells.withoutFigure),
      "different_answers": list(cells.withDifferentAnswers),
      "not_counted_or_checked": list(cells.incomplete), "allows_new": cells.allowsNew,
    ]
    return try document.json()
  }
}

extension Tolerances {
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
