// SwiftUI declares `move` and `remove` for all mutable, range-replaceable collections. The SwiftUI versions
// swap elements, which would mark unmeasured rows as measured. The overloads below take an `IndexSet`, so
// overload resolution prefers them to the `RowCollection` functions that accept any sequence.
#if canImport(SwiftUI)
  public import struct Foundation.IndexSet

  extension RowCollection {
    /// Moves the rows that SwiftUI's `onMove` reports. Unmeasured rows stay unmeasured.
    ///
    /// - Parameters:
    ///   - offsets: the rows to move.
    ///   - destination: the index, counted before the move, at which the rows are inserted; `count` for the
    ///     end.
    public mutating func move(fromOffsets offsets: IndexSet, toOffset destination: Int) {
      move(fromOffsets: Array(offsets), toOffset: destination)
    }

    /// Deletes the rows that SwiftUI's `onDelete` reports.
    ///
    /// - Parameter offsets: the rows to delete.
    public mutating func remove(atOffsets offsets: IndexSet) {
      remove(atOffsets: Array(offsets))
    }
  }
#endif
