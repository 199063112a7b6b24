import CMeasuring

/// The processor's own count of instructions, of this thread and in user space only: nearly the
/// same on every run of one build, however busy the machine is.
package struct InstructionCounter: ~Copyable {
  private let descriptor: Int32

  /// Opens the counter. Throws why there is none.
  package init() throws(InstructionAbsence) {
    let result = layoutbench_open_instruction_counter()
    guard result >= 0 else {
      throw InstructionAbsence(code: -result, paranoia: performanceEventParanoia())
    }
    descriptor = result
  }

  deinit { closeDescriptor(descriptor) }

  /// Counts what `work` executes; nil when something else used the counter meanwhile.
  ///
  /// Never around timed work: counting costs time.
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

/// Why instructions cannot be counted.
package enum InstructionAbsence: Error, Hashable, Sendable {
  /// The kernel refuses; with the value of its `perf_event_paranoid`, if that can be read.
  case notPermitted(paranoia: Int?)
  /// The processor, or the virtual machine, shows no such counter.
  case notPresent
  /// The operating system has no way to ask.
  case notAvailable
  /// The kernel failed for another reason: its `errno`.
  case failed(code: Int32)

  /// The meaning of an `errno` of `perf_event_open`, see its manual page.
  ///
  /// - Parameter paranoia: the value of the kernel's `perf_event_paranoid`.
  package init(code: Int32, paranoia: Int?) {
    self =
      if ErrorCode.notPermitted.contains(code) {
        .notPermitted(paranoia: paranoia)
      } else if !hasPerformanceEvents {
        .notAvailable
      } else if ErrorCode.notPresent.contains(code) {
        .notPresent
      } else {
        .failed(code: code)
      }
  }

  /// One line: what is wrong, and what to do about it.
  package var text: String {
    switch self {
    // Up to 2 the kernel lets every program count its own instructions in user space.
    case .notPermitted(.some(let value)) where value > 2:
      "not permitted: kernel.perf_event_paranoid is \(value); "
        + "sudo sysctl kernel.perf_event_paranoid=2 permits it"
    case .notPermitted(.some(let value)):
      "not permitted, although kernel.perf_event_paranoid is \(value): "
        + "run outside the container or sandbox that forbids it"
    case .notPermitted(nil):
      "not permitted, and kernel.perf_event_paranoid cannot be read: "
        + "run outside the container or sandbox that forbids it"
    case .notPresent:
      "not present: this machine shows no counter of instructions; "
        + "scripts/instructions counts with valgrind"
    case .notAvailable:
      "not available: this operating system does not let programs count instructions"
    case .failed(let code):
      "the kernel's perf_event_open failed with errno \(code); "
        + "scripts/instructions counts with valgrind"
    }
  }
}
