import BenchBasics
import Foundation

/// A function that must handle any input without trapping.
struct FuzzTarget: Sendable {
  /// The name used on the command line and for the folder of examples in Corpus.
  let name: String
  /// Passes an input to the function under test. Traps if a check fails.
  let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ run: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.run = run
  }

  static let all = parsers + [strategies]

  static let chosen: FuzzTarget = {
    let name = CommandLine.arguments[1]
    if let target = all.first(where: { $0.name == name }) { return target }
    let names = all.map(\.name).joined(separator: ", ")
    _ = FileSystem.put(Array("fuzz: no target '\(name)', expected \(names)\n".utf8), to: 2)
    exit(64)
  }()
}

/// Traps if a condition does not hold, which makes the fuzzer save the input.
func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  guard holds else { fatalError(what()) }
}

// scripts/fuzz starts this program as 'fuzz TARGET [LIBFUZZER OPTION | CORPUS] ...'. libFuzzer provides the
// main function, which calls the functions below.

/// libFuzzer calls this first. Removes the target's name from the arguments.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> Int32 {
  guard count.pointee > 1, CommandLine.arguments[1] != "list" else {
    for target in FuzzTarget.all { print(target.name) }
    exit(count.pointee > 1 ? 0 : 64)
  }
  _ = FuzzTarget.chosen
  words.pointee[1] = words.pointee[0]
  words.pointee += 1
  count.pointee -= 1
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  FuzzTarget.chosen.run([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
