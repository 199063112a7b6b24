import CBenchProcesses

/// Prints a line on standard error if a trap ends this process.
package enum TrapReport {
  /// Sets the line to print, or nil for none. Only the first 500 bytes are printed.
  package static func set(_ line: String?) {
    layoutbench_print_on_trap(line.map { $0.printable + "\n" } ?? "")
  }
}
