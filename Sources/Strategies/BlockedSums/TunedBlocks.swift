/// tuned
enum TunedBlocks: BlockShape {
  static var leafBits: Int { 6 }
  static var narrowBits: Int { 5 }
  static var wideBits: Int { 4 }
  static var narrowLevels: Int { 2 }
}
