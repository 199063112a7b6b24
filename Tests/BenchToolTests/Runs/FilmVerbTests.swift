import Basics
import Foundation
import ListLayout
import Reporting
import Runs
import Strategies
import Testing

@testable import BenchTool
@testable import Conformance

@Suite struct FilmVerbTests {
  @Test("the page is self-contained and summarises the film")
  func page() throws {
    try withBench { bench in
      try bench.does("film -s section-shift:step=12 --length 5s -o $/film.html")
      let page = try bench.read("film.html")
      #expect(
        page.contains(
          "<h1>section-shift:step=12 (published) jumps 3 times, by up to 221,006 pt and needs "
            + "more than two layout passes in 3 frames; corrected shows every row at the right "
            + "position"))
      #expect(!page.contains("@@") && !page.contains("http:") && !page.contains("https:"))
      #expect(page.contains(#"<th scope="row">section-shift:step=12, corrected</th><td>0</td>"#))
    }
  }

  @Test("a page with five seconds of four films is smaller than 500 kB")
  func size() throws {
    try withBench { bench in
      try bench.does("film -s recycled-subview,section-shift -H chat --length 5s -o $/film.html")
      #expect(try bench.bytes("film.html").count < 500_000)
    }
  }

  @Test("names from the command line are escaped")
  func hostile() throws {
    try withBench { bench in
      let name = "<b>&quot;.txt"
      try bench.write(name, "44\n")
      try bench.does("film -s fixed-list -H file:$/\(name) -r 10 -o $/film.html")
      let page = try bench.read("film.html")
      #expect(!page.contains("<b>") && page.contains("&lt;b&gt;&amp;quot;.txt"))
    }
  }

  @Test(
    "an impossible film is an error",
    arguments: [
      (
        "-s section-shif", ExitCode.usage,
        "--strategy 'section-shif': no such strategy; did you mean 'section-shift'?"
      ),
      (
        "-s section-shift,triple-copy,on-demand,reload-window", .usage,
        "--strategy: the selection has 8 films, expected at most 6"
      ),
      (
        "-s fenwick -m published", .usage,
        "nothing to film: no selected strategy has published code"
      ),
      (
        "-c recalc", .usage,
        "--scenario recalc: nothing moves in this scenario; expected expand, scroll, jump, week, "
          + "prepend, append, edit or endless"
      ),
      ("-c endless", .usage, "--scenario endless: reload-window is not circular"),
      (
        "-s fixed-list -H uniform:20-300", .usage,
        "--heights uniform:20-300: fixed-list needs rows of one height"
      ),
      (
        "-s three-view-pager", .usage,
        "--heights fixed:44: three-view-pager needs rows as tall as the viewport"
      ),
      ("--start-row 10000", .usage, "--start-row 10000: expected 0 to 9999"),
      (
        "-g $/g.csv -c scroll", .usage,
        "--scenario cannot be used with --gestures: the film shows all gestures of the file"
      ),
      ("-g $/none.csv", .missingInput, "cannot read $/none.csv: No such file or directory"),
      (
        "-g $/g.csv", .badData,
        "$/g.csv:3: \"skroll\" is not a gesture, did you mean scroll?"
      ),
      (
        "-s three-view-pager -H pages -g $/ok.csv", .badData,
        "$/ok.csv:3: three-view-pager cannot insert rows"
      ),
      ("-H file:$/none.txt", .missingInput, "cannot read $/none.txt: No such file or directory"),
      (
        "-o $/none/film.html", .cannotCreate,
        "--output $/none/film.html: the folder $/none does not exist"
      ),
    ])
  func refused(words: String, code: ExitCode, message: String) throws {
    try withBench { bench in
      try bench.write("g.csv", "op,a,b\nscroll,10,\nskroll,10,\n")
      try bench.write("ok.csv", "op,a,b\nscroll,10,\ninsert,0,844\n")
      try bench.rejects("film -r 10k \(words)", code, is: message)
      #expect(try !bench.names().contains("film.html"))
    }
  }

  @Test(
    "a packed film contains all frames",
    arguments: ["section-shift", "recycled-subview", "on-demand", "triple-copy", "estimated"])
  func packing(id: String) throws {
    let contender = try #require(StrategyRegistry.all.first { $0.descriptor.id == id })
    for mode in contender.descriptor.modes {
      for scenario in [GestureScenario.fling, .mixed] {
        for script in scenario.scripts(
          for: contender.descriptor, mode: mode, gestures: 400, seed: 3)
        {
          let film = Film.record(contender, mode: mode, script: script)
          let unpacked = UnpackedFilm(track: FilmTrack(film))
          #expect(unpacked.views == film.frames.map { Set($0.views) })
          #expect(unpacked.offsets == film.frames.map(\.contentOffset.rawValue))
          #expect(unpacked.expected == film.frames.map(\.expectedTop.rawValue))
          #expect(unpacked["slip"] == film.frames.map(\.deviation.slip.rawValue))
          #expect(unpacked["deviation"] == film.frames.map(\.deviation.lead.rawValue))
          #expect(unpacked["windowTop"] == film.frames.map(\.windowTop.rawValue))
          #expect(unpacked["isHeld"] == film.frames.map { $0.isHeld ? 1 : 0 })
        }
      }
    }
  }
}

/// A film decoded from the data in the page, in the same way as the page's script decodes it.
private struct UnpackedFilm {
  let track: FilmTrack

  var offsets: [Int64] { sums(track.offset) }
  var expected: [Int64] { sums(track.expected) }

  private func sums(_ differences: [Int64]) -> [Int64] {
    differences.indices.map { differences[...$0].reduce(0, +) }
  }

  subscript(name: String) -> [Int64] {
    let changes = track.held[name] ?? []
    var values = [Int64](repeating: 0, count: track.frames)
    for at in stride(from: 0, to: changes.count, by: 2) {
      for frame in Int(changes[at])..<track.frames { values[frame] = changes[at + 1] }
    }
    return values
  }

  var views: [Set<Film.View>] {
    var stream = track.views[...]
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
            id: Int(id), row: Int(stream.removeFirst()),
            y: LayoutUnit(rawValue: stream.removeFirst()),
            height: LayoutUnit(rawValue: stream.removeFirst()), x: .zero)
        }
      }
      return Set(bound.values)
    }
  }
}
