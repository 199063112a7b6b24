import CBenchProcesses

/// A line that this process prints on standard error if a trap ends it.
package enum TrapReport {
  /// Sets the line, of which at most 500 bytes are printed; nil prints nothing.
  package static func set(_ line: String?) {
    layoutbench_print_on_trap(line.map { $0.printable + "\n" } ?? "")
  }
}
