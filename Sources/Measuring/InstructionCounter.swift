import CMeasuring
import Foundation

/// The processor's own count of instructions, of this thread and in user space only: nearly the
/// same on every run of one build, however busy the machine is.
package struct InstructionCounter: ~Copyable {
  private let descriptor: Int32

  /// Opens the counter; throws why there is none.
  package init() throws(InstructionAbsence) {
    let result = layoutbench_open_instruction_counter()
    guard result >= 0 else {
      throw result == -EACCES || result == -EPERM ? .notPermitted : .notPresent
    }
    descriptor = result
  }

  deinit { close(descriptor) }

  /// Counts what `work`, which must not be timed, executes; nil when something else used the counter.
  package borrowing func count<Result>(
    _ work: () -> Result
  ) -> (result: Result, instructions: Int?) {
    let isCounting = layoutbench_start_instruction_counter(descriptor) == 0
    let result = work()
    let counted = layoutbench_stop_instruction_counter(descriptor)
    // To stop takes instructions too: a count of nothing is a counter that does not count.
    return (result, isCounting && counted > 0 ? Int(counted) : nil)
  }

  /// Why nothing can be counted; nil where it can.
  package static var absence: InstructionAbsence? {
    do throws(InstructionAbsence) {
      let counter = try InstructionCounter()
      return counter.count {}.instructions == nil ? .notPresent : nil
    } catch {
      return error
    }
  }
}

/// Why instructions cannot be counted, and what to do about it, in a line.
package enum InstructionAbsence: String, Error {
  case notPermitted = """
    not permitted: sudo sysctl kernel.perf_event_paranoid=2 permits it, unless a container forbids it; \
    bench count counts with valgrind
    """
  case notPresent = """
    not present: this machine shows no counter of instructions; bench count counts with valgrind
    """
}
