"""Loops written without the harness: the package's structures in Swift, trees in C++."""

import contextlib
import csv
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
STUDIES = ROOT / "scripts" / "studies"
COPY = ROOT / ".build" / "plain-loops"
FLOOR = "floor"
CXX = [os.environ.get("CXX", "g++"), "-O2", "-std=c++17"]

MAIN = """import ListLayout
import Indexes
import Workloads

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

let arguments = CommandLine.arguments
let seed = UInt64(arguments[2])!
let screen = Screen(width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 844))
let heights = try Population(HeightsSpec("chat"), seed: seed)
  .heights(rows: Int(arguments[1])!, screen: screen).raw
guard
  let run = PlainRun(
    heights: heights, seed: seed, scenarios: arguments[4], strategies: arguments[5])
else {
  print("one of these is not known here: \(arguments[4]), \(arguments[5])")
  exit(1)
}
if arguments.count > 6 {
  let bytes = run.bytes
  let file = fopen(arguments[6], "wb")
  precondition(fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0)
}
run.measure(repetitions: Int(arguments[3])!)
"""
TARGET = """
package.targets.append(
  .executableTarget(name: "plain-loops", dependencies: ["Indexes", "Workloads"]))
"""


def fail(message):
    """Ends the script that runs with a line."""
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {message}")


# As bench sets it for itself: all memory may lie on huge pages.
ALLOCATION = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def call(*command, folder=None):
    """What a command printed; ends the script when it fails."""
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True,
                          text=True, env={**os.environ, **ALLOCATION})
    if done.returncode != 0:
        fail(f"{' '.join(map(str, command))}: exit {done.returncode}:\n"
             f"{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def build():
    """Builds the plain loops among the package's own sources, aside, and the C++ programs."""
    indexes = COPY / "Sources" / "Indexes"
    if COPY.joinpath("Sources").exists():
        shutil.rmtree(COPY / "Sources")
    indexes.mkdir(parents=True)
    links = [(ROOT / name, COPY / name) for name in ["Benchmarks", "Tests"]]
    links += [(source, COPY / "Sources" / source.name)
              for source in (ROOT / "Sources").iterdir() if source.name != "Indexes"]
    links += [(source, indexes / source.name)
              for source in (ROOT / "Sources" / "Indexes").iterdir()]
    # Generic code is specialised in its own module, so what is measured stands there.
    links += [(STUDIES / "PlainLoops.swift", indexes / "PlainLoops.swift"),
              (ROOT / "Sources" / "Posts" / "AllHeights.swift", indexes / "AllHeights.swift"),
              (ROOT / "Sources" / "Strategies" / "FloorLayout.swift", indexes / "FloorLayout.swift")]
    for source, link in links:
        link.unlink(missing_ok=True)
        link.symlink_to(source)
    (COPY / "Sources" / "plain-loops").mkdir()
    (COPY / "Sources" / "plain-loops" / "main.swift").write_text(MAIN)
    (COPY / "Package.swift").write_text((ROOT / "Package.swift").read_text() + TARGET)
    call("swift", "build", "-c", "release", "-j", "2", "--product", "plain-loops", folder=COPY)
    source = STUDIES / "plain_trees.cpp"
    vectors = ["-mavx2", "-mpopcnt"] if has_avx2() else []
    call(*CXX, *vectors, "-o", COPY / "plain_trees", source)
    call(os.environ.get("CC", "cc"), "-O2", "-o", COPY / "neighbour", STUDIES / "neighbour.c")


def has_avx2():
    """Whether this machine's processor has the vector instructions that not every one has."""
    with contextlib.suppress(OSError):
        return " avx2 " in pathlib.Path("/proc/cpuinfo").read_text()
    return False


def loops(rows, seed, repetitions, scenario, strategies, questions=None):
    """The repetitions of plain loops: strategy, scenario, number, nanoseconds, steps, answers.

    Writes the questions to a file, for `trees`, when one is named.
    """
    command = [COPY / ".build" / "release" / "plain-loops", rows, seed, repetitions, scenario,
               strategies]
    return list(csv.reader(call(*command, *([questions] if questions else [])).splitlines()))


def trees(tree, questions, repetitions, scenario):
    """The repetitions of a tree in C++, 'fenwick' or 'blocks', in the form of `loops`."""
    lines = call(COPY / "plain_trees", tree, questions, repetitions, scenario).splitlines()
    return list(csv.reader(lines))


def medians(repetitions):
    """The figure of each strategy, made as bench makes it: the median of the three least repetitions. All
    must have answered the same."""
    times, answers = {}, {}
    for strategy, _, _, nanoseconds, _, answer in repetitions:
        times.setdefault(strategy, []).append(float(nanoseconds))
        if strategy != FLOOR:
            answers.setdefault(answer, strategy)
    if len(answers) > 1:
        fail(f"different answers: {answers}")
    return {strategy: statistics.median(sorted(values)[:3]) for strategy, values in times.items()}


def machine(loads):
    """This machine in a sentence, with its load at the start and at the end of a study."""
    facts = {}
    with contextlib.suppress(OSError):
        for line in subprocess.run(["lscpu"], capture_output=True, text=True).stdout.splitlines():
            name, _, value = line.partition(":")
            facts[name.strip()] = value.strip()
    caches = ", ".join(f"{name.removesuffix(' cache')} {facts[name]}"
                       for name in ["L1d cache", "L2 cache", "L3 cache"] if name in facts)
    return (f"{facts.get('Model name', 'processor unknown')}, {os.cpu_count()} cores, "
            f"{caches or 'caches unknown'}"
            + (f"; a virtual machine ({facts['Hypervisor vendor']})"
               if "Hypervisor vendor" in facts else "")
            + f". Load {loads[0]:.1f} at the start, {loads[1]:.1f} at the end, this study in it.")


