// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "own-strategy", platforms: [.macOS(.v15)],
  dependencies: [
    // In a repository of your own:
    // .package(url: "https://github.com/OWNER/LayoutBench.git", branch: "main")
    .package(name: "LayoutBench", path: "../../..")
  ],
  targets: [
    .executableTarget(
      name: "own-bench",
      dependencies: ["CTree", .product(name: "BenchTool", package: "LayoutBench")]),
    // SwiftPM compiles the .c files and makes a module from the headers in include/.
    .target(name: "CTree"),
  ])
