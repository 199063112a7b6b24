import CMeasuring
import Foundation

/// The processor's instruction counter for this thread, in user space: nearly equal in every run of one
/// build.
package struct InstructionCounter: ~Copyable {
  private let descriptor: Int32

  /// Opens the counter.
  package init() throws(InstructionAbsence) {
    let result = layoutbench_open_instruction_counter()
    guard result >= 0 else {
      throw result == -EACCES || result == -EPERM ? .notPermitted : .notPresent
    }
    descriptor = result
  }

  deinit { close(descriptor) }

  /// Counts the instructions of `work`; not for timed code. Nil if another program used the counter.
  package borrowing func count<Result>(
    _ work: () -> Result
  ) -> (result: Result, instructions: Int?) {
    let isCounting = layoutbench_start_instruction_counter(descriptor) == 0
    let result = work()
    let counted = layoutbench_stop_instruction_counter(descriptor)
    // Stopping executes instructions, so a count of 0 is invalid.
    return (result, isCounting && counted > 0 ? Int(counted) : nil)
  }

  /// The reason why instructions cannot be counted; nil if they can.
  package static var absence: InstructionAbsence? {
    do throws(InstructionAbsence) {
      let counter = try InstructionCounter()
      return counter.count {}.instructions == nil ? .notPresent : nil
    } catch {
      return error
    }
  }
}

/// The reason why instructions cannot be counted, with a remedy, in a line.
package enum InstructionAbsence: String, Error {
  case notPermitted = """
    not permitted: sudo sysctl kernel.perf_event_paranoid=2 permits it, unless a container forbids it; \
    bench count counts with valgrind
    """
  case notPresent = """
    not present: this machine shows no counter of instructions; bench count counts with valgrind
    """
}
