"""The faults that scripts/mutation-study plants.

`context` occurs exactly once in the file and contains `before` exactly once. The fault replaces the expression `before` with
`after`. If `after` is None, it skips the statement `before`. `tests` is the pattern for `swift test --filter` that selects
the tests that have to find the fault.
"""


def faults(area, rows):
    parts = "name", "file", "tests", "before", "after", "context"
    return [{"area": area, "context": row[3]} | dict(zip(parts, row)) | {"file": "Sources/" + row[1]} for row in rows]


REPLAY = "BenchReplaying/Replay.swift"
SAMPLE = "BenchMeasuring/Sample.swift"
WRITER = "BenchRuns/Files/RunWriter.swift"
REPETITIONS = "BenchRuns/Repetitions.swift"
JUDGE = "BenchRuns/Judging/Standing.swift"
COMPARISON = "BenchRuns/Judging/CellComparison.swift"
INVARIANT = "Conformance/Invariant.swift"
INDEXED = "ListLayout/IndexedList.swift"
RUNNER = "BenchRuns/Running/Runner.swift"
LOOPS = "BenchReplayingTests.ReplayTests"
INVARIANTS = "ConformanceTests.InvariantTests"
VIEWS = "BenchStrategiesTests.(RecycledSubview|ReloadWindow|SlidingWindow|WindowTests|OnDemand)"

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
        ("percentile-position", SAMPLE, "BenchMeasuringTests.SampleTests", "percent / 100", "percent / 101",
         "Double(count - 1) * percent / 100"),
        ("median-interval-tail", SAMPLE, "BenchMeasuringTests.SignTestTests", "(1 - confidence) / 2",
         "(1 - confidence)", "let tail = (1 - confidence) / 2\n    let rank"),
        ("ratio-upside-down", SAMPLE, "BenchMeasuringTests.PairedRatioTests", "log($0) - log($1)", "log($1) - log($0)"),
        ("order-unbalanced", "BenchMeasuring/RoundOrder.swift", "BenchMeasuringTests.RoundOrderTests", "forward.reversed()",
         "forward"),
        ("steady-at-once", "BenchMeasuring/SteadyState.swift", "BenchMeasuringTests.SteadyStateTests", "fall <= Self.tolerance",
         "fall <= 1"),
        ("growth-without-caches", "BenchMeasuring/GrowthClass.swift", "BenchMeasuringTests.GrowthClassTests",
         "allowance", "1e-9", "<= allowance"),
    ]),
    *faults("samples", [
        ("samples-torn-line", "BenchRuns/Files/RunFolder.swift", "BenchRunsTests.RunWriterTests", "!isWhole", "isWhole",
         "if !isWhole {"),
        ("samples-claimed-twice", "BenchBasics/FileSystem.swift", "BenchRunsTests.RunWriterTests", "link(draft, path) == 0",
         "renameat(AT_FDCWD, draft, AT_FDCWD, path) == 0"),
        ("samples-uncounted", WRITER, "BenchRunsTests.RunWriterTests", "round.count", "round.count - sampleCount",
         "sampleCount += round.count"),
        ("time-of-fastest", REPETITIONS, "BenchRunsTests.RepetitionsTests", "times.sorted()[1]", "times.sorted()[0]"),
        ("disturbed-segments-count", REPETITIONS, "BenchRunsTests.RepetitionsTests", "undisturbed.isEmpty", "true",
         "(undisturbed.isEmpty ? open : undisturbed)"),
    ]),
    *faults("verdict", [
        ("fastest-by-anything", JUDGE, "BenchRunsTests.StandingTests", "time($0) < time($1)", "false"),
        ("wrong-is-ranked", JUDGE, "BenchRunsTests.StandingTests", "self[place].showsWrongRows", "false"),
        ("reference-by-time", JUDGE, "BenchRunsTests.StandingTests", "$0 < 1", "false", "high.map { $0 < 1 }"),
        ("resolution-ignored", JUDGE, "BenchRunsTests.StandingTests", "1 + resolution", "1", "value > 1 + resolution"),
        ("limit-ignored", JUDGE, "BenchRunsTests.StandingTests", "Ranking.minOverheads * floorNs", "0"),
        ("gate-without-absolute", COMPARISON, "BenchRunsTests.CellComparisonTests", "max(relative, absoluteNs / shorter)",
         "relative"),
    ]),
    *faults("counter", [
        ("counter-more", "BenchRuns/Judging/CounterComparison.swift", "BenchRunsTests.CounterTests", "head > base + tolerance",
         "head > base + tolerance + 1"),
        ("views-configured", "ListLayout/RowView.swift", VIEWS, "rows.note(.viewsConfigured, 1)", None),
        ("views-moved", "ListLayout/RowView.swift", VIEWS, "rows.note(.viewsMoved, 1)", None),
        ("layout-passes", INDEXED, "ListLayoutTests", "rows.note(.layoutPasses, 1)", None),
        ("heights-asked", "BenchReplaying/RowStore.swift", VIEWS,
         "Self.amounts(behind: header)[Work.heightsAsked.rawValue] += rows", None),
    ]),
    *faults("contract", [
        ("invariant-same-screen", INVARIANT, INVARIANTS, "lockstep.screenViolation()", "nil"),
        ("anchor-deleted", "Conformance/Reference.swift",
         "ConformanceTests.ReferenceTests", "target.map { ($0, .zero) } ?? keptRow",
         "keptRow"),
        ("invariant-bounded-work", INVARIANT, INVARIANTS, "lockstep.workViolation()", "nil"),
        ("insert-at-anchor", INDEXED, "BenchStrategiesTests.RegistryInvariantTests|ListLayoutTests",
         "anchor.inserted(new)", None),
        ("end-of-list", INDEXED, "BenchStrategiesTests.RegistryInvariantTests|ListLayoutTests",
         "min(max(.zero, offset), lastOffset)", "max(.zero, offset)"),
        ("screen-unchecked", "BenchRuns/Running/CellCheck.swift", "BenchRunsTests",
         "trial.screenDigest == expected.digest(before: next.upperBound)", "true"),
        ("timed-answers-unchecked", RUNNER, "BenchRunsTests.WrongAnswerTests", "!isRight", "false",
         "if !isRight { try exclude(cell"),
    ]),
    *faults("structure", [
        ("fenwick-old-height", "RowOffsets/Structures/FenwickIndex.swift", "BenchStrategiesTests.IndexTests",
         "heights[row] = Int32(truncatingIfNeeded: height.rawValue)", None),
        ("tree-finger", "RowOffsets/Structures/SumTree/PooledTree.swift", "BenchStrategiesTests.(IndexTests|SumTreeTests)",
         "finger.top", "0", "finger.top &+ Int64(Leaf(finger.leaf).top(of: near))"),
    ]),
]
