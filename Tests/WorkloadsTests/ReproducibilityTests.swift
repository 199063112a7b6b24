import ListLayout
import Testing

@testable import Workloads

/// The numbers a seed stands for. They were computed by an independent program from the raw tables
/// and the rules in the documentation; if one changes, recorded runs can no longer be compared.
struct ReproducibilityTests {
  @Test(
    "A seed gives the same heights on every machine",
    arguments: [
      ("chat", 46_903, 0x7ba3_e43f_1f4f_8b2f), ("chat", 70_354, 0xaf76_035c_88a3_5abf),
      ("commits", 5_167, 0x4a40_0bd0_e33d_9365), ("commits", 7_750, 0x9901_4f9d_cda0_493b),
      ("uniform:20-200", 1_000, 0xa059_f3f6_d948_2bb1), ("words", 1_000, 0x0379_f96f_9e5d_6bed),
      ("calendar", 1_200, 0x117a_ae76_78c6_9ed2),
    ] as [(String, Int, UInt64)])
  func heights(name: String, rows: Int, hash: UInt64) throws {
    let population = try Population(HeightsSpec(name), seed: 1)
    #expect(try population.heights(rows: rows, screen: .phone).workloadHash == hash)
  }

  @Test("The recorded flings have the same frames on every machine")
  func frames() throws {
    let frames = try MotionSpec.flings.gestures(at: .hz120).flatMap(\.frames)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for frame in frames {
      withUnsafeBytes(of: frame.rawValue.littleEndian) { bytes in
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      }
    }
    #expect(frames.count == 9_129)
    #expect(hash == 0xf461_442d_5ae7_3e11)
  }
}
