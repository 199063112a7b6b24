"""The faults that scripts/mutation-study plants.

`context` is a text that occurs exactly once in the file and contains `before` exactly once. The fault replaces the
expression `before` by `after`, or skips the statement `before` if `after` is None. `tests` is the pattern for
`swift test --filter` that selects the tests which must find the fault.
"""


def fault(name, area, file, tests, before, after, context=None):
    return {"name": name, "area": area, "file": "Sources/" + file, "tests": tests,
            "before": before, "after": after, "context": context or before}


REPLAY = "Replaying/Replay.swift"
SAMPLE = "Measuring/Sample.swift"
WRITER = "Runs/Files/RunWriter.swift"
REPETITIONS = "Runs/Repetitions.swift"
JUDGE = "Runs/Judging/GroupJudge.swift"
COMPARISON = "Runs/Judging/CellComparison.swift"
INVARIANT = "Conformance/Invariants/Invariant.swift"
INDEXED = "ListLayout/IndexedList.swift"
RUNNER = "Runs/Running/Runner.swift"
PLAUSIBILITY = "Runs/Judging/Plausibility.swift"
LOOPS = "ReplayingTests.ReplayTests"
INVARIANTS = "ConformanceTests.InvariantTests"
VIEWS = "StrategiesTests.(RecycledSubview|ReloadWindow|SlidingWindow|WindowTests|OnDemand)"

