import BenchBasics
import Foundation
import ListLayout
import Testing

@testable import BenchWorkloads

struct MotionTests {
  private func rounds(
    _ count: Int, isOnwards: Bool = false, reach: LayoutUnit? = nil, seed: UInt64 = 4
  ) throws -> [[ScrollGesture]] {
    try MotionSpec.flings.gestures().rounds(count, isOnwards: isOnwards, reach: reach, seed: seed)
  }

  @Test("Each cycle contains every recording once, in the same order but at its own velocity")
  func turns() throws {
    let lengths = try MotionSpec.flings.gestures().map(\.frames.count)
    let rounds = try rounds(8)
    for round in rounds {
      #expect(round.map(\.frames.count).sorted() == lengths.sorted())
      #expect(round.map(\.frames.count) == rounds[0].map(\.frames.count))
      for (gesture, first) in zip(round, rounds[0]) {
        let share = Double(gesture.distance.rawValue) / Double(first.distance.rawValue)
        #expect((0.81...1.23).contains(share))
      }
    }
    #expect(Set(rounds.joined()).count == 8 * lengths.count)
    #expect(try self.rounds(2) == self.rounds(2) && self.rounds(2, seed: 1) != self.rounds(2))
  }

  @Test("With isOnwards, all gestures move towards later rows and then back")
  func onwards() throws {
    let gestures = try #require(try rounds(1, isOnwards: true).first)
    #expect(gestures.count == 2 * 19)
    #expect(gestures[..<19].allSatisfy { $0.distance > .zero })
    #expect(gestures.reduce(LayoutUnit.zero) { $0 + $1.distance } == .zero)
  }

  @Test("A gesture that would go beyond the reach is mirrored")
  func reach() throws {
    let reach = LayoutUnit(points: 9000)
    for gestures in try rounds(20, reach: reach) {
      var place = LayoutUnit.zero
      for gesture in gestures {
        place = place + gesture.distance
        // A single fling may be longer than the reach.
        #expect(place.magnitude <= max(reach, gesture.distance.magnitude))
      }
    }
  }

  // Two values are equal if their names are equal.
  @Test("A motion has the name that it was parsed from, and unknown names are rejected")
  func names() throws {
    for name in ["flings", "file:a:b"] { #expect(try MotionSpec(name).name == name) }
    for name in ["fling", "flie:x", "file:", ""] {
      #expect(throws: RunFault(.usage, "--motion \"\(name)\": no such kind of motion")) {
        try MotionSpec(name)
      }
    }
  }
}

struct MotionFileTests {
  private func gestures(_ lines: [String]) throws -> [[Double]] {
    // Spaces, CR LF and a byte order mark are accepted.
    let tolerated = "\u{feff}t_ms, content_offset\r\n" + lines.joined(separator: " \r\n")
    return try withFile(tolerated) {
      try MotionSpec.file($0).gestures().map { $0.frames.map(\.points) }
    }
  }

  @Test(
    "A recording is split at pauses of 100 ms and resampled at the display's frame rate",
    arguments: [
      (["1000,50", "1016.6666667,60", "1033.3333333,80"], [[5, 5, 10, 10]]),
      // The content moves, pauses for 150 ms, and moves back.
      (
        ["0,0", "25,30", "50,30", "100,30", "175,30", "200,0"],
        [[10, 10, 10], [-10, -10, -10]]
      ),
      // The samples don't show when the content began to move back, so the motion is assumed to last one
      // frame.
      (["0,0", "25,30", "200,0"], [[10, 10, 10], [-30]]),
      // A shorter pause is part of the gesture.
      (["0,0", "25,30", "50,30", "75,0"], [[10, 10, 10, 0, 0, 0, -10, -10, -10]]),
      // Pauses at the start or end of a recording are not part of a gesture.
      (["0,7", "500,7", "525,10", "550,10", "9000,10"], [[1, 1, 1]]), (["0,7", "500,7"], []),
      // Several samples with the same time form a jump.
      (["-5,0", "-5,12"], [[12]]),
    ] as [([String], [[Double]])])
  func cut(lines: [String], expected: [[Double]]) throws {
    #expect(try gestures(lines) == expected)
  }

  @Test(
    "Error messages fit on one line and name the line in the file",
    arguments: [
      ("time,offset\n0,0\n", #"1: the header is "time,offset", expected "HEADER""#),
      ("HEADER\n0,0\n", "2: a recording needs at least two samples"),
      ("HEADER\n0,0\n\n1,1\n", #"3: "" has 1 columns, expected HEADER"#),
      ("HEADER\n0,0,0\n", #"2: "0,0,0" has 3 columns, expected HEADER"#),
      ("HEADER\nx,0\n", #"2: t_ms "x" is not a number"#),
      ("HEADER\n0,nan\n", #"2: content_offset "nan" is not a number"#),
      ("HEADER\n2e15,0\n", #"2: t_ms "2e15" is beyond 1e15"#),
      ("HEADER\n0,1e16\n", #"2: content_offset "1e16" is beyond 1125899906842624 pt"#),
      ("HEADER\n9,0\n8,0\n", #"3: t_ms "8" is less than the previous 9.0"#),
    ])
  func faults(contents: String, expected: String) throws {
    let header = "t_ms,content_offset"
    try expectFault(
      expected.replacing("HEADER", with: header),
      in: Array(contents.replacing("HEADER", with: header).utf8)
    ) { try MotionSpec.file($0).gestures() }
  }
}

struct FlingTests {
  @Test("The rate is 1000 ln 0.998, and velocity decays at this rate over one second")
  func constants() {
    #expect(abs(Fling.rate / (1000 * log(0.998)) - 1) < 1e-14)
    for rate in [30, 90, 120, 240] {
      let decay = pow(Fling.decayPerFrame(rate: rate), Double(rate))
      #expect(abs(decay / pow(0.998, 1000) - 1) < 1e-12)
    }
    #expect(Fling(velocity: 0).frames().isEmpty)
    // The total distance of 0.45 pt is below the threshold of half a point.
    #expect(Fling(velocity: 0.9).frames().map(\.rawValue) == [29])
  }
}
