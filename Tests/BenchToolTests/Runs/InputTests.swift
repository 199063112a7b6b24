import BenchBasics
import BenchRuns
import BenchWorkloads
import Foundation
import Testing

@testable import BenchTool

@Suite("Empty, malformed and oversized input", .serialized)
struct InputTests {
  // MARK: Empty selections

  @Test(
    "A command that has nothing to do fails",
    arguments: [
      "run -s fixed-list -H chat -c offset -r 20", "run -s fenwick -c endless -r 20",
      "count -s fixed-list -H chat -c offset -r 20",
      "verify -s fenwick -m published", "verify -s floor", "verify -s fenwick -g 0",
      "film -s fenwick -m published", "film -s fenwick -r 20 -g $/gestures",
      "replay -s fenwick -H $/rows -g $/gestures",
    ])
  func selection(command: String) throws {
    try withBench { bench in
      try bench.write("rows", "")
      try bench.write("gestures", "op,a,b\n")
      let output = command.hasPrefix("replay") ? "-f" : "-o"
      try bench.rejects("\(command) \(output) $/output", .usage, "nothing to ")
      #expect(try bench.names() == ["gestures", "rows"])
    }
  }

  @Test("A run that has no cells can't be shown, exported or compared")
  func emptyRuns() throws {
    try withRun { bench in
      for file in ["summary.csv", "samples.csv"] { try bench.removeRows(of: "run/\(file)") }
      try bench.editRecord("run") { ($0.cells, $0.sampleCount) = (0, 0) }
      for command in ["show $/run", "report $/run"] {
        try bench.rejects(command, .usage, "no cells")
      }
      try bench.rejects("export $/run --format benchfmt -o $/text", .usage, "no valid results")
      try bench.rejects("compare $/run $/run", .differentCells)
      #expect(try bench.names() == ["run"])
    }
  }

  // MARK: Malformed inputs

  #if os(Linux)
    @Test(
      "Files whose names differ only in how an accent is encoded are treated as different lists")
    func accents() throws {
      let names = ["Gr\u{f6}\u{df}e", "Gro\u{308}\u{df}e"]
      try withBench { bench in
        for name in names { try bench.write(name, "44\n50\n44\n") }
        let lists = names.map { "file:$/\($0)" }.joined(separator: ",")
        try bench.does("run -s fenwick -c offset -r 3 -b 60ms -q -o $/run -H \(lists)")
        let cells = try bench.run("run").summary().map(\.cell)
        #expect(Set(cells).count == cells.count && Set(cells.map(\.group.heights)).count == 2)
        #expect(try bench.run("run").record().workloadHashes.count == 2)
      }
    }
  #endif

  @Test("Invalid recordings and unusable names are rejected before a folder is created")
  func inputs() throws {
    try withBench { bench in
      let name = "e\u{1B}[31m"
      try bench.write("bad", "t_ms,content_offset\n1,x\n")
      try bench.write(name, "44\n")
      let run = "run -s fenwick -c scroll -r 20 -b 60ms --quiet --output $/new"
      try bench.rejects(
        "\(run) -H chat --motion file:$/missing", .missingInput, "cannot read $/missing:")
      try bench.rejects("\(run) -H chat --motion file:$/bad", .badData, "$/bad:2:")
      try bench.rejects("\(run) -H file:$/\(name)", .usage, "contains a control character")
      #expect(try bench.names() == ["bad", name])
    }
  }

  private static var longest: MemoryNeed {
    var need = MemoryNeed()
    need.add(rows: 1_000_000_000)
    return need
  }

  @Test(
    "Every command rejects lists that don't fit in memory",
    .enabled(if: MachineFacts.memoryLimit < longest.bytes))
  func lists() throws {
    try withBench { bench in
      let rows = "--strategy fenwick --heights fixed:44 --rows 1000M"
      for command in [
        "run \(rows) --output $/new",
        "film \(rows) --output $/film",
      ] {
        try bench.rejects(command, .usage, "GiB of memory; the limit is")
      }
      #expect(try bench.names().isEmpty)
    }
  }

  @Test("Every command rejects viewports that are large enough to show more than a million rows")
  func screens() throws {
    try withBench { bench in
      try bench.write("h", "0.015625\n")
      try bench.write("g", "op,a,b\nscroll,10,\nviewport,1000000,\n")
      let excess = "more than 1048576 rows of 0.015625 pt fit into a viewport of 1000000 pt"
      let list = "--strategy cyclic --viewport 1000000 --heights"
      let tooMany =
        "--viewport 1000000: more than 1048576 rows of 0.015625 pt from file:$/h fit into the viewport"
      try bench.rejects(
        "film --scenario endless \(list) file:$/h --output $/new", .usage, is: tooMany)
      try bench.rejects(
        "replay --strategy cyclic --heights $/h --gestures $/g --frames $/new", .badData,
        is: "$/g:3: \(excess)")
      #expect(try bench.names() == ["g", "h"])
    }
  }

  // MARK: Output paths that would overwrite other files

  @Test("No command overwrites its own input or the files of a run")
  func outputs() throws {
    try withRun { bench in
      try bench.write("h", "44\n44\n")
      try bench.write("g", "op,a,b\n")
      symlink("h", bench.folder + "/link")
      link(bench.folder + "/g", bench.folder + "/hard")
      symlink("run/summary.csv", bench.folder + "/deep")
      func content() throws -> [[UInt8]] {
        try bench.names(in: "run").map { try bench.bytes("run/\($0)") }
          + [bench.bytes("h"), bench.bytes("g")]
      }
      let before = try content()
      let replay = "replay --strategy fenwick --heights $/h --gestures $/g --frames"
      let film = "film --strategy fenwick --heights file:$/h --gestures $/g --output"
      let export = "export $/run --format benchfmt --output"
      let refused = [
        (
          "film -s fenwick -r 20 --motion flings,file:$/h --output $/h",
          "--output $/h: this is the same file as the input $/h"
        ),
        ("\(replay) $/h", "--frames $/h: this is the same file as the input $/h"),
        ("\(replay) $/link", "--frames $/link: this is the same file as the input $/h"),
        ("\(replay) $/hard", "--frames $/hard: this is the same file as the input $/g"),
        ("\(film) $/h", "--output $/h: this is the same file as the input $/h"),
        ("\(export) $/deep", "--output $/deep: this file belongs to a run"),
      ]
      for (command, message) in refused { try bench.rejects(command, .usage, is: message) }
      #expect(try content() == before)
    }
  }

  @Test("replay prints x coordinates only for strategies that set them")
  func frames() throws {
    try withBench { bench in
      try bench.write("h", "50\n50\n50\n")
      try bench.write("g", "op,a,b\nscroll,7,\n")
      for (id, header) in [
        ("ellipse", "frame,row,y,height,x"), ("triple-copy", "frame,row,y,height"),
      ] {
        try bench.does("replay -s \(id) -H $/h -g $/g --viewport 100 -f $/\(id)")
        let lines = try bench.read(id).split(separator: "\n").map { $0.split(separator: ",") }
        #expect(lines[0].joined(separator: ",") == header && lines.count > 5)
        #expect(Set(lines.map(\.count)).count == 1)
        #expect(id == "triple-copy" || Set(lines.dropFirst().map { $0[4] }).count > 1)
      }
    }
  }
}
