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
JUDGE = "Runs/Judging/GroupJudge.swift"
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
        ("sign-test-rank", "Measuring/PairedRatio.swift", "MeasuringTests.(SignTest|PairedRatio)Tests",
         "logRatios.count - rounds", "rounds", "chance(ofAtMost: logRatios.count - rounds)"),
        ("holm-unadjusted", "Measuring/Distributions.swift", "MeasuringTests.SignTestTests",
         "Double(values.count - place)", "1.0"),
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
        ("disturbed-segments-count", REPETITIONS, "RunsTests.RepetitionsTests", "undisturbed.isEmpty", "true",
         "(undisturbed.isEmpty ? open : undisturbed)"),
        ("interval-without-segments", REPETITIONS, "RunsTests.RepetitionsTests", "min(fastestSegment, $0.low)",
         "$0.low"),
        ("figure-of-any", REPETITIONS, "RunsTests.RepetitionsTests", "sorted()", "self",
         "Array(sorted().prefix(JudgingRules"),
    ]),
    *faults("verdict", [
        ("fastest-by-anything", JUDGE, "RunsTests.GroupJudgeTests", "times[$0] < times[$1]", "false"),
        ("selection-unpaid", COMPARISON, "RunsTests", "holm(pValues: map(\\.pValue))", "map(\\.pValue)"),
        ("wrong-is-fastest", JUDGE, "RunsTests.GroupJudgeTests", "competing.filter(showsRightRows)", "competing"),
        ("control-ignored", COMPARISON, "RunsTests", "abs(naturalLogarithm(ratio.value)) <= size", "false"),
        ("ratio-with-overhead", JUDGE, "RunsTests.GroupJudgeTests",
         "overheadNs > JudgingRules.overheadShare * times[fastest]", "false"),
        ("gate-without-absolute", COMPARISON, "RunsTests.CellComparisonTests", "max(relative, absoluteNs / shorter)",
         "relative"),
        ("doubt-skew", JUDGE, "RunsTests.PlausibilityTests", "times.mean / times.median > JudgingRules.maxSkew",
         "false"),
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
         "ConformanceTests.(ReferenceTests|ScreenOracleTests)", "shown.first ?? (old.lowerBound, .zero)",
         "(old.lowerBound, anchorY)"),
        ("invariant-bounded-work", INVARIANT, INVARIANTS, "lockstep.workViolation()", "nil"),
        ("insert-at-anchor", INDEXED, "StrategiesTests.RegistryInvariantTests|ListLayoutTests",
         "new.lowerBound <= anchor", "new.lowerBound < anchor"),
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
