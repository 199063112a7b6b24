// SwiftUI declares `move` and `remove` for all mutable, range-replaceable collections. SwiftUI's versions
// swap elements, which would mark unmeasured rows as measured. The overloads below take an `IndexSet`, so the
// compiler prefers them to the `RowCollection` functions that accept any sequence.
#if canImport(SwiftUI)
  public import struct Foundation.IndexSet

  extension RowCollection {
    /// Moves rows as reported by SwiftUI's `onMove`. Unmeasured rows stay unmeasured.
    ///
    /// - Parameters:
    ///   - offsets: the rows to move.
    ///   - destination: the row before which to insert the moved rows, as an index before the move, or
    ///     `count` for the end.
    public mutating func move(fromOffsets offsets: IndexSet, toOffset destination: Int) {
      move(fromOffsets: Array(offsets), toOffset: destination)
    }

    /// Deletes rows as reported by SwiftUI's `onDelete`.
    ///
    /// - Parameter offsets: the rows to delete.
    public mutating func remove(atOffsets offsets: IndexSet) {
      remove(atOffsets: Array(offsets))
    }
  }
#endif
