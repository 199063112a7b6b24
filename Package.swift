// swift-tools-version: 6.2
import PackageDescription

// This list shows the layers of the package, from top to bottom. A target may depend only on targets of lower
// layers.
//
//   8  layoutbench  claims   executables: the benchmark program | an experiment that tests the posts' statements
//   7  BenchTool             the command line, as a library
//   6  Reporting             tables, progress and Markdown; a separate target of pure functions
//   5  Runs                  plans a run, stores its files and decides its verdicts
//      Strategies            the registry; a separate target because the harness knows no technique
//   4  Workloads  Conformance  heights and scripts | reference, invariants and checked segments
//      Posts  Indexes        the techniques; two targets, so that they are compiled in parallel
//   3  Replaying             the timed loops and their clock
//   2  Measuring             clock, schedule and statistics
//   1  Basics                files, processes, errors that end a command, spelling, quoting, wrapping
//      RowOffsets            the row heights of an app; no Foundation
//      CAllocationCounting   replaces the C library's allocator in the program that links it (bench); no
//                            library product contains it except its own
//   0  ListLayout            the protocol, its vocabulary and the screen; no Foundation
//      bench                 builds layoutbench in release mode and runs it; separate, so it builds in a second
//      CMeasuring  CProcesses  calls that Swift does not import; separate, because a target has only one language
//
// 'scripts/check-layers' checks that the code has these layers.
//
// The sources in RowOffsets/Structures are compiled twice: in RowOffsets, and through a symbolic link in
// Indexes. The compiler specialises generic code only in the module that declares it. If the sources were
// compiled in only one module, every declaration would need an attribute to be equally fast in the other
// module.

/// The settings that treat warnings as errors if the environment variable LAYOUTBENCH_STRICT is set. Only CI
/// sets this variable, so that the new warnings of a new compiler version do not break other builds.
let warnings: [SwiftSetting] =
  Context.environment["LAYOUTBENCH_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "LayoutBench",
  // The benchmark program needs macOS 15 for Synchronization and RangeSet. Apps for iOS can use only the
  // libraries RowOffsets and ListLayout, which also type-check for macOS 13. A package has one minimum version
  // for all its products, so the minimum of the two libraries is macOS 15, too.
  platforms: [.macOS(.v15), .iOS(.v16)],
  products: [
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "layoutbench", targets: ["layoutbench"]),
    .executable(name: "claims", targets: ["claims"]),
    // RowOffsets is a library for apps: an index of row heights that returns the position of every row.
    .library(name: "RowOffsets", targets: ["RowOffsets"]),
    // ListLayout is a library for apps that have their own index of row heights. ListLayout lays out the
    // screen or a window of rows and reuses views; it does not need the benchmark harness.
    .library(name: "ListLayout", targets: ["ListLayout"]),
    // Other packages can verify their layout strategies with Conformance, and measure them with BenchTool.
    .library(name: "Conformance", targets: ["Conformance"]),
    .library(name: "BenchTool", targets: ["BenchTool"]),
    // A program that links AllocationCounting in addition to BenchTool also counts memory allocations. A
    // program that links AllocationCounting does not have to import it.
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
    // TestSupport contains functions for temporary folders and files that several test targets use.
    .target(name: "TestSupport", dependencies: ["Basics"], path: "Tests/TestSupport"),
    .testTarget(name: "BasicsTests", dependencies: ["Basics", "Measuring", "TestSupport"]),
    .target(name: "CAllocationCounting", dependencies: ["CMeasuring"]),
    .target(name: "RowOffsets", dependencies: ["ListLayout"]),
    .testTarget(name: "RowOffsetsTests", dependencies: ["Measuring", "RowOffsets"]),
    // AppleStubs declares stubs of Apple's frameworks, so that the documentation's examples can be
    // type-checked on Linux.
    .target(name: "AppleStubs", path: "Tests/AppleStubs"),
    .testTarget(name: "ExampleTests", dependencies: ["AppleStubs", "Measuring", "RowOffsets"]),
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
      name: "ConformanceTests",
      dependencies: ["Conformance", "Strategies", "TestSupport", "Workloads"]),
    // 5
    .target(name: "Strategies", dependencies: ["Indexes", "Posts"]),
    .testTarget(
      name: "StrategiesTests",
      dependencies: ["CAllocationCounting", "Conformance", "Strategies"]),
    .target(name: "Runs", dependencies: ["Conformance", "Workloads"]),
    .testTarget(
      name: "RunsTests",
      dependencies: [
        "CAllocationCounting", "Conformance", "Runs", "Strategies", "TestSupport", "Workloads",
      ]),
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
    .testTarget(name: "ClaimsTests", dependencies: ["claims", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// Only scripts/fuzz sets LAYOUTBENCH_FUZZ, because the target 'fuzz' needs compiler flags that no other build
// has.
if Context.environment["LAYOUTBENCH_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["BenchTool", "Conformance", "Strategies"], path: "Tests/Fuzzing",
      exclude: ["Corpus"]))
}

// The modules in `cold` need little time to run, but optimising them took a third of the build time.
// Therefore, release builds do not optimise these modules; '-assert-config' still removes their asserts. The
// modules in `tested` are optimised in debug builds too, because tests spend much time in them. These
// settings need flags that SwiftPM calls unsafe, as it does every flag that it does not recognise. The flags
// change only the speed of the program, and since Swift 6.2, other packages can depend on a package that uses
// such flags.
let cold = ["Basics", "BenchTool", "Reporting", "Runs"]
let tested = ["Conformance", "ListLayout", "Measuring", "Replaying", "Workloads"]
for target in package.targets {
  // Debug builds do not index the modules of the system, because editors already know their declarations.
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
