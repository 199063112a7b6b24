// swift-tools-version: 6.2
import PackageDescription

// The architecture, top to bottom. A target may use only targets of a lower layer.
//
//   7  bench                     the executable: three lines
//   6  BenchTool                 the command line, as a library
//   5  Claims                    what posts say, put to the test
//   4  Running     Reporting     plan -> events  |  tables, progress, Markdown
//   3  Comparing   Conformance   verdicts  |  reference, laws, deviation meter
//   2  Recording  Strategies  Workloads   runs on disk | contenders, roster | heights, scripts
//   1  Measuring   Replaying     clock, schedule, statistics  |  the timed loops
//   0  ListLayout                the protocol and its vocabulary; no Foundation
//      FileReading               files, read whole and within a limit; no Foundation
//
// CMeasuring, under Measuring, is what must be C: calls that Swift does not import, for counts of
// instructions and for the peak of memory. CAllocationCounting stands before the C library's
// allocator of the program that links it: of bench, and of no product that is a library.

/// CI sets this, so that it alone fails on a compiler's new warning.
let warnings: [SwiftSetting] =
  Context.environment["LAYOUTBENCH_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "LayoutBench",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "bench", targets: ["bench"]),
    // An app that wants the techniques, not the harness, needs only this one.
    .library(name: "ListLayout", targets: ["ListLayout"]),
    // Check your own strategy against the reference, and race it.
    .library(name: "Conformance", targets: ["Conformance"]),
    .library(name: "BenchTool", targets: ["BenchTool"]),
    // Beside BenchTool, for a program that is to count allocations too: it needs no import.
    .library(name: "AllocationCounting", targets: ["CAllocationCounting"]),
  ],
  targets: [
    // 0
    .target(name: "ListLayout"),
    .testTarget(name: "ListLayoutTests", dependencies: ["ListLayout"]),
    .target(name: "FileReading"),
    // 1
    .target(name: "CMeasuring"),
    .target(name: "CAllocationCounting", dependencies: ["CMeasuring"]),
    .target(name: "Measuring", dependencies: ["CMeasuring"]),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"]),
    .target(name: "Replaying", dependencies: ["ListLayout"]),
    .testTarget(name: "ReplayingTests", dependencies: ["Replaying"]),
    // 2
    .target(name: "Recording", dependencies: ["FileReading", "Measuring"]),
    .testTarget(name: "RecordingTests", dependencies: ["Recording"]),
    .target(name: "Strategies", dependencies: ["Replaying"], exclude: ["Posts/README.md"]),
    .testTarget(
      name: "StrategiesTests",
      dependencies: ["CAllocationCounting", "Strategies", "Conformance"]),
    .target(
      name: "Workloads", dependencies: ["FileReading", "Measuring", "Replaying"],
      exclude: ["Data/README.md"]),
    .testTarget(name: "WorkloadsTests", dependencies: ["Workloads"]),
    // 3
    .target(name: "Comparing", dependencies: ["Recording"]),
    .testTarget(name: "ComparingTests", dependencies: ["Comparing"]),
    .target(name: "Conformance", dependencies: ["Measuring", "Replaying"]),
    .testTarget(
      name: "ConformanceTests", dependencies: ["Conformance", "Strategies", "Workloads"]),
    // 4
    .target(
      name: "Running",
      dependencies: ["Comparing", "Conformance", "Recording", "Strategies", "Workloads"]),
    .testTarget(
      name: "RunningTests",
      dependencies: [
        "CAllocationCounting", "Conformance", "Recording", "Running", "Strategies", "Workloads",
      ]),
    .target(name: "Reporting", dependencies: ["Comparing", "Conformance", "Recording"]),
    .testTarget(name: "ReportingTests", dependencies: ["Reporting"]),
    // 5
    .target(name: "Claims", dependencies: ["Running", "Reporting"]),
    .testTarget(name: "ClaimsTests", dependencies: ["Claims", "Strategies"]),
    // 6
    .target(name: "BenchTool", dependencies: ["Claims", "Running", "Reporting"]),
    .testTarget(name: "BenchToolTests", dependencies: ["BenchTool"]),
    // 7
    .executableTarget(
      name: "bench", dependencies: ["BenchTool", "CAllocationCounting"], path: "Benchmarks/bench"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = (target.swiftSettings ?? []) + warnings
}
