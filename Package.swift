// swift-tools-version: 6.2
import PackageDescription

// This list shows the layers of the package, from top to bottom. A target may depend only on targets of lower
// layers.
//
//   8  layoutbench            the benchmark program
//      BenchClaims            the program 'bench-claims': an experiment that tests the posts' statements
//   7  BenchTool              the command line, as a library
//   6  BenchReporting         tables, progress and Markdown; a separate target of pure functions
//   5  BenchRuns              plans a run, stores its files and decides its standings
//      BenchStrategies        the registry; a separate target because the harness knows no technique
//   4  BenchWorkloads  Conformance       heights and scripts | reference, invariants and checked segments
//      PostStrategies  IndexStrategies   the techniques; two targets, so that they are compiled in parallel
//   3  BenchReplaying         the timed loops and their clock
//   2  BenchMeasuring         clock, schedule and statistics
//   1  BenchBasics            files, processes, errors that end a command, spelling, quoting, wrapping
//      RowOffsets             the row heights of an app; no Foundation
//      CBenchAllocationCounting   replaces the C library's allocator in the program that links it
//                             (layoutbench); no library product contains it except its own
//   0  ListLayout             the protocol, its vocabulary and the screen; no Foundation
//      BenchLauncher          the command 'bench': builds layoutbench in release mode and runs it; separate,
//                             so it builds in a second
//      CBenchMeasuring  CBenchProcesses   calls that Swift does not import; separate, because a target has
//                             only one language
//
// The names of internal targets start with 'Bench' or 'CBench', because SwiftPM requires every target name to
// be unique among all packages of an app, including targets that the app does not use.
//
// 'scripts/check-layers' checks that the code has these layers.
//
// The sources in RowOffsets/Structures are compiled twice: in RowOffsets, and through a symbolic link in
// IndexStrategies. The compiler specialises generic code only in the module that declares it. If the sources were
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
    .executable(name: "bench", targets: ["BenchLauncher"]),
    .executable(name: "layoutbench", targets: ["layoutbench"]),
    .executable(name: "bench-claims", targets: ["BenchClaims"]),
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
    .library(name: "AllocationCounting", targets: ["CBenchAllocationCounting"]),
  ],
  targets: [
    // 0
    .executableTarget(name: "BenchLauncher", path: "Benchmarks/BenchLauncher"),
    .target(name: "ListLayout"),
    .testTarget(name: "ListLayoutTests", dependencies: ["ListLayout"]),
    .target(name: "CBenchMeasuring"),
    .target(name: "CBenchProcesses"),
    // 1
    .target(name: "BenchBasics", dependencies: ["CBenchProcesses"]),
    // TestSupport contains functions for temporary folders and files that several test targets use.
    .target(
      name: "BenchTestSupport", dependencies: ["BenchBasics"], path: "Tests/BenchTestSupport"),
    .testTarget(
      name: "BenchBasicsTests", dependencies: ["BenchBasics", "BenchMeasuring", "BenchTestSupport"]),
    .target(name: "CBenchAllocationCounting", dependencies: ["CBenchMeasuring"]),
    .target(name: "RowOffsets", dependencies: ["ListLayout"]),
    .testTarget(name: "RowOffsetsTests", dependencies: ["BenchMeasuring", "RowOffsets"]),
    // AppleStubs declares stubs of Apple's frameworks, so that the documentation's examples can be
    // type-checked on Linux.
    .target(name: "BenchAppleStubs", path: "Tests/BenchAppleStubs"),
    .testTarget(
      name: "ExampleTests", dependencies: ["BenchAppleStubs", "BenchMeasuring", "RowOffsets"]),
    // 2
    .target(name: "BenchMeasuring", dependencies: ["BenchBasics", "CBenchMeasuring"]),
    .testTarget(name: "BenchMeasuringTests", dependencies: ["BenchMeasuring"]),
    // 3
    .target(name: "BenchReplaying", dependencies: ["ListLayout", "BenchMeasuring"]),
    .testTarget(name: "BenchReplayingTests", dependencies: ["BenchReplaying"]),
    // 4
    .target(name: "PostStrategies", dependencies: ["BenchReplaying"], exclude: ["README.md"]),
    .target(name: "IndexStrategies", dependencies: ["BenchReplaying"]),
    .target(
      name: "BenchWorkloads", dependencies: ["BenchBasics", "BenchMeasuring", "BenchReplaying"],
      exclude: ["Data/README.md"]),
    .testTarget(name: "BenchWorkloadsTests", dependencies: ["BenchWorkloads"]),
    .target(name: "Conformance", dependencies: ["BenchMeasuring", "BenchReplaying"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["Conformance", "BenchStrategies", "BenchTestSupport", "BenchWorkloads"]),
    // 5
    .target(name: "BenchStrategies", dependencies: ["IndexStrategies", "PostStrategies"]),
    .testTarget(
      name: "BenchStrategiesTests",
      dependencies: ["CBenchAllocationCounting", "Conformance", "BenchStrategies"]),
    .target(name: "BenchRuns", dependencies: ["Conformance", "BenchWorkloads"]),
    .testTarget(
      name: "BenchRunsTests",
      dependencies: [
        "CBenchAllocationCounting", "Conformance", "BenchRuns", "BenchStrategies",
        "BenchTestSupport", "BenchWorkloads",
      ]),
    // 6
    .target(
      name: "BenchReporting", dependencies: ["BenchRuns"],
      resources: [.embedInCode("Web")]),
    .testTarget(
      name: "BenchReportingTests",
      dependencies: ["Conformance", "BenchReporting", "BenchWorkloads"]),
    // 7
    .target(name: "BenchTool", dependencies: ["BenchReporting", "BenchStrategies"]),
    .testTarget(name: "BenchToolTests", dependencies: ["BenchTool"]),
    // 8
    .executableTarget(
      name: "layoutbench", dependencies: ["BenchTool", "CBenchAllocationCounting"],
      path: "Benchmarks/layoutbench"),
    .executableTarget(
      name: "BenchClaims", dependencies: ["BenchTool"], path: "Benchmarks/BenchClaims",
      resources: [.copy("claims.json"), .copy("reading.md")]),
    .testTarget(name: "BenchClaimsTests", dependencies: ["BenchClaims", "BenchTestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// Only scripts/fuzz sets LAYOUTBENCH_FUZZ, because the target 'fuzz' needs compiler flags that no other build
// has.
if Context.environment["LAYOUTBENCH_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["BenchTool", "Conformance", "BenchStrategies"],
      path: "Tests/Fuzzing",
      exclude: ["Corpus"]))
}

// The modules in `cold` need little time to run, but optimising them took a third of the build time.
// Therefore, release builds do not optimise these modules; '-assert-config' still removes their asserts. The
// modules in `tested` are optimised in debug builds too, because tests spend much time in them. These
// settings need flags that SwiftPM calls unsafe, as it does every flag that it does not recognise. The flags
// change only the speed of the program, and since Swift 6.2, other packages can depend on a package that uses
// such flags.
let cold = ["BenchBasics", "BenchTool", "BenchReporting", "BenchRuns"]
let tested = ["Conformance", "ListLayout", "BenchMeasuring", "BenchReplaying", "BenchWorkloads"]
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
