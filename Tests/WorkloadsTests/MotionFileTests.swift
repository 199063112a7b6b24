import ListLayout
import Testing

@testable import Workloads

struct MotionFileTests {
  private func gestures(_ lines: [String], at rate: FrameRate = .hz120) throws -> [[Double]] {
    try withFile("t_ms,content_offset\n" + lines.joined(separator: "\n")) { path in
      try MotionSpec.file(path).gestures(at: rate).map { $0.frames.map(\.points) }
    }
  }

  @Test("A recording at 60 Hz is played at 120 Hz, to the same place")
  func resampled() throws {
    let recording = ["1000,50", "1016.6666667,60", "1033.3333333,80"]
    #expect(try gestures(recording) == [[5, 5, 10, 10]])
    #expect(try gestures(recording, at: .hz60) == [[10, 20]])
  }

  @Test("A pause of 100 ms ends a gesture; the next begins where the list moves again")
  func pauses() throws {
    // 25 ms of movement, 150 ms of rest in samples, 25 ms back.
    let sampled = ["0,0", "25,30", "50,30", "100,30", "175,30", "200,0"]
    #expect(try gestures(sampled) == [[10, 10, 10], [-10, -10, -10]])
    // The same without samples of the rest: the way back takes the frame it was seen in.
    #expect(try gestures(["0,0", "25,30", "200,0"]) == [[10, 10, 10], [-30]])
    // A rest of less than 100 ms is part of the gesture.
    #expect(
      try gestures(["0,0", "25,30", "50,30", "75,0"]) == [[10, 10, 10, 0, 0, 0, -10, -10, -10]])
  }

  @Test("Rest before the first movement and after the last is no part of a gesture")
  func ends() throws {
    #expect(try gestures(["0,7", "500,7", "525,10", "550,10", "9000,10"]) == [[1, 1, 1]])
    #expect(try gestures(["0,7", "500,7"]) == [])
  }

  @Test("Two samples at one time are a jump, and times may be below 0")
  func jumps() throws {
    #expect(try gestures(["-5,0", "-5,12"]) == [[12]])
  }

  @Test("Spaces, CR LF and a byte-order mark do no harm")
  func tolerant() throws {
    try withFile("\u{feff}t_ms, content_offset\r\n0, 0\r\n25 ,3\r\n") { path in
      let gestures = try MotionFile(path: path).gestures(at: .hz120)
      #expect(gestures.map(\.distance.points) == [3])
    }
  }

  @Test("The sum of the frames is the way of the recording")
  func exact() throws {
    let recording = (0..<200).map { "\($0 * 7),\(Double(($0 * $0 * 37) % 1013) / 7)" }
    let moved = try gestures(recording).joined().reduce(0, +)
    let last = try #require(LayoutUnit(points: Double((199 * 199 * 37) % 1013) / 7))
    #expect(moved == last.points)
  }

  @Test(
    "What is wrong is said in one line, with its number",
    arguments: [
      ("time,offset\n0,0\n", #"1: the header is "time,offset", expected "t_ms,content_offset""#),
      ("0,0\n1,1\n", #"1: the header is "0,0", expected "t_ms,content_offset""#),
      ("t_ms,content_offset\n", "1: a recording has at least two samples"),
      ("t_ms,content_offset\n0,0\n", "2: a recording has at least two samples"),
      ("t_ms,content_offset\n0\n", #"2: "0" has 1 columns, expected t_ms,content_offset"#),
      ("t_ms,content_offset\n0,0\n\n", #"3: "" has 1 columns, expected t_ms,content_offset"#),
      ("t_ms,content_offset\n0,0,0\n", #"2: "0,0,0" has 3 columns, expected t_ms,content_offset"#),
      ("t_ms,content_offset\nx,0\n", #"2: t_ms "x" is not a number"#),
      ("t_ms,content_offset\n0,\n", #"2: content_offset "" is not a number"#),
      ("t_ms,content_offset\n0,nan\n", #"2: content_offset "nan" is not a finite number"#),
      ("t_ms,content_offset\ninf,0\n", #"2: t_ms "inf" is not a finite number"#),
      ("t_ms,content_offset\n2e15,0\n", #"2: t_ms "2e15" is beyond 1e15"#),
      (
        "t_ms,content_offset\n0,1e16\n",
        #"2: content_offset "1e16" is beyond 1125899906842624 pt"#
      ),
      ("t_ms,content_offset\n9,0\n8,0\n", #"3: t_ms "8" is before the 9.0 of the line above"#),
    ])
  func faults(contents: String, expected: String) throws {
    try withFile(contents) { path in
      #expect(message(without: path) { _ = try MotionFile(path: path) } == "PATH:\(expected)")
    }
  }

  @Test("A recording that is not there is missing")
  func missing() {
    #expect(
      message { _ = try MotionFile(path: "/no/such") }
        == "cannot read /no/such: No such file or directory")
  }
}
