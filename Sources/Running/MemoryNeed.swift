import Foundation
import HostSystem
import ListLayout
import Runs

/// What lists need of memory, roughly and rather too much than too little: asked before they are made,
/// by every command that makes some. Where memory has run out, nothing can be said any more.
package struct MemoryNeed: Sendable {
  /// The bytes.
  package private(set) var bytes = 0
  /// The bytes of the list that needs most.
  private var most = 0

  /// Nothing yet.
  package init() {}

  /// A row of the list at work: its height as it was made, in the store and in the store that is
  /// edited, each before and after a rotation, and 72 bytes for the index that needs most, a table with
  /// nine copies of each row.
  private static let bytesPerRow = 96
  /// A row of any list: its height before and after a rotation.
  private static let bytesPerKeptRow = 8
  /// `sum-tree` has a leaf of so many bytes for so much height at least, however few rows that is.
  private static let leaf = (bytes: 1200, height: Int64(Int32.max))
  /// A frame of a film, and a view in it: as they are kept, packed and written.
  private static let bytesPerFrame = 1000
  private static let bytesPerView = 100
  /// A gesture of a verification, with its share of the list that it happens to.
  private static let bytesPerGesture = 8

  /// Adds a list. Of all that are added one is at work at a time.
  ///
  /// - Parameter contentHeight: the height of all its rows; 0 where that is not known yet.
  package mutating func add(rows: Int, contentHeight: LayoutUnit = .zero) {
    let leaves = Int(contentHeight.rawValue / Self.leaf.height)
    let list = rows * Self.bytesPerRow + leaves * Self.leaf.bytes
    bytes += rows * Self.bytesPerKeptRow + max(0, list - most)
    most = max(most, list)
  }

  /// Adds frames that are kept, each with so many views.
  package mutating func add(frames: Int, views: Int) {
    let frame = Self.bytesPerFrame + views * Self.bytesPerView
    bytes += frames.multipliedReportingOverflow(by: frame).partialValue
  }

  /// Adds the gestures of a verification.
  package mutating func add(gestures: Int) { bytes += gestures * Self.bytesPerGesture }

  /// Refuses what does not fit in nine tenths of the memory that this process may have.
  ///
  /// - Parameter what: what is asked for, as the beginning of a message.
  /// - Throws: `usage` with both figures.
  package func refuse(_ what: String) throws(RunFault) {
    let limit = MachineFacts.memoryLimit / 10 * 9
    guard limit > 0, bytes > limit else { return }
    let gibibyte = Double(1 << 30)
    throw RunFault(
      .usage,
      what
        + String(
          format: ": that needs about %.1f GiB of memory, expected at most %.1f",
          Double(bytes) / gibibyte, Double(limit) / gibibyte))
  }
}
