import Foundation
import HostSystem
import Measuring
import Recording
import Running

/// A process of `bench serve`.
final class ProcessHost: CellHost {
  private let child: ChildProcess
  private let name: String
  private let isInterrupted: () -> Bool
  /// What came behind the last answer.
  private var rest: [UInt8] = []

  /// The seconds after which a process that does not answer is given up.
  private static let patience = 60.0
  /// The most bytes of an answer.
  private static let longestAnswer = 1 << 24

  /// Starts a program.
  ///
  /// - Parameter name: what messages call it.
  init(_ program: String, name: String, isInterrupted: @escaping () -> Bool) throws(RunFault) {
    self.name = name
    self.isInterrupted = isInterrupted
    do throws(RunFault) {
      child = try ChildProcess([program, "serve"], takesInput: true, complaints: .dropped)
    } catch {
      throw RunFault(.internalFault, "\(name): \(error.message)")
    }
  }

  func answer(to line: String) throws -> String {
    // To one that reads no more nothing gets through; what it has said before may tell why.
    _ = child.send(Array((line + "\n").utf8))
    let deadline = MonotonicClock.now() + UInt64(Self.patience * 1e9)
    var scanned = 0
    while true {
      if let end = rest[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        let answer = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        return answer
      }
      scanned = rest.count
      if isInterrupted() { throw RunFault(.interrupted, "interrupted") }
      guard MonotonicClock.now() < deadline else {
        throw RunFault(.internalFault, "\(name) did not answer for \(Int(Self.patience)) s")
      }
      guard rest.count <= Self.longestAnswer else {
        throw RunFault(
          .internalFault, "\(name) answers more than \(Self.longestAnswer) bytes in one line")
      }
      guard child.isOpen else {
        let ending = child.end(within: 1)
        // Ctrl-C may reach the process first.
        if isInterrupted() { throw RunFault(.interrupted, "interrupted") }
        throw RunFault(.internalFault, "\(name) \(ending.text)")
      }
      child.receive(milliseconds: 100) { _, bytes in rest.append(contentsOf: bytes) }
    }
  }

  func end() {
    child.closeInput()
    // It has nothing to save, and may be in the middle of something long.
    _ = child.end()
  }
}
