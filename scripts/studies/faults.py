"""The faults that scripts/mutation-study plants.

`context` is a text that occurs exactly once in the file and contains `before` exactly once. The fault replaces the
expression `before` by `after`, or skips the statement `before` if `after` is None. `tests` is the pattern for
`swift test --filter` that selects the tests which must find the fault.
"""


def faults(area, rows):
    parts = "name", "file", "tests", "before", "after", "context"
    return [{"area": area, "context": row[3]} | dict(zip(parts, row)) | {"file": "Sources/" + row[1]} for row in rows]


REPLAY = "Replaying/Replay.swift"
SAMPLE = "Measuring/Sample.swift"
WRITER = "Runs/Files/RunWriter.swift"
REPETITIONS = "Runs/Repetitions.swift"
JUDGE = "Runs/Judging/Standing.swift"
COMPARISON = "Runs/Judging/CellComparison.swift"
INVARIANT = "Conformance/Invariant.swift"
INDEXED = "ListLayout/IndexedList.swift"
RUNNER = "Runs/Running/Runner.swift"
LOOPS = "ReplayingTests.ReplayTests"
INVARIANTS = "ConformanceTests.InvariantTests"
VIEWS = "StrategiesTests.(RecycledSubview|ReloadWindow|SlidingWindow|WindowTests|OnDemand)"

