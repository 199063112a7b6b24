import BenchBasics
import BenchReporting
import BenchRuns
import BenchStrategies
import Foundation
import ListLayout
import Testing

@testable import BenchTool
@testable import Conformance

@Suite struct FilmCommandTests {
  @Test("The film page is self-contained and summarises the film in its heading")
  func page() throws {
    try withBench { bench in
      try bench.does("film -s section-shift:step=12 --length 5s -o $/film.html")
      let page = try bench.read("film.html")
      #expect(
        page.contains(
          "<h1>section-shift:step=12 (published) jumps 3 times, by up to 221,006 pt, needs "
            + "more than two layout passes in 3 frames and misses the deadline of 3 frames; corrected shows every row at the right "
            + "position"))
      #expect(!page.contains("@@") && !page.contains("http:") && !page.contains("https:"))
      #expect(page.contains(#"<th scope="row">jumps</th><td>3</td><td>0</td>"#))
    }
  }

  @Test("A page with four films is smaller than 500 kB, and its names are escaped")
  func size() throws {
    try withBench { bench in
      let name = "<b>&quot;.txt"
      try bench.write(name, (0..<10_000).map { "\(20 + $0 * 37 % 101)\n" }.joined())
      try bench.does(
        "film -s recycled-subview,section-shift -H file:$/\(name) --length 5s -o $/film.html")
      let page = try bench.read("film.html")
      #expect(page.utf8.count < 500_000)
      #expect(!page.contains("<b>") && page.contains("&lt;b&gt;&amp;quot;.txt"))
    }
  }

  @Test("A frame with many changes gets a short description")
  func longBatch() throws {
    try withBench { bench in
      let inserts = Array(repeating: "insert,0,44", count: 500)
      let lines = ["op,a,b", "begin,,"] + inserts + ["delete,7,", "follow,,", "commit,,"]
      let few = ["begin,,", "insert,0,44", "move,0,3", "commit,,", ""]
      try bench.write("g.csv", (lines + few).joined(separator: "\n"))
      try bench.does("film -s fenwick -m corrected -g $/g.csv -r 100 -o $/film.html")
      let page = try bench.read("film.html")
      #expect(page.contains(#""text":"502 changes""#))
      #expect(
        page.contains(
          #""text":"a row 44 pt high is inserted before row 0, row 0 moves to row 3""#))
    }
  }

  /// Options, each followed by the expected exit code and message.
  private static let refusals = """
    -s section-shift,triple-copy,on-demand,reload-window => 64 => --strategy: this selects 8 films, \
    but the limit is 6
    -c recalc => 64 => --scenario recalc: nothing moves in this scenario; choose expand, scroll, \
    prepend, jump, edit, append, endless or week
    -c endless => 64 => --scenario endless: reload-window is not circular
    -s fixed-list -H uniform:20-300 => 64 => --heights uniform:20-300: fixed-list needs \
    rows of one height
    -s three-view-pager => 64 => --heights fixed:44: three-view-pager needs rows as \
    tall as the viewport
    --start-row 10000 => 64 => --start-row 10000: expected 0 to 9999
    -g $/g.csv -c scroll => 64 => --scenario cannot be used with --gestures: the film shows all \
    gestures in the file
    -g $/g.csv => 65 => $/g.csv:3: "skroll" is not a gesture, did you mean scroll?
    -s three-view-pager -H pages -g $/ok.csv => 65 => $/ok.csv:3: three-view-pager cannot \
    insert rows
    -H file:$/none.txt => 66 => cannot read $/none.txt: No such file or directory
    """

  @Test(
    "If a film can't be made, the error message gives the reason",
    arguments: refusals.split(separator: "\n").map(String.init))
  func refused(row: String) throws {
    let parts = row.split(separator: " => ", maxSplits: 2).map(String.init)
    try withBench { bench in
      try bench.write("g.csv", "op,a,b\nscroll,10,\nskroll,10,\n")
      try bench.write("ok.csv", "op,a,b\nscroll,10,\ninsert,0,844\n")
      let code = try #require(Int32(parts[1]).flatMap { ExitCode(rawValue: $0) })
      try bench.rejects("film -r 10k \(parts[0])", code, is: parts[2])
      #expect(try !bench.names().contains("film.html"))
    }
  }

  @Test(
    "Packing a film keeps every frame",
    arguments: ["section-shift", "on-demand", "ellipse"])
  func packing(id: String) throws {
    let contender = try #require(StrategyRegistry.all.first { $0.descriptor.id == id })
    var hasX = false
    for mode in contender.descriptor.modes {
      for scenario in [GestureScenario.fling, .mixed] {
        for script in scenario.scripts(
          for: contender.descriptor, mode: mode, gestures: 200, seed: 3)
        {
          let film = Film.record(contender, mode: mode, script: script)
          let track = FilmTrack(film)
          #expect(views(of: track) == film.frames.map { Set($0.views) })
          hasX = hasX || !track.x.isEmpty
          #expect(sums(track.offset) == film.frames.map(\.contentOffset.rawValue))
          #expect(sums(track.expected) == film.frames.map(\.expectedTop.rawValue))
          #expect(values("windowTop", of: track) == film.frames.map(\.windowTop.rawValue))
        }
      }
    }
    #expect(hasX == (id == "ellipse"))
  }

  // These functions decode a film the way the page's script does.

  private func sums(_ differences: [Int64]) -> [Int64] {
    differences.indices.map { differences[...$0].reduce(0, +) }
  }

  private func values(_ name: String, of track: FilmTrack) -> [Int64] {
    let changes = track.held[name] ?? []
    var values = [Int64](repeating: 0, count: track.frames)
    for at in stride(from: 0, to: changes.count, by: 2) {
      for frame in Int(changes[at])..<track.frames { values[frame] = changes[at + 1] }
    }
    return values
  }

  private func views(of track: FilmTrack) -> [Set<Film.View>] {
    var stream = track.views[...]
    var x = track.x[...]
    var bound: [Int64: Film.View] = [:]
    return (0..<track.frames).map { frame in
      guard stream.first == Int64(frame) else { return Set(bound.values) }
      stream = stream.dropFirst()
      for _ in 0..<stream.removeFirst() {
        let id = stream.removeFirst()
        if id < 0 {
          bound[-1 - id] = nil
        } else {
          bound[id] = Film.View(
            id: Int(id), row: Int(stream.removeFirst()), identity: Int(stream.removeFirst()),
            y: LayoutUnit(rawValue: stream.removeFirst()),
            height: LayoutUnit(rawValue: stream.removeFirst()),
            x: LayoutUnit(rawValue: x.popFirst() ?? 0))
        }
      }
      return Set(bound.values)
    }
  }
}
