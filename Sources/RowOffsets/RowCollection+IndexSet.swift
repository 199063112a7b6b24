// SwiftUI declares these two functions for every such collection, and `IndexSet` is a better match than any
// sequence. SwiftUI's versions swap elements, which would measure unmeasured rows.
#if canImport(SwiftUI)
  public import struct Foundation.IndexSet

  extension RowCollection {
    /// Moves rows as SwiftUI's `onMove` reports it; unmeasured rows stay unmeasured.
    ///
    /// - Parameters:
    ///   - offsets: the rows to move.
    ///   - destination: the row before which they are inserted, counted before the move, or `count` for the
    ///     end.
    public mutating func move(fromOffsets offsets: IndexSet, toOffset destination: Int) {
      move(fromOffsets: Array(offsets), toOffset: destination)
    }

    /// Deletes rows as SwiftUI's `onDelete` reports it.
    ///
    /// - Parameter offsets: the rows to delete.
    public mutating func remove(atOffsets offsets: IndexSet) {
      remove(atOffsets: Array(offsets))
    }
  }
#endif