FAULTS = [
    # Timed loops
    fault("loop-mixed-untold", "timed loop", REPLAY, LOOPS,
          "list.heightChanged(of: row)", None,
          "list.heightChanged(of: row)\n      let offset ="),
    fault("loop-hit-test-unsummed", "timed loop", REPLAY, LOOPS,
          "sum.add(list.row(at: LayoutUnit(rawValue: distances[step])))", None),
    fault("loop-rotate-viewport", "timed loop", REPLAY, LOOPS,
          "list.resizeViewport(to: LayoutUnit(rawValue: script.distances[step]))", None),
    fault("loop-settle", "timed loop", REPLAY, LOOPS,
          "list.settle()", None, "{ list.settle() }\n      }\n      list.layout()"),
    fault("loop-recalc-one-change", "timed loop", REPLAY, LOOPS,
          "(step &+ 1) &* script.width", "step &* script.width &+ 1",
          "step &* script.width..<(step &+ 1) &* script.width {"),
    fault("loop-append-at-top", "timed loop", REPLAY, LOOPS,
          "atEnd ? store.count : 0", "0", "at: atEnd ? store.count : 0, to:"),
    # Statistics
    fault("percentile-position", "statistics", SAMPLE, "MeasuringTests.SampleTests",
          "percent / 100", "percent / 101", "Double(count - 1) * percent / 100"),
    fault("median-interval-tail", "statistics", SAMPLE, "MeasuringTests.(SampleTests|CoverageTests)",
          "(1 - confidence) / 2", "(1 - confidence)",
          "let tail = (1 - confidence) / 2\n    let isPossible"),
    fault("sign-test-rank", "statistics", "Measuring/PairedRatio.swift",
          "MeasuringTests.(SignTest|PairedRatio)Tests", "logRatios.count - rounds", "rounds",
          "chance(ofAtMost: logRatios.count - rounds)"),
    fault("holm-unadjusted", "statistics", "Measuring/Distributions.swift",
          "MeasuringTests.SignTestTests", "Double(values.count - place)", "1.0"),
    fault("ratio-upside-down", "statistics", "Measuring/PairedRatio.swift",
          "MeasuringTests.PairedRatioTests", "$0 - $1", "$1 - $0", "logBaseline).map { $0 - $1 }"),
    fault("order-unbalanced", "statistics", "Measuring/RoundOrder.swift",
          "MeasuringTests.RoundOrderTests", "forward.reversed()", "forward"),
    fault("steady-at-once", "statistics", "Measuring/SteadyState.swift",
          "MeasuringTests.SteadyStateTests", "fall <= Self.tolerance", "fall <= 1"),
    fault("growth-without-caches", "statistics", "Measuring/GrowthFit.swift",
          "MeasuringTests.GrowthFitTests", "interval.low - allowance", "interval.low"),
    # The samples and what is made of them
    fault("samples-torn-line", "samples", "Runs/Files/RunFolder.swift", "RunsTests.RunWriterTests",
          "!isWhole", "isWhole", "if !isWhole {"),
    fault("samples-claimed-twice", "samples", "Basics/FileSystem.swift", "RunsTests.RunWriterTests",
          "link(draft, path) != 0", "renameat(AT_FDCWD, draft, AT_FDCWD, path) != 0"),
    fault("samples-uncounted", "samples", WRITER, "RunsTests.RunWriterTests",
          "round.count", "round.count - sampleCount", "sampleCount += round.count"),
    fault("samples-strangers", "samples", WRITER, "RunsTests.RunWriterTests",
          "own.contains(path)", "!path.isEmpty", "if own.contains(path) {"),
    fault("disturbed-segments-count", "samples", REPETITIONS, "RunsTests.RepetitionsTests",
          "undisturbed.isEmpty", "true", "(undisturbed.isEmpty ? open : undisturbed)"),
    fault("interval-without-segments", "samples", REPETITIONS, "RunsTests.RepetitionsTests",
          "min(fastestSegment, $0.low)", "$0.low"),
    fault("figure-of-any", "samples", REPETITIONS, "RunsTests.RepetitionsTests",
          "sorted()", "self", "Array(sorted().prefix(JudgingRules"),
    # Verdicts
    fault("fastest-by-anything", "verdict", JUDGE, "RunsTests.GroupJudgeTests",
          "times[$0] < times[$1]", "false"),
    fault("selection-unpaid", "verdict", COMPARISON, "RunsTests",
          "holm(pValues: map(\\.pValue))", "map(\\.pValue)"),
    fault("wrong-is-fastest", "verdict", JUDGE, "RunsTests.GroupJudgeTests",
          "competing.filter(showsRightRows)", "competing"),
    fault("control-ignored", "verdict", COMPARISON, "RunsTests",
          "abs(naturalLogarithm(ratio.value)) <= size", "false"),
    fault("ratio-with-overhead", "verdict", JUDGE, "RunsTests.GroupJudgeTests",
          "overheadNs > JudgingRules.overheadShare * times[fastest]", "false"),
    fault("gate-without-absolute", "verdict", COMPARISON, "RunsTests.CellComparisonTests",
          "max(relative, absoluteNs / shorter)", "relative"),
    fault("doubt-skew", "verdict", PLAUSIBILITY, "RunsTests.PlausibilityTests",
          "times.mean / times.median > Self.maxSkew", "false"),
    # Counters
    fault("counter-more", "counter", "Runs/Judging/CounterComparison.swift", "RunsTests.CounterTests",
          "head > base + tolerance", "head > base + tolerance + 1"),
    fault("views-configured", "counter", "ListLayout/RowView.swift", VIEWS,
          "rows.note(.viewsConfigured, 1)", None),
    fault("views-moved", "counter", "ListLayout/RowView.swift", VIEWS,
          "rows.note(.viewsMoved, 1)", None),
    fault("layout-passes", "counter", INDEXED, "ListLayoutTests",
          "rows.note(.layoutPasses, 1)", None),
    fault("heights-asked", "counter", "Replaying/RowStore.swift", VIEWS,
          "Self.amounts(behind: header)[Work.heightsAsked.rawValue] += rows", None),
    # The contract
    fault("invariant-same-screen", "contract", INVARIANT, INVARIANTS,
          "Self.sameScreenViolation(in: lockstep)", "nil"),
    fault("anchor-deleted", "contract", "Conformance/Reference/Reference.swift",
          "ConformanceTests.(ReferenceTests|ScreenOracleTests)",
          "shown.first ?? (old.lowerBound, .zero)", "(old.lowerBound, anchorY)"),
    fault("invariant-bounded-work", "contract", INVARIANT, INVARIANTS,
          "Self.workViolation(in: lockstep)", "nil"),
    fault("insert-at-anchor", "contract", INDEXED, "StrategiesTests.RegistryInvariantTests|ListLayoutTests",
          "new.lowerBound <= anchor", "new.lowerBound < anchor"),
    fault("end-of-list", "contract", INDEXED, "StrategiesTests.RegistryInvariantTests|ListLayoutTests",
          "min(max(.zero, offset), lastOffset)", "max(.zero, offset)"),
    fault("screen-unchecked", "contract", "Runs/Running/CellCheck.swift", "RunsTests",
          "trial.screenDigest == expected.digest(before: next.upperBound)", "true"),
    fault("timed-answers-unchecked", "contract", RUNNER, "RunsTests.WrongAnswerTests",
          "!isRight", "false", "if !isRight { try exclude(cell"),
    # Structures
    fault("fenwick-old-height", "structure", "RowOffsets/Structures/FenwickIndex.swift",
          "StrategiesTests.IndexTests",
          "heights[row] = Int32(truncatingIfNeeded: height.rawValue)", None),
    fault("tree-finger", "structure", "RowOffsets/Structures/SumTree/PooledTree.swift",
          "StrategiesTests.(IndexTests|SumTreeTests)",
          "finger.top", "0", "finger.top &+ Int64(Leaf(finger.leaf).top(of: near))"),
]
