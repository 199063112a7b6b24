// swift-tools-version: 6.2
import PackageDescription

// The package's layers, from top to bottom. Targets may only depend on targets in lower layers.
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
// Internal targets are prefixed with 'Bench' or 'CBench', because SwiftPM requires target names to be unique
// across all packages in an app, even for targets that the app does not use.
//
// 'scripts/check-layers' checks that the code follows these layers.
//
// The sources in RowOffsets/Structures are compiled twice: in RowOffsets, and through a symbolic link in
// IndexStrategies. The compiler only specialises generic code within the module that declares it. With a
// single copy, every declaration would need an attribute to be just as fast in the other module.

/// Treats warnings as errors if the environment variable LAYOUTBENCH_STRICT is set. Only CI sets it, so that
/// new warnings in a newer compiler don't break anyone else's builds.
let warnings: [SwiftSetting] =
  Context.environment["LAYOUTBENCH_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "LayoutBench",
  // The benchmark program needs macOS 15 for Synchronization and RangeSet. iOS apps can use only RowOffsets
  // and ListLayout, which also type-check for macOS 13. But all products of a package share one minimum
  // version, so these two libraries require macOS 15, too.
  platforms: [.macOS(.v15), .iOS(.v16)],
  products: [
    .executable(name: "bench", targets: ["BenchLauncher"]),
    .executable(name: "layoutbench", targets: ["layoutbench"]),
    .executable(name: "bench-claims", targets: ["BenchClaims"]),
    // RowOffsets gives apps an index of row heights that returns the position of every row.
    .library(name: "RowOffsets", targets: ["RowOffsets"]),
    // ListLayout is for apps that have their own index of row heights. It lays out the screen or a window of
    // rows and reuses views, and it doesn't need the benchmark harness.
    .library(name: "ListLayout", targets: ["ListLayout"]),
    // Conformance and BenchTool let other packages verify and measure their own layout strategies.
    .library(name: "Conformance", targets: ["Conformance"]),
    .library(name: "BenchTool", targets: ["BenchTool"]),
    // A program that links AllocationCounting along with BenchTool also counts memory allocations. It doesn't
    // have to import AllocationCounting.
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
    // BenchTestSupport helps several test targets to create temporary folders and files.
    .target(
      name: "BenchTestSupport", dependencies: ["BenchBasics"], path: "Tests/BenchTestSupport"),
    .testTarget(
      name: "BenchBasicsTests", dependencies: ["BenchBasics", "BenchMeasuring", "BenchTestSupport"]),
    .target(name: "CBenchAllocationCounting", dependencies: ["CBenchMeasuring"]),
    .target(name: "RowOffsets", dependencies: ["ListLayout"]),
    .testTarget(name: "RowOffsetsTests", dependencies: ["BenchMeasuring", "RowOffsets"]),
    // BenchAppleStubs stands in for Apple's frameworks, so that the documentation's examples can be
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

// Only scripts/fuzz sets LAYOUTBENCH_FUZZ, because the 'fuzz' target needs compiler flags that no other build
// uses.
if Context.environment["LAYOUTBENCH_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["BenchTool", "Conformance", "BenchStrategies"],
      path: "Tests/Fuzzing",
      exclude: ["Corpus"]))
}

// The modules in `cold` run only briefly, but optimising them took a third of the build time. Release builds
// therefore don't optimise them; '-assert-config' still removes their asserts. The modules in `tested` are
// optimised even in debug builds, because tests spend much of their time in them. SwiftPM calls these flags
// unsafe, like all flags that it doesn't recognise. They only affect the program's speed, and since Swift
// 6.2, other packages can depend on packages that use such flags.
let cold = ["BenchBasics", "BenchTool", "BenchReporting", "BenchRuns"]
let tested = ["Conformance", "ListLayout", "BenchMeasuring", "BenchReplaying", "BenchWorkloads"]
for target in package.targets {
  // Debug builds don't index system modules, because editors already know their declarations.
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
