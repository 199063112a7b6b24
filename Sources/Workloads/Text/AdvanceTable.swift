import ListLayout

/// How far each character moves the pen: a toy proportional table, in classes of characters that are
/// about as wide in any sans-serif font.
///
/// | advance | characters |
/// |---|---|
/// | 1/4 em | space, tab, and the narrow ``ijlI.,:;'`!|`` |
/// | 3/8 em | `frt()[]{}/\-"*^` |
/// | 1/2 em | the rest of ASCII: most lower-case letters, digits |
/// | 5/8 em | the capitals but `I`, `M` and `W`; `#%&+<=>~` |
/// | 7/8 em | `mwMW@` |
/// | 1 em | hangul, kana, ideographs, fullwidth forms, emoji |
/// | 0 | combining marks, joiners, variation selectors, control characters |
/// | 1/2 em | every other script |
struct AdvanceTable: Sendable {
  /// What a character does to a line; lengths in 1/64 pt.
  enum Role: Hashable {
    /// A character of a word.
    case glyph(Int64)
    /// A character that a line may break before and after.
    case ideograph(Int64)
    /// A break opportunity.
    case space(Int64)
    /// A hard line break.
    case lineBreak
    /// No room taken, no break allowed.
    case nothing
  }

  private let ascii: [Role]
  private let ideograph: Role
  private let other: Role

  /// The table for an em of `fontSize`.
  init(fontSize: LayoutUnit) {
    let em = fontSize.rawValue
    ascii = (0..<128).map { Self.role(ofASCII: UInt8($0), em: em) }
    ideograph = .ideograph(em)
    other = .glyph(em / 2)
  }

  /// The role of the scalar with this number.
  func role(of scalar: UInt32) -> Role {
    if scalar < 128 { return ascii[Int(scalar)] }
    switch UnicodeBlock.kind(of: scalar) {
    case .wide: return ideograph
    case .combining: return .nothing
    case .lineBreak: return .lineBreak
    case nil: return other
    }
  }

  private static func role(ofASCII byte: UInt8, em: Int64) -> Role {
    switch byte {
    case 0x0a...0x0c: .lineBreak
    case 0x09, 0x20: .space(em / 4)
    case 0..<0x20, 0x7f: .nothing
    default: .glyph(em * eighths(of: byte) / 8)
    }
  }

  private static func eighths(of byte: UInt8) -> Int64 {
    if "ijlI.,:;'`!|".utf8.contains(byte) { return 2 }
    if "frt()[]{}/\\-\"*^".utf8.contains(byte) { return 3 }
    if "mwMW@".utf8.contains(byte) { return 7 }
    let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    return isCapital || "#%&+<=>~".utf8.contains(byte) ? 5 : 4
  }
}
