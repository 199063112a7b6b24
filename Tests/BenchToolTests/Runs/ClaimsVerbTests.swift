import Claims
import Foundation
import HostSystem
import Recording
import Testing

@testable import BenchTool

@Suite("bench claims", .serialized)
struct ClaimsVerbTests {
  /// The claims of a report in a file, without the date and the machine.
  private func claims(in bench: Bench, _ file: String) throws -> [NSDictionary] {
    let bytes = try FileSystem.bytes(at: "\(bench.folder)/\(file)")
    let report = try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary
    return try #require(report?["claims"] as? [NSDictionary])
  }

  @Test("what is counted comes out the same each time, whatever the budget")
  func counted() throws {
    try withBench { bench in
      let options = "claims --claim takes-days,always-centred --format json --quiet"
      #expect(try bench("\(options) --output $/one.json").code == .success)
      #expect(try bench("\(options) --budget 1ms --output $/two.json").code == .success)
      let one = try claims(in: bench, "one.json")
      #expect(try claims(in: bench, "two.json") == one)
      // In the order of the roster, not of the command line.
      #expect(one.map { $0["id"] as? String } == ["always-centred", "takes-days"])
      #expect(one.allSatisfy { $0["verdict"] as? String == "depends" })
    }
  }

  @Test("a claim with times gives a document, even when there is no time")
  func timed() throws {
    try withBench { bench in
      let options = "claims --claim fixed-math --budget 10ms --format markdown --quiet"
      #expect(try bench("\(options) --output $/claims.md").code == .success)
      let bytes = try FileSystem.bytes(at: "\(bench.folder)/claims.md")
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("<!-- begin headline -->\n| claim |"))
      #expect(text.contains("\n## fixed-math\n") && text.contains("- Rule: "))
    }
  }

  @Test("mistakes are refused before anything is measured")
  func mistakes() throws {
    try withBench { bench in
      let claim = try bench("claims --claim three-copis")
      #expect(claim.code == .usage)
      #expect(
        claim.message == "--claim 'three-copis': no such claim; did you mean 'three-copies'?")
      let other = try bench("claims --claim 7")
      #expect(other.message.hasPrefix("--claim '7': no such claim; expected variable-heights,"))
      let format = try bench("claims --format pdf")
      #expect(format.message == "--format 'pdf': expected terminal, markdown or json")
      let nowhere = try bench("claims --output $/none/claims.md")
      #expect(nowhere.code == .cannotCreate)
      #expect(nowhere.message == "--output $/none/claims.md: there is no folder $/none")
      #expect(try bench("claims --output $").message == "--output $: that is a folder")
      #expect(try bench.names().isEmpty)
    }
  }
}
