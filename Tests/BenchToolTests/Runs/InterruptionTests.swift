import Foundation
import Testing

@testable import BenchTool

@Suite("An interruption")
struct InterruptionTests {
  @Test("one signal ends a process that hangs, with exit code 130")
  func hanging() async {
    await #expect(processExitsWith: .exitCode(130)) {
      Interruption.listen(patience: 1)
      raise(SIGTERM)
      while true { pause() }
    }
  }
}
