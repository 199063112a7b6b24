import Basics
import Foundation
import Reporting
import Runs
import Testing

@testable import BenchTool

/// Tests malformed inputs, and outputs that would overwrite other files.
@Suite("Hostile input", .serialized)
struct HostileInputTests {
  private func content(of bench: Bench, _ name: String) throws -> [String: [UInt8]] {
    var content: [String: [UInt8]] = [:]
    for file in try bench.names(in: name) {
      content[file] = try bench.bytes("\(name)/\(file)")
    }
    return content
  }

  @Test("different spellings of the same heights are measured once")
  func sameRowsTwice() throws {
    try withRun("-s fenwick -c offset -r 20 -H fixed:44,fixed:44.0,fixed:044 -b 60ms") { bench in
      let cells = try bench.run("run").summary().filter {
        $0.cell.strategy == "fenwick" && $0.cell.role == .strategy
      }
      #expect(cells.map(\.cell.group.heights) == ["fixed:44"])
    }
  }

  @Test("no command overwrites its input or a file of a run")
  func outputs() throws {
    try withRun { bench in
      try bench.write("h", "44\n44\n")
      try bench.write("g", "op,a,b\n")
      symlink("h", bench.folder + "/link")
      link(bench.folder + "/g", bench.folder + "/hard")
      symlink("run/summary.csv", bench.folder + "/deep")
      let run = try content(of: bench, "run")
      let replay = "replay --strategy fenwick --heights $/h --gestures $/g --frames"
      let film = "film --strategy fenwick --heights file:$/h --gestures $/g --output"
      let refused = [
        ("\(replay) $/h", "--frames $/h: this is the same file as the input $/h"),
        ("\(replay) $/link", "--frames $/link: this is the same file as the input $/h"),
        ("\(replay) $/hard", "--frames $/hard: this is the same file as the input $/g"),
        ("\(replay) $/run/run.json", "--frames $/run/run.json: this file belongs to a run"),
        ("\(film) $/g", "--output $/g: this is the same file as the input $/g"),
        ("\(film) $/h", "--output $/h: this is the same file as the input $/h"),
        ("export $/run --format benchfmt -o $/deep", "--output $/deep: this file belongs to a run"),
        (
          "export $/run --format benchfmt -o $/run/index.html",
          "--output $/run/index.html: this file belongs to a run"
        ),
      ]
      for (command, message) in refused { try bench.rejects(command, .usage, start: message) }
      #expect(try content(of: bench, "run") == run)
      #expect(try bench.read("h") == "44\n44\n")
    }
  }

  @Test("an output may be a symbolic link")
  func linkedOutput() throws {
    try withRun { bench in
      symlink("table", bench.folder + "/link")
      for _ in 0..<2 {
        try bench.does("export $/run --format benchfmt --output $/link")
        #expect(
          try FileManager.default.destinationOfSymbolicLink(atPath: bench.folder + "/link")
            == "table")
        #expect(try bench.names() == ["link", "run", "table"])
      }
    }
  }

  @Test("files that are too large are rejected by every verb")
  func sizes() throws {
    try withRun { bench in
      for file in ["run.json", "samples.csv", "summary.csv"] {
        let path = bench.folder + "/run/" + file
        let bytes = try FileSystem.bytes(at: path)
        truncate(path, 5 << 30)
        let commands = [
          "export $/run --format benchfmt --output $/out", "compare $/run $/run", "report $/run",
        ]
        let limit = file == "run.json" ? 1 << 24 : 1 << 29
        for command in commands {
          try bench.rejects(command, .badData, is: "$/run/\(file): larger than \(limit) bytes")
        }
        try FileSystem.replaceFile(at: path, with: bytes)
      }
      try bench.rejects(
        "compare /dev/zero $/run", .badData, is: "/dev/zero: larger than 4096 bytes")
    }
  }

  @Test("a plan in run.json has the limits of the command line")
  func plans() throws {
    try withRun { bench in
      try bench.edit("run/run.json", "\"complete\"", "\"incomplete\"")
      let record = try bench.read("run/run.json")
      let seconds = try #require(
        record.split(separator: "\n").first { $0.contains("budget_seconds") })
      let edits = [
        (String(seconds), "    \"budget_seconds\" : 1e12,", "plan.budget_seconds: found"),
        (String(seconds), "    \"budget_seconds\" : 1e300,", "plan.budget_seconds: found"),
        ("      20\n", "      1000000000000000000\n", "plan.rows: found 1000000000000000000, "),
        ("      20\n", "      9223372036854775807\n", "plan.rows: found 9223372036854775807, "),
      ]
      for (original, replacement, message) in edits {
        try bench.edit("run/run.json", original, replacement)
        try bench.rejects("show $/run", .badData, message)
        try bench.write("run/run.json", record)
      }
      try bench.edit(
        "run/run.json", "\"incomplete\"", "\"\(String(repeating: "x", count: 10_000))\"")
      try bench.rejects(
        "report $/run", .badData, end: "…\", expected one of complete, interrupted, incomplete")
    }
  }

  @Test(
    "a bad recording and an unusable name are rejected before a folder is created"
  )
  func inputs() throws {
    try withBench { bench in
      let name = "e\u{1B}[31m"
      try bench.write("bad", "t_ms,content_offset\n1,x\n")
      try bench.write(name, "44\n")
      let run = "run -s fenwick -c scroll -r 20 -b 60ms --quiet --output $/new"
      try bench.rejects(
        "\(run) -H chat --motion file:$/missing", .missingInput, start: "cannot read $/missing:")
      try bench.rejects("\(run) -H chat --motion file:$/bad", .badData, start: "$/bad:2:")
      try bench.rejects("\(run) -H file:$/\(name)", .usage, end: "contains a control character")
      #expect(try bench.names() == ["bad", name])
    }
  }

  @Test("report replaces links in the folder of a run")
  func links() throws {
    try withRun { bench in
      let (run, own) = (try bench.run("run"), Array("my own\n".utf8))
      let outside = bench.folder + "/outside"
      try FileSystem.replaceFile(at: outside, with: own)
      unlink(run.readmePath)
      symlink("../outside", run.readmePath)
      try bench.does("report $/run")
      #expect(try FileSystem.bytes(at: outside) == own)
      #expect(try FileSystem.bytes(at: run.readmePath) != own)
    }
  }

  @Test("a run completes if latest is a folder")
  func latest() throws {
    try withRun { bench in
      let root = bench.folder + "/results"
      try FileSystem.createFolder(root + "/latest")
      let folder = try RunFolder.create(at: root + "/runs/new")
      folder.becomeLatestOrLog(under: root)
      #expect(FileSystem.holdsFolder(root + "/latest"))
      #expect(try bench.names(in: "results") == ["latest", "runs"])
    }
  }

  @Test("list of one topic prints only that topic, also as JSON")
  func topics() throws {
    for topic in Vocabulary.Kind.allCases {
      let text = try Listing(Tool(), topic).json()
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [Any]]
      #expect(object?.filter { !$0.value.isEmpty }.map(\.key) == [topic.rawValue])
    }
  }

  @Test("a message is one line without control characters")
  func messages() {
    let text = "a\u{2028}b\u{2029}c\u{202e}d\u{1b}[31me\u{85}f\u{2066}g"
    #expect(RunFault(.usage, text).message == "a b c d [31me f g")
  }
}
