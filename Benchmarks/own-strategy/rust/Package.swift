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
      // Run rust/build before `swift build`, because it creates the library that is linked here.
      // The library is searched in the folder of this checkout, so that a second checkout never
      // links the library of the first.
      linkerSettings: [
        .unsafeFlags(["-L\(Context.packageDirectory)/rust"]), .linkedLibrary("own_tree"),
      ]),
    .target(name: "RustTree"),
  ])
