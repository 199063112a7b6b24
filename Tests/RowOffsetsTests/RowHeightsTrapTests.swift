import RowOffsets
import Testing

// Exit tests start a new process, so these tests run only on Linux and macOS.
#if os(Linux) || os(macOS)
  @Suite("Traps of RowHeights and RowLayout")
  struct RowHeightsTrapTests {
    struct Misuse: Sendable {
      let message: String
      let run: @Sendable () -> Void

      init(_ message: String, _ change: @escaping @Sendable (inout RowHeights) -> Void) {
        self.message = message
        run = {
          var rows: RowHeights = [1, 2]
          change(&rows)
        }
      }

      init(layout message: String, _ change: @escaping @Sendable (inout RowLayout) -> Void) {
        self.message = message
        run = {
          var rows = RowLayout([20, 8000] as [Double], displayScale: 3)
          change(&rows)
        }
      }
    }

    private static let tooHigh = "The total height of the rows exceeds 140737488355328 points"

    /// 2^40 unmeasured rows, which reach the maximum total height if they are 128 pt tall.
    private static func most(_ estimate: Double) -> RowHeights {
      RowHeights(unmeasured: 1 << 40, estimatedHeight: estimate)
    }

    /// Rows with a total height of almost 2^47 pt, followed by `zeros` rows of height 0.
    private static func highest(adding more: Int, zeros: Int) -> RowHeights {
      let heights = [Double](repeating: 33_554_431, count: 1 << 22 + more)
      return RowHeights(heights + [Double](repeating: 0, count: zeros))
    }

    static let misuses: [Misuse] =
      [
        Misuse("Row 3 is out of range: there are 2 rows") { _ = $0.offset(of: 3) },
        Misuse("Row -1 is out of range: there are 2 rows") { _ = $0.offset(of: -1) },
        Misuse("Row 4 is out of range: there are 3 rows") {
          $0.insert(1, at: 0)
          _ = $0.offset(of: 4)
        },
        Misuse("Row 3 is out of range: there are 2 rows") {
          $0.forgetHeights(of: 0..<1)
          _ = $0.offset(of: 3)
        },
        Misuse("Rows 1..<3 are out of range: there are 2 rows") { $0.forgetHeights(of: 1..<3) },
        Misuse("The point is not a number") { _ = $0.row(at: .nan) },
        Misuse("Adding 10 rows to 9223372036854775802 exceeds the maximum number of rows") {
          $0 = RowHeights(unmeasured: .max - 5, estimatedHeight: 0)
          $0.insertUnmeasured(10, at: 0)
        },
        Misuse("The estimated height -8.0 is not in 0...33554431 points") {
          $0.estimatedHeight = -8
        },
        Misuse(tooHigh) {
          $0 = RowHeights(unmeasured: 300_000_000_000, estimatedHeight: 33_554_431)
        },
        Misuse(tooHigh) {
          $0 = most(128)
          $0.estimatedHeight = 128.015625
        },
        Misuse(tooHigh) {
          $0 = most(128)
          $0.append(0.015625)
        },
        Misuse(tooHigh) {
          $0 = most(128)
          $0[7] = 129
        },
        Misuse(tooHigh) {
          $0 = most(127)
          $0[7] = 0
          $0.estimatedHeight = 128
          $0[9] = 256
          $0.forgetHeights(of: 7..<8)
        },
        Misuse(tooHigh) { $0 = highest(adding: 2, zeros: 0) },
        Misuse(tooHigh) {
          $0 = highest(adding: 0, zeros: 3)
          for row in $0.indices.suffix(3) { $0[row] = 33_554_431 }
        },
        Misuse(tooHigh) {
          $0 = highest(adding: -1, zeros: 0)
          $0.append(contentsOf: [33_554_431, 33_554_431, 33_554_431])
        },
        Misuse(tooHigh) {
          $0 = highest(adding: 0, zeros: 3)
          $0.removeLast(1)
          for row in $0.indices.suffix(2) { $0[row] = 33_554_431 }
        },
        Misuse(layout: "The display scale -1.0 is not a positive number of pixels per point") {
          $0.displayScale = -1
        },
        Misuse(
          layout:
            "The spacing of -8.0 points is -24.0 pixels at a display scale of 3.0, which is not in"
        ) { $0.spacing = -8 },
        Misuse(layout: "The top inset of -1.0 points is -3.0 pixels") { $0.topInset = -1 },
        Misuse(layout: "The bottom inset of nan points is nan pixels") { $0.bottomInset = .nan },
        Misuse(layout: "The height of 12000000.0 points is 36000000.0 pixels") {
          $0[0] = 12_000_000
        },
        Misuse(layout: "The estimated height of -1.0 points is -3.0 pixels") {
          $0.estimatedHeight = -1
        },
        Misuse(layout: "The height plus spacing of 11184811.0 points is 33554433.0 pixels") {
          $0.spacing = 1
          $0[0] = 11_184_810
        },
        Misuse(layout: "The height of 8000.0 points is 80000000.0 pixels") {
          $0.displayScale = 10_000
        },
        Misuse(layout: "Row 2 is out of range: there are 2 rows") {
          _ = $0.contentOffset(showing: 2, visible: 0..<100)
        },
        Misuse(layout: "'update' within 'update'") {
          _ = $0.update(visible: 0..<1) { rows in _ = rows.update(visible: 0..<1) { $0[0] = 3 } }
        },
      ]
      + [-0.001, .nan, -.infinity, 33_554_431.004, 1e300].flatMap { height in
        let message = "The height \(height) is not in 0...33554431 points"
        return [
          Misuse(message) { $0[0] = height },
          Misuse(message) { $0 = RowHeights([Double](repeating: 20, count: 41) + [height, 20]) },
        ]
      }

    @Test(
      "An invalid row, range, point, length or display scale causes a trap",
      arguments: misuses.indices)
    func traps(_ number: Int) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [number] in
        RowHeightsTrapTests.misuses[number].run()
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains(Self.misuses[number].message))
    }
  }
#endif
