import CMeasuring

/// The processor's own count of instructions, of this thread and in user space only: nearly the
/// same on every run of one build, however busy the machine is.
public struct InstructionCounter: ~Copyable {
  private let descriptor: Int32

  /// Opens the counter. Throws why there is none.
  public init() throws(InstructionAbsence) {
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
  public borrowing func count<Result>(
    _ work: () -> Result
  ) -> (result: Result, instructions: Int?) {
    let isCounting = layoutbench_start_instruction_counter(descriptor) == 0
    let result = work()
    let counted = layoutbench_stop_instruction_counter(descriptor)
    // To stop takes instructions too: a count of nothing is a counter that does not count.
    return (result, isCounting && counted > 0 ? Int(counted) : nil)
  }

  /// Why nothing can be counted; nil where it can.
  public static var absence: InstructionAbsence? {
    do throws(InstructionAbsence) {
      let counter = try InstructionCounter()
      return counter.count {}.instructions == nil ? .notPresent : nil
    } catch {
      return error
    }
  }
}
