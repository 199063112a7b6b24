// The functions that libFuzzer calls in the program 'fuzz TARGET [LIBFUZZER OPTION | CORPUS] ...', which
// scripts/fuzz starts. libFuzzer provides the program's main function.
import Foundation

/// Removes the name of the target from the arguments. libFuzzer calls this function first.
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

/// Runs the chosen target with one input. libFuzzer calls this function for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  FuzzTarget.chosen.run([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
