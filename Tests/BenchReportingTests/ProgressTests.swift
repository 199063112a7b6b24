import BenchRuns
import Testing

@testable import BenchReporting

@Suite("Progress output")
struct ProgressTests {
  private static let group = CellGroup(
    scenario: "scroll", heights: "file:\u{1B}[2J", rows: 1_000_000)

  private func moment(_ fraction: Double, _ group: CellGroup? = group) -> Progress {
    Progress(
      fraction: fraction, group: group, elapsed: 60 * fraction, budget: 60, isDone: fraction == 1)
  }

  @Test("The progress line shows a bar, the group, and the elapsed and remaining time")
  func terminal() {
    for (moment, done, text) in [
      (moment(0.5), 15, " 50 %  scroll, file: [2J, 1M rows  30 s, 30 s left"),
      (moment(0, nil), 0, "  0 %  preparing  0 s, 1 min 00 s left"),
      (moment(1), 30, "100 %  done  1 min 00 s"),
    ] {
      let bar = String(repeating: "#", count: done) + String(repeating: ".", count: 30 - done)
      #expect(moment.redrawn(width: 90, style: .plain) == "\r[\(bar)]\(text)\u{1B}[K")
    }
  }

  @Test("The progress line never wraps on a narrow terminal", arguments: 0...100)
  func width(width: Int) {
    for fraction in [0, 0.07, 0.999, 1] {
      let line = moment(fraction).redrawn(width: width, style: .plain)
      #expect(line.hasPrefix("\r") && line.hasSuffix("\u{1B}[K"))
      #expect(line.dropFirst().dropLast(3).count <= max(0, width - 1))
    }
  }

  @Test("If the output is a pipe, a progress line is written at the start and after every 10 %")
  func pipe() {
    var lines: [String] = []
    var last: Progress?
    for step in 0...1000 {
      let moment = moment(Double(step) / 1000)
      guard let line = moment.line(after: last) else { continue }
      lines.append(line)
      last = moment
    }
    #expect(lines.count == 11)
    #expect(lines[3] == "30 %  scroll, file: [2J, 1M rows  18 s, 42 s left")
    #expect(lines[10] == "100 %  done  1 min 00 s")
  }

  @Test("The percentage is clamped, and the progress line says when a run has exceeded its budget")
  func limits() {
    #expect(moment(-1).line(after: nil)?.hasPrefix("0 %") == true)
    #expect(Progress(fraction: .nan, group: nil, elapsed: 1, budget: 2).fraction == 0)
    // All planned work is done, but the run hasn't ended yet.
    let over = Progress(fraction: 1, group: nil, elapsed: 70, budget: 60)
    #expect(over.line(after: nil) == "99 %  preparing  1 min 10 s, longer than planned")
    let exact = Progress(fraction: 0.29, group: nil, elapsed: 0, budget: 0)
    #expect(exact.line(after: nil)?.hasPrefix("29 %") == true)
  }
}
