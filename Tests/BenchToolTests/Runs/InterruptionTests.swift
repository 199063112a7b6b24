import Foundation
import Testing

@testable import BenchTool

@Suite("An interruption")
struct InterruptionTests {
  @Test("ends what does not end by itself, with one signal and the status of an interruption")
  func hanging() async {
    await #expect(processExitsWith: .exitCode(130)) {
      Interruption.listen(patience: 1)
      raise(SIGTERM)
      while true { pause() }
    }
  }
}
