// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "published-libraries", platforms: [.macOS(.v15)],
  dependencies: [.package(name: "LayoutBench", path: "../..")],
  targets: [
    .executableTarget(
      name: "published-bench",
      dependencies: [
        .product(name: "BenchTool", package: "LayoutBench"),
        // This product counts allocations, from which the report computes bytes per row.
        .product(name: "AllocationCounting", package: "LayoutBench"),
      ])
  ])
