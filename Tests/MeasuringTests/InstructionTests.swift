import Measuring
import Testing

@Suite("Counting instructions")
struct InstructionTests {
  /// The numbers are Linux's: 1 EPERM, 13 EACCES, 2 ENOENT, 19 ENODEV, 38 ENOSYS, 95 EOPNOTSUPP,
  /// 24 EMFILE.
  #if os(Linux)
    @Test(
      "what the kernel forbids is told from what is not there, in different words",
      arguments: [
        (
          13, 3,
          "not permitted: kernel.perf_event_paranoid is 3; "
            + "sudo sysctl kernel.perf_event_paranoid=2 permits it"
        ),
        (
          1, 2,
          "not permitted, although kernel.perf_event_paranoid is 2: "
            + "run outside the container or sandbox that forbids it"
        ),
        (
          1, nil,
          "not permitted, and kernel.perf_event_paranoid cannot be read: "
            + "run outside the container or sandbox that forbids it"
        ),
        (
          24, 2,
          "the kernel's perf_event_open failed with errno 24; "
            + "scripts/instructions counts with valgrind"
        ),
      ] as [(Int32, Int?, String)])
    func refusals(code: Int32, paranoia: Int?, text: String) {
      #expect(InstructionAbsence(code: code, paranoia: paranoia).text == text)
    }

    @Test(
      "a missing counter is missing whatever is permitted", arguments: [2, 19, 38, 95] as [Int32])
    func missing(code: Int32) {
      for paranoia in [nil, -1, 4] {
        let absence = InstructionAbsence(code: code, paranoia: paranoia)
        #expect(absence == .notPresent)
        #expect(
          absence.text == "not present: this machine shows no counter of instructions; "
            + "scripts/instructions counts with valgrind")
      }
    }
  #else
    @Test("another system has no counter to ask for")
    func elsewhere() {
      #expect(InstructionCounter.absence == .notAvailable)
    }
  #endif

  @Test("this machine counts, or says in a line why not")
  func thisMachine() throws {
    if let absence = InstructionCounter.absence {
      // It may be that the counter can be opened and does not count.
      do {
        let instructions = try InstructionCounter().count {}.instructions
        #expect(instructions == nil && absence == .notPresent)
      } catch {
        #expect(error == absence)
      }
      #expect(!absence.text.isEmpty && !absence.text.contains("\n"))
      return
    }
    let counter = try InstructionCounter()
    func instructions(_ steps: UInt64) throws -> Int {
      let counted = counter.count {
        var random = SplitMix64(seed: steps)
        var sum: UInt64 = 0
        for _ in 0..<steps { sum ^= random.next() }
        return sum
      }
      #expect(counted.result != 0)
      return try #require(counted.instructions)
    }
    #expect(try instructions(20_000) > instructions(10_000) + 10_000)
  }
}
