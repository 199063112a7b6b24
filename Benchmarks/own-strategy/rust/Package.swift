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
      // Before `swift build`, run rust/build, which creates the library. The library search path is
      // in this package's folder, so that a checkout of another revision never links the library of
      // this one.
      linkerSettings: [
        .unsafeFlags(["-L\(Context.packageDirectory)/rust"]), .linkedLibrary("own_tree"),
      ]),
    .target(name: "RustTree"),
  ])
