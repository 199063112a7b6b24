// Traps for failed preconditions of `RowHeights`. A trap reports a programming error in the app; input to the
// command-line tool never causes a trap.

@inline(never)
func trap(_ message: String) -> Never { fatalError(message) }

@inline(never)
func trapRow(_ row: Int, _ count: Int) -> Never {
  fatalError("Row \(row) is out of range: there are \(count) rows")
}

@inline(never)
func trapRange(_ rows: Range<Int>, _ count: Int) -> Never {
  fatalError("Rows \(rows) are out of range: there are \(count) rows")
}

@inline(never)
@usableFromInline
func trapHeight(_ height: Double) -> Never {
  fatalError("The height \(height) is not in 0...33554431 points")
}
