// swift-tools-version: 6.2
import PackageDescription

// The architecture, top to bottom. A target may use only targets of a lower layer.
//
//   8  layoutbench  claims   executables: three lines | an experiment: what posts say, put to the test
//   7  BenchTool             the command line, as a library
//   6  Reporting             tables, progress, Markdown; alone: pure functions
//   5  Runs                  a run: plan, files, verdicts
//      Strategies            the registry; alone: the harness knows no technique
//   4  Workloads  Conformance  heights, scripts | reference, invariants, checked segments
//      Posts  Indexes        the techniques; alone: two modules that are compiled side by side
//   3  Replaying             the timed loops and their clock
//   2  Measuring             clock, schedule, statistics
//   1  Basics                files, processes, the errors that end a command; spelling, quoting, wrapping
//      RowOffsets            an app's row heights; no Foundation
//      CAllocationCounting   stands before the C library's allocator of the program that links it: of
//                            bench, and of no product that is a library but its own
//   0  ListLayout            the protocol, its vocabulary, the screen; no Foundation
//      bench                 builds layoutbench as a release and becomes it; alone: a second to build
//      CMeasuring  CProcesses  calls that Swift does not import; alone: a target of C is one of its own
//
// 'scripts/check-layers' holds the code to this drawing.
//
// The sources in RowOffsets/Structures are compiled twice: there, and in Indexes, which has a link to
// them. Generics specialise in the module that declares them; otherwise every line of the structures
// would need an attribute to be as fast in both.

/// CI sets this, so that it alone fails on a compiler's new warning.
let warnings: [SwiftSetting] =
  Context.environment["LAYOUTBENCH_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "LayoutBench",
  // macOS: the tool needs Synchronization and RangeSet. iOS: what an app needs is RowOffsets and ListLayout.
  platforms: [.macOS(.v15), .iOS(.v16)],
  products: [
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "layoutbench", targets: ["layoutbench"]),
    .executable(name: "claims", targets: ["claims"]),
    // Row heights that know where every row stands: what an app needs under a list.
    .library(name: "RowOffsets", targets: ["RowOffsets"]),
    // The screen over an index of one's own, windows, views that are used again; no harness.
    .library(name: "ListLayout", targets: ["ListLayout"]),
    // Check your own strategy against the reference, and race it.
    .library(name: "Conformance", targets: ["Conformance"]),
    .library(name: "BenchTool", targets: ["BenchTool"]),
    // Beside BenchTool, for a program that is to count allocations too: it needs no import.
    .library(name: "AllocationCounting", targets: ["CAllocationCounting"]),
  ],
  targets: [
    // 0
    .executableTarget(name: "bench", path: "Benchmarks/bench"),
    .target(name: "ListLayout"),
    .testTarget(name: "ListLayoutTests", dependencies: ["ListLayout"]),
    .target(name: "CMeasuring"),
    .target(name: "CProcesses"),
    // 1
    .target(name: "Basics", dependencies: ["CProcesses"]),
    .testTarget(name: "BasicsTests", dependencies: ["Basics", "Measuring"]),
    .target(name: "CAllocationCounting", dependencies: ["CMeasuring"]),
    .target(name: "RowOffsets", dependencies: ["ListLayout"]),
    .testTarget(name: "RowOffsetsTests", dependencies: ["Measuring", "RowOffsets"]),
    // Stand-ins, so that the guide's examples for Apple's frameworks are type-checked without them.
    .target(name: "AppleStubs", path: "Tests/AppleStubs"),
    .testTarget(name: "ExampleTests", dependencies: ["AppleStubs", "RowOffsets"]),
    // 2
    .target(name: "Measuring", dependencies: ["Basics", "CMeasuring"]),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"]),
    // 3
    .target(name: "Replaying", dependencies: ["ListLayout", "Measuring"]),
    .testTarget(name: "ReplayingTests", dependencies: ["Replaying"]),
    // 4
    .target(name: "Posts", dependencies: ["Replaying"], exclude: ["README.md"]),
    .target(name: "Indexes", dependencies: ["Replaying"]),
    .target(
      name: "Workloads", dependencies: ["Basics", "Measuring", "Replaying"],
      exclude: ["Data/README.md"]),
    .testTarget(name: "WorkloadsTests", dependencies: ["Workloads"]),
    .target(name: "Conformance", dependencies: ["Measuring", "Replaying"]),
    .testTarget(
      name: "ConformanceTests", dependencies: ["Conformance", "Strategies", "Workloads"]),
    // 5
    .target(name: "Strategies", dependencies: ["Indexes", "Posts"]),
    .testTarget(
      name: "StrategiesTests",
      dependencies: ["CAllocationCounting", "Conformance", "Strategies"]),
    .target(name: "Runs", dependencies: ["Conformance", "Workloads"]),
    .testTarget(
      name: "RunsTests",
      dependencies: ["CAllocationCounting", "Conformance", "Runs", "Strategies", "Workloads"]),
    // 6
    .target(
      name: "Reporting", dependencies: ["Runs"],
      resources: [.embedInCode("Web")]),
    .testTarget(name: "ReportingTests", dependencies: ["Conformance", "Reporting", "Workloads"]),
    // 7
    .target(name: "BenchTool", dependencies: ["Reporting", "Strategies"]),
    .testTarget(name: "BenchToolTests", dependencies: ["BenchTool"]),
    // 8
    .executableTarget(
      name: "layoutbench", dependencies: ["BenchTool", "CAllocationCounting"],
      path: "Benchmarks/layoutbench"),
    .executableTarget(
      name: "claims", dependencies: ["BenchTool"], path: "Benchmarks/claims",
      resources: [.copy("claims.json"), .copy("reading.md")]),
    .testTarget(name: "ClaimsTests", dependencies: ["claims"]),
  ],
  swiftLanguageModes: [.v6]
)

// scripts/fuzz sets this: fuzzers take flags that no other build has.
if Context.environment["LAYOUTBENCH_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["BenchTool", "Conformance", "Strategies"], path: "Tests/Fuzzing",
      exclude: ["Corpus"]))
}

// Nobody waits long for a screen, a file or a verdict, and everybody for the compiler: as optimised code they
// took a third of the time of a build. '-assert-config' leaves asserts out of them, as out of the rest of a
// release. Tests wait for what they replay and compare against. SwiftPM calls any flag unsafe that it does not know;
// these change how fast the code is, and since Swift 6.2 a package with them can be depended on.
let cold = ["Basics", "BenchTool", "Reporting", "Runs"]
let tested = ["Conformance", "ListLayout", "Measuring", "Replaying", "Workloads"]
for target in package.targets {
  // What stands in the system's modules is known to an editor without this package's index.
  target.swiftSettings =
    (target.swiftSettings ?? []) + warnings
    + [.unsafeFlags(["-index-ignore-system-modules"], .when(configuration: .debug))]
  if cold.contains(target.name) {
    target.swiftSettings? += [
      .unsafeFlags(["-Onone", "-assert-config", "Release"], .when(configuration: .release))
    ]
  } else if tested.contains(target.name) {
    target.swiftSettings? += [.unsafeFlags(["-O"], .when(configuration: .debug))]
  }
}
