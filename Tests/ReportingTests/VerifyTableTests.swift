import Foundation
import Testing

@testable import Reporting

@Suite("What verification found")
struct VerifyTableTests {
  private func text(_ entries: [VerifiedEntry], _ width: Int, _ style: Style = .plain) -> String {
    VerifyTable(entries).text(width: width, style: style)
  }

  @Test("Exact, or what differed and whether it may")
  func wide() {
    #expect(
      text(VerifiedEntry.examples, 120) == """
        strategy          mode       frames  on screen
        blocked-sums      corrected  12,480  exact
        recycled-subview  published  12,480  wrong rows in 2.5 % of frames, over two layout passes in <0.1 % of frames; held: at
                                             most 44 pt out of place in a frame
        triple-copy       corrected   9,000  no motion in <0.1 % of frames, 66 pt of motion lost, 3 pt x frames blank; BROKEN:
                                             none
        mine              corrected       5  wrong rows in 20 % of frames

        4 checked: 1 exact, 3 deviate (1 within bounds, 1 without a bound), 1 BROKEN.

        """)
  }

  @Test("Sentences wrap at 80 columns")
  func narrow() {
    #expect(
      text(Array(VerifiedEntry.examples.prefix(3)), 80) == """
        strategy          mode       frames  on screen
        blocked-sums      corrected  12,480  exact
        recycled-subview  published  12,480  wrong rows in 2.5 % of frames, over two
                                             layout passes in <0.1 % of frames; held: at
                                             most 44 pt out of place in a frame
        triple-copy       corrected   9,000  no motion in <0.1 % of frames, 66 pt of
                                             motion lost, 3 pt x frames blank; BROKEN:
                                             none

        3 checked: 1 exact, 2 deviate (1 within bounds), 1 BROKEN.

        """)
  }

  @Test("On 40 columns each entry is a list")
  func list() {
    let lines = text(VerifiedEntry.examples, 40).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 40 })
    #expect(
      lines.prefix(4) == [
        "blocked-sums", "  mode       corrected", "  frames     12,480",
        "  on screen  exact",
      ])
  }

  @Test("Colours tell exact, deviating and broken apart")
  func colour() {
    let lines = text(VerifiedEntry.examples, 200, Style(useColour: true)).split(separator: "\n")
    #expect(lines[1].hasSuffix("\u{1B}[32mexact\u{1B}[0m"))
    #expect(lines[2].contains("\u{1B}[33mwrong rows in 2.5 %"))
    #expect(lines[3].contains("\u{1B}[1;31mno motion in <0.1 %"))
    #expect(lines[5].hasPrefix("\u{1B}[1;31m4 checked"))
  }

  @Test("Kept unless a bound is broken; an exact one may break its contract too")
  func kept() {
    #expect(!VerifyTable(VerifiedEntry.examples).isKept)
    #expect(VerifyTable(VerifiedEntry.examples.filter { $0.held != false }).isKept)
    var exact = VerifiedEntry.examples[0]
    exact.held = true
    #expect(text([exact], 80).hasSuffix("exact\n\n1 checked: 1 exact, 0 deviate, none broken.\n"))
    exact.held = false
    #expect(text([exact], 80).contains("exact; BROKEN\n"))
  }

  @Test("Nothing checked is said")
  func nothing() {
    #expect(text([], 80) == "Nothing was checked.\n")
    #expect(VerifyTable([]).isKept)
  }

  @Test("The JSON has every entry with all of its keys")
  func json() throws {
    let data = Data(VerifyTable(VerifiedEntry.examples).json.utf8)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["kept"] as? Bool == false)
    let entries = try #require(object["entries"] as? [[String: Any]])
    #expect(
      entries.compactMap { $0["verdict"] as? String }
        == ["exact", "deviates", "deviates", "deviates"])
    #expect(entries.allSatisfy { $0.count == 16 })
    #expect(entries[1]["deviation_pt_frames"] as? String == "10442.5")
    #expect(entries[2]["held"] as? Bool == false)
    #expect(entries[3]["bound"] is NSNull)
  }

  @Test("The document has both forms of a technique side by side, then each use")
  func document() {
    var entries = Array(VerifiedEntry.examples[1...2])
    for (place, wrong) in zip(entries.indices, [12, 0]) {
      entries[place].strategy = "triple-copy"
      entries[place].origin = "UITableView Tricks <2>"
      entries[place].publishedDefect = "It jumps at each `seam`."
      var use = VerifiedEntry(
        strategy: "fling", mode: entries[place].mode, frames: 400,
        verdict: wrong > 0 ? .deviates : .exact)
      use.wrongRowFrames = wrong
      entries[place].scenarios = [use]
    }
    let text = VerifyDocument(entries, command: ["bench", "verify"]).markdown
    #expect(text.hasPrefix("    bench verify\n\n# What"))
    #expect(
      text.contains(
        """
        | technique | as published | corrected |
        | --- | --- | --- |
        | `triple-copy` | wrong rows in 2.5 % of frames, over two layout passes in <0.1 % of frames \
        | no motion in <0.1 % of frames, 66 pt of motion lost, 3 pt x frames blank |
        """.replacing("<", with: "\\<")))
    #expect(
      text.contains(
        """
        ## triple-copy

        From: UITableView Tricks \\<2\\>.

        - As published: It jumps at each `seam`.

        | use | published, 12,480 frames | corrected, 9,000 frames |
        | --- | --- | --- |
        | `fling` | wrong rows in 3.0 % of frames | exact |
        """))
  }
}