FAULTS = [
    *faults("timed loop", [
        ("loop-mixed-untold", REPLAY, LOOPS, "list.heightChanged(of: row)", None,
         "list.heightChanged(of: row)\n      let offset ="),
        ("loop-hit-test-unsummed", REPLAY, LOOPS, "sum.add(list.row(at: LayoutUnit(rawValue: distances[step])))",
         None),
        ("loop-rotate-viewport", REPLAY, LOOPS,
         "list.resizeViewport(to: LayoutUnit(rawValue: script.distances[step]))", None),
        ("loop-settle", REPLAY, LOOPS, "list.settle()", None, "{ list.settle() }\n      }\n      list.layout()"),
        ("loop-recalc-one-change", REPLAY, LOOPS, "(step &+ 1) &* script.width", "step &* script.width &+ 1",
         "step &* script.width..<(step &+ 1) &* script.width {"),
        ("loop-append-at-top", REPLAY, LOOPS, "atEnd ? store.count : 0", "0", "at: atEnd ? store.count : 0, to:"),
    ]),
    *faults("statistics", [
        ("percentile-position", SAMPLE, "MeasuringTests.SampleTests", "percent / 100", "percent / 101",
         "Double(count - 1) * percent / 100"),
        ("median-interval-tail", SAMPLE, "MeasuringTests.(SampleTests|CoverageTests)", "(1 - confidence) / 2",
         "(1 - confidence)", "let tail = (1 - confidence) / 2\n    let isPossible"),
        ("ratio-upside-down", "Measuring/PairedRatio.swift", "MeasuringTests.PairedRatioTests", "$0 - $1", "$1 - $0",
         "logBaseline).map { $0 - $1 }"),
        ("order-unbalanced", "Measuring/RoundOrder.swift", "MeasuringTests.RoundOrderTests", "forward.reversed()",
         "forward"),
        ("steady-at-once", "Measuring/SteadyState.swift", "MeasuringTests.SteadyStateTests", "fall <= Self.tolerance",
         "fall <= 1"),
        ("growth-without-caches", "Measuring/GrowthFit.swift", "MeasuringTests.GrowthFitTests",
         "allowance", "1e-9", "<= allowance"),
    ]),
    *faults("samples", [
        ("samples-torn-line", "Runs/Files/RunFolder.swift", "RunsTests.RunWriterTests", "!isWhole", "isWhole",
         "if !isWhole {"),
        ("samples-claimed-twice", "Basics/FileSystem.swift", "RunsTests.RunWriterTests", "link(draft, path) == 0",
         "renameat(AT_FDCWD, draft, AT_FDCWD, path) == 0"),
        ("samples-uncounted", WRITER, "RunsTests.RunWriterTests", "round.count", "round.count - sampleCount",
         "sampleCount += round.count"),
        ("time-of-fastest", REPETITIONS, "RunsTests.RepetitionsTests", "times.sorted()[1]", "times.sorted()[0]"),
        ("disturbed-segments-count", REPETITIONS, "RunsTests.RepetitionsTests", "undisturbed.isEmpty", "true",
         "(undisturbed.isEmpty ? open : undisturbed)"),
    ]),
    *faults("verdict", [
        ("fastest-by-anything", JUDGE, "RunsTests.StandingTests", "time($0) < time($1)", "false"),
        ("wrong-is-ranked", JUDGE, "RunsTests.StandingTests", "self[place].showsWrongRows", "false"),
        ("reference-by-time", JUDGE, "RunsTests.StandingTests", "$0 < 1", "false", "high.map { $0 < 1 }"),
        ("resolution-ignored", JUDGE, "RunsTests.StandingTests", "1 + resolution", "1", "value > 1 + resolution"),
        ("limit-ignored", JUDGE, "RunsTests.StandingTests", "Ranking.minOverheads * floorNs", "0"),
        ("gate-without-absolute", COMPARISON, "RunsTests.CellComparisonTests", "max(relative, absoluteNs / shorter)",
         "relative"),
    ]),
    *faults("counter", [
        ("counter-more", "Runs/Judging/CounterComparison.swift", "RunsTests.CounterTests", "head > base + tolerance",
         "head > base + tolerance + 1"),
        ("views-configured", "ListLayout/RowView.swift", VIEWS, "rows.note(.viewsConfigured, 1)", None),
        ("views-moved", "ListLayout/RowView.swift", VIEWS, "rows.note(.viewsMoved, 1)", None),
        ("layout-passes", INDEXED, "ListLayoutTests", "rows.note(.layoutPasses, 1)", None),
        ("heights-asked", "Replaying/RowStore.swift", VIEWS,
         "Self.amounts(behind: header)[Work.heightsAsked.rawValue] += rows", None),
    ]),
    *faults("contract", [
        ("invariant-same-screen", INVARIANT, INVARIANTS, "lockstep.screenViolation()", "nil"),
        ("anchor-deleted", "Conformance/Reference.swift",
         "ConformanceTests.(ReferenceTests|ScreenOracleTests)", "target.map { ($0, .zero) } ?? keptRow",
         "keptRow"),
        ("invariant-bounded-work", INVARIANT, INVARIANTS, "lockstep.workViolation()", "nil"),
        ("insert-at-anchor", INDEXED, "StrategiesTests.RegistryInvariantTests|ListLayoutTests",
         "anchor.inserted(new)", None),
        ("end-of-list", INDEXED, "StrategiesTests.RegistryInvariantTests|ListLayoutTests",
         "min(max(.zero, offset), lastOffset)", "max(.zero, offset)"),
        ("screen-unchecked", "Runs/Running/CellCheck.swift", "RunsTests",
         "trial.screenDigest == expected.digest(before: next.upperBound)", "true"),
        ("timed-answers-unchecked", RUNNER, "RunsTests.WrongAnswerTests", "!isRight", "false",
         "if !isRight { try exclude(cell"),
    ]),
    *faults("structure", [
        ("fenwick-old-height", "RowOffsets/Structures/FenwickIndex.swift", "StrategiesTests.IndexTests",
         "heights[row] = Int32(truncatingIfNeeded: height.rawValue)", None),
        ("tree-finger", "RowOffsets/Structures/SumTree/PooledTree.swift", "StrategiesTests.(IndexTests|SumTreeTests)",
         "finger.top", "0", "finger.top &+ Int64(Leaf(finger.leaf).top(of: near))"),
    ]),
]
