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
      dependencies: ["CxxTree", .product(name: "BenchTool", package: "LayoutBench")],
      // With this setting, Swift reads the headers in include/ as C++, so headers of C libraries
      // need extern "C".
      swiftSettings: [.interoperabilityMode(.Cxx)]),
    .target(name: "CxxTree"),
  ],
  cxxLanguageStandard: .cxx17
)
