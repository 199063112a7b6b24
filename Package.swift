// swift-tools-version: 6.2
import PackageDescription

// The package's layers, from top to bottom. A target may only depend on targets in lower layers.
//
//   8  layoutbench            the benchmark program
//      BenchClaims            the program 'bench-claims', which tests the posts' claims
//   7  BenchTool              the command line, as a library
//   6  BenchReporting         tables, progress and Markdown, all as pure functions
//   5  BenchRuns              plans a run, stores its files and ranks the strategies
//      BenchStrategies        the registry; the harness itself doesn't depend on any technique
//   4  BenchWorkloads  Conformance       heights and scripts | reference, invariants and checked segments
//      PostStrategies  IndexStrategies   the techniques, in two targets that are compiled in parallel
//   3  BenchReplaying         the timed loops and their clock
//   2  BenchMeasuring         clock, schedule and statistics
//   1  BenchBasics            files, processes, command errors, text functions
//      RowOffsets             an index of row heights for apps; doesn't import Foundation
//      CBenchAllocationCounting   counts allocations by replacing the C library's allocator; only linked by
//                             layoutbench, and part of a separate library product
//   0  ListLayout             the protocol for layouts and the screen; doesn't import Foundation
//      BenchLauncher          the command 'bench', which builds layoutbench in release mode and runs it
//      CBenchMeasuring  CBenchProcesses   calls that aren't available in Swift
//
// The names of internal targets start with 'Bench' or 'CBench', because SwiftPM requires unique names across
// all packages in an app, even for targets that the app doesn't use.
//
// 'scripts/check-layers' enforces these layers.
//
// The sources in RowOffsets/Structures are compiled twice: once in RowOffsets and once, through a symbolic
// link, in IndexStrategies. The compiler specialises generic code only within the module that declares it. If
// these sources were compiled only once, every declaration would need an attribute to be just as fast in the
// other module.

/// Treats warnings as errors if the environment variable LAYOUTBENCH_STRICT is set. Only CI sets it, so that
/// new warnings in a newer compiler don't break anyone else's builds.
let warnings: [SwiftSetting] =
  Context.environment["LAYOUTBENCH_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "LayoutBench",
  // The benchmark program needs macOS 15 for Synchronization and RangeSet. RowOffsets and ListLayout also
  // type-check for macOS 13, but all products of a package share one minimum version. On iOS, apps can use
  // only these two libraries.
  platforms: [.macOS(.v15), .iOS(.v16)],
  products: [
    .executable(name: "bench", targets: ["BenchLauncher"]),
    .executable(name: "layoutbench", targets: ["layoutbench"]),
    .executable(name: "bench-claims", targets: ["BenchClaims"]),
    // RowOffsets is for apps that need to know the positions of their rows.
    .library(name: "RowOffsets", targets: ["RowOffsets"]),
    // ListLayout is for apps that have their own index of row heights. It lays out the screen and reuses
    // views, and works without the benchmark harness.
    .library(name: "ListLayout", targets: ["ListLayout"]),
    // Conformance and BenchTool let other packages verify and measure their own layout strategies.
    .library(name: "Conformance", targets: ["Conformance"]),
    .library(name: "BenchTool", targets: ["BenchTool"]),
    // A program that links AllocationCounting along with BenchTool also counts memory allocations. Linking
    // is enough; the program doesn't need to import the library.
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
    // BenchTestSupport creates temporary folders and files for tests.
    .target(
      name: "BenchTestSupport", dependencies: ["BenchBasics"], path: "Tests/BenchTestSupport"),
    .testTarget(
      name: "BenchBasicsTests", dependencies: ["BenchBasics", "BenchMeasuring", "BenchTestSupport"]),
    .target(name: "CBenchAllocationCounting", dependencies: ["CBenchMeasuring"]),
    .target(name: "RowOffsets", dependencies: ["ListLayout"]),
    .testTarget(name: "RowOffsetsTests", dependencies: ["BenchMeasuring", "RowOffsets"]),
    // BenchAppleStubs declares stand-ins for Apple's frameworks so that the documentation's
    // examples can be type-checked on Linux.
    .target(name: "BenchAppleStubs", path: "Tests/BenchAppleStubs"),
    .testTarget(
      name: "ExampleTests", dependencies: ["BenchAppleStubs", "BenchMeasuring", "RowOffsets"]),
    // 2
    .target(name: "BenchMeasuring", dependencies: ["BenchBasics", "CBenchMeasuring"]),
    .testTarget(name: "BenchMeasuringTests", dependencies: ["BenchMeasuring"]),
    // 3
    .target(name: "BenchReplaying", dependencies: ["ListLayout", "BenchMeasuring"]),
    .testTarget(
      name: "BenchReplayingTests", dependencies: ["BenchMeasuring", "BenchReplaying"]),
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
    .testTarget(name: "BenchStrategiesTests", dependencies: ["Conformance", "BenchStrategies"]),
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

// The 'fuzz' target needs special compiler flags, so it is only added to the package if scripts/fuzz sets
// LAYOUTBENCH_FUZZ.
if Context.environment["LAYOUTBENCH_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["BenchTool", "Conformance", "BenchStrategies"],
      path: "Tests/Fuzzing",
      exclude: ["Corpus"]))
}

// The modules in `cold` are not optimised in release builds: their code runs only briefly, and optimising it
// accounted for a third of the build time. '-assert-config' still removes their assertions. The modules in
// `tested` are optimised even in debug builds, because tests spend much of their time in them. SwiftPM treats
// every flag it doesn't recognise as unsafe. Using unsafe flags here is harmless: they only affect the
// program's speed, and since Swift 6.2, other packages can depend on a package that uses unsafe flags.
let cold = ["BenchBasics", "BenchTool", "BenchReporting", "BenchRuns"]
let tested = ["Conformance", "ListLayout", "BenchMeasuring", "BenchReplaying", "BenchWorkloads"]
for target in package.targets {
  // Don't index system modules in debug builds, because editors already know their declarations.
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
