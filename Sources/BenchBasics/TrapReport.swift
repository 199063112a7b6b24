import CBenchProcesses

/// Prints a line to standard error if a Swift trap terminates this process.
package enum TrapReport {
  /// Sets the line to print; pass nil to print nothing. Only the first 500 bytes are printed.
  package static func set(_ line: String?) {
    layoutbench_print_on_trap(line.map { $0.printable + "\n" } ?? "")
  }
}
