import CMeasuring
import Foundation

/// The processor's counter of the instructions that this thread executes in user space. The counts are nearly
/// equal in every run of one build.
package struct InstructionCounter: ~Copyable {
  private let descriptor: Int32

  /// Opens the instruction counter; throws the reason if there is none.
  package init() throws(InstructionAbsence) {
    let result = layoutbench_open_instruction_counter()
    guard result >= 0 else {
      throw result == -EACCES || result == -EPERM ? .notPermitted : .notPresent
    }
    descriptor = result
  }

  deinit { close(descriptor) }

  /// Counts the instructions of `work`, whose time must not be measured meanwhile. The count is nil if
  /// another program used the counter.
  package borrowing func count<Result>(
    _ work: () -> Result
  ) -> (result: Result, instructions: Int?) {
    let isCounting = layoutbench_start_instruction_counter(descriptor) == 0
    let result = work()
    let counted = layoutbench_stop_instruction_counter(descriptor)
    // Stopping the counter executes instructions, so a count of 0 is invalid.
    return (result, isCounting && counted > 0 ? Int(counted) : nil)
  }

  /// The reason why instructions cannot be counted on this machine; nil if they can.
  package static var absence: InstructionAbsence? {
    do throws(InstructionAbsence) {
      let counter = try InstructionCounter()
      return counter.count {}.instructions == nil ? .notPresent : nil
    } catch {
      return error
    }
  }
}

/// A reason why instructions cannot be counted. The raw value is a message in one line that also names a
/// remedy.
package enum InstructionAbsence: String, Error {
  case notPermitted = """
    not permitted: sudo sysctl kernel.perf_event_paranoid=2 permits it, unless a container forbids it; \
    bench count counts with valgrind
    """
  case notPresent = """
    not present: this machine has no instruction counter; bench count counts with valgrind
    """
}
