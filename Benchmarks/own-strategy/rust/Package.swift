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
      dependencies: ["RustTree", .product(name: "BenchTool", package: "LayoutBench")],
      // rust/build makes the library first. The folder is this package's own, so that a copy
      // of another revision never links this one's library.
      linkerSettings: [
        .unsafeFlags(["-L\(Context.packageDirectory)/rust"]), .linkedLibrary("own_tree"),
      ]),
    .target(name: "RustTree"),
  ])
