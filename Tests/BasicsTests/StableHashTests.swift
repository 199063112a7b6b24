import Basics
import Testing

@Suite("Stable hash")
struct StableHashTests {
  @Test("FNV-1a gives the published values")
  func published() {
    #expect(StableHash().value == 0xcbf2_9ce4_8422_2325)
    #expect(StableHash(of: "a").value == 0xaf63_dc4c_8601_ec8c)
    #expect(StableHash(of: "foobar").value == 0x8594_4171_f739_67e8)
  }
}
