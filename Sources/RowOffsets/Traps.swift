// Traps for failed preconditions of `RowHeights`. A trap always means a programming error in the app. Input
// to the command-line tool never causes a trap.

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
func trapHeight(_ height: Double, _ quantity: StaticString) -> Never {
  fatalError("The \(quantity) \(height) is not in 0...33554431 points")
}

/// - Parameters:
///   - value: a length in points.
///   - pixels: the length in pixels, including the spacing if `quantity` is a height.
@inline(never)
func trapPixels(_ value: Double, _ quantity: StaticString, _ pixels: Double, _ scale: Double)
  -> Never
{
  fatalError(
    """
    The \(quantity) of \(value) points is \(pixels) pixels at a display scale of \(scale), which is not \
    in 0...33554431 pixels
    """)
}
