import Foundation
import HostSystem
import Measuring
import Runs
import Testing

@testable import Reporting

/// What is exported, what is left out, and under which names.
struct ExportedRunTests {
  @Test("every cell is exported or left out with its reason")
  func omissions() {
    let run = SmallRun.exported
    #expect(run.cells.map(\.row.cell.strategy) == ["fenwick", "my=list+2%", "floor"])
    #expect(
      run.omissions.map { "\($0.cell.strategy): \($0.reason.rawValue)" } == [
        "fenwick-twin: of the null control", "all-heights: cut",
        "reload-window: with wrong rows on screen", "torn: without a figure",
        "fixed-list: without a figure",
      ])
    #expect(
      run.notes == [
        "exported 3 of 8 cells, left out: 2 without a figure, 1 cut, 1 with wrong rows on screen, "
          + "1 of the null control"
      ])
    #expect(
      SmallRun.partial.notes.first
        == "the run was interrupted: what is exported is a part of its plan")
  }

  @Test("without a cell to export there is no export")
  func nothing() {
    var run = SmallRun.measured
    run.summary = run.summary.filter { $0.status != .ok }
    #expect(
      throws: RunFault(.badData, "there is nothing to export: 1 without a figure, 1 cut")
    ) { try ExportedRun(run) }
    run.summary = []
    #expect(throws: RunFault(.badData, "there is nothing to export: the run has no cells")) {
      try ExportedRun(run)
    }
  }

  @Test("names are as different as what they name, in plain words", arguments: 0..<20)
  func names(seed: UInt64) {
    var random = SplitMix64(seed: seed, purpose: "names")
    let letters: [Character] = ["a", "/", "%", "=", " ", "ü", ":", ".", "\"", "2", "F", "\\", ","]
    func word() -> String {
      String((0..<(1 + random.below(5))).map { _ in letters[random.below(letters.count)] })
    }
    var texts: [String: String] = [:]
    for _ in 0..<200 {
      let text = word()
      let escaped = ExportedCell.escaped(text)
      #expect(texts.updateValue(text, forKey: escaped).map { $0 == text } != false)
      #expect(escaped.removingPercentEncoding == text)
      #expect(escaped.allSatisfy { $0.isASCII && !" /=\"\\".contains($0) })
    }
  }

  @Test("a repetition is exported as the median of its segments")
  func repetitions() {
    #expect(SmallRun.exported.cells.map(\.times.values) == [[10, 12, 11], [1.5], [0.5, 0.5]])
  }
}
