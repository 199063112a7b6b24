import BenchBasics
import Conformance
import Foundation
import Testing

@testable import BenchTool

@Suite("Verifying in a separate process")
struct VerifyingProcessTests {
  private let strategy = StrategyRegistry.all.first { $0.descriptor.id == "fenwick" }!

  /// Verifies the strategy in a process that runs a shell script instead of the program.
  private func report(
    _ script: String, limit: Double = 60
  ) throws -> VerifyingProcess.Report {
    try TemporaryFolder.with { folder in
      try GitFixture.writeProgram(script, to: folder + "/program")
      return try VerifyingProcess(
        name: "bench", executable: folder + "/program", strategy: strategy, mode: .corrected,
        gestures: 40, seed: 7, limit: limit
      ).run()
    }
  }

  private func line(_ kind: ProcessLine, _ value: some Encodable) throws -> String {
    "\(kind.rawValue)\(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))"
  }

  @Test("Verifying in a separate process gives the same result as verifying in this one")
  func result() throws {
    let expected = Verification.run(strategy, mode: .corrected, gestures: 40, seed: 7)
    let line = try line(.result, expected.record)
    let report = try report("echo hello; echo '\(line)'; echo note >&2")
    let found = report.verification
    #expect(found.isHeld && found.deviation == expected.deviation)
    #expect(found.stress == expected.stress)
    #expect(found.results.map(\.deviation) == expected.results.map(\.deviation))
    #expect(report.notes == "hello\nnote\n" && report.instructions.isEmpty)
  }

  @Test(
    "A strategy whose process ends early fails verification, and the result states the reason",
    arguments: [
      ("exit 0", "its process ended with status 0 before the verification had finished"),
      (
        "echo 'bench: called exit too early' >&2; exit 70",
        "its process ended with status 70: called exit too early"
      ),
      (
        "echo 'a.swift:1: Fatal error: no row' >&2; echo end >&2; kill -ILL $$",
        "its process was terminated by signal 4 (Illegal instruction): a.swift:1: Fatal error: no row"
      ),
      ("kill -SEGV $$", "its process was terminated by signal 11 (Segmentation fault)"),
      ("exec sleep 600", "hangs: its process did not end within 0.5 s"),
    ])
  func faults(script: String, fault: String) throws {
    // The second process, which is traced, ends the same way.
    let report = try report(script, limit: 0.5)
    #expect(report.verification.fault == fault + " (seed 7)")
    #expect(!report.verification.isHeld)
    #expect(
      report.instructions
        == "To see it again, run\nbench verify -s fenwick -m corrected --gestures 40 --seed 7")
  }

  @Test("A crash that can't be reproduced is reported as such")
  func unrepeated() throws {
    let record = Verification.run(strategy, mode: .corrected, gestures: 40, seed: 7).record
    let report = try report(
      "case \"$*\" in *--trace) echo '\(try line(.result, record))' ;; *) kill -ILL $$ ;; esac")
    #expect(
      report.verification.fault?.hasSuffix(
        "(seed 7); this did not happen again in a second process") == true)
  }

  @Test("A crash is reduced to the smallest list and gestures that reproduce it")
  func smallest() throws {
    let heights = (1...50).map { Int32($0 * 64) }
    let script = GestureScript(
      heights: heights, options: LayoutOptions(viewport: LayoutUnit(points: 300)))
    let gestures: [Gesture] = [.settle, .scroll(LayoutUnit(points: 20)), .delete(row: 3), .settle]
    let steps = try [line(.list, script)] + gestures.map { try line(.gesture, $0) }
    // `replay` crashes if a row is deleted while another one is at least 10 pt tall.
    let program = """
      case "$1 $*" in
      replay*)
        for word; do
          case "$word" in *gestures.csv) deletes=$(grep -c delete "$word") ;; esac
          case "$word" in *heights.txt) tall=$(grep -c '[0-9][0-9]' "$word") ;; esac
        done
        [ "$deletes" -gt 0 ] && [ "$tall" -gt 0 ] || exit 0 ;;
      *--trace) cat <<'end'
      \(steps.joined(separator: "\n"))
      end
      esac
      kill -ILL $$
      """
    let report = try report(program)
    #expect(
      report.verification.fault
        == "its process was terminated by signal 4 (Illegal instruction) (seed 7, gesture 4)")
    let expected = """
      To see it again, save these two files (a linear list of 1 row):
      heights.txt:
      10
      gestures.csv:
      op,a,b
      delete,0,
      and run
      bench replay -s fenwick -m corrected --viewport 1 --start-row 0 --latency 0 -H heights.txt \
      -g gestures.csv --check
      """
    #expect(report.instructions == expected)
  }
}
