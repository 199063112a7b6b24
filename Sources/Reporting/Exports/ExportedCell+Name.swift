extension ExportedCell {
  /// What tells the cell from all others, most telling first, in words that mean nothing special in
  /// any of the formats: see `escaped`.
  var labels: [(key: String, value: String)] {
    [
      ("strategy", Self.escaped(row.cell.strategy)),
      ("scenario", Self.escaped(row.cell.group.scenario)),
      ("rows", String(row.cell.group.rows)),
      ("heights", Self.escaped(row.cell.group.heights)),
      ("mode", Self.escaped(row.cell.mode)),
    ] + (row.cell.group.caches == .cold ? [("caches", "cold")] : [])
  }

  /// The name where a format has only one: `fenwick/scroll/rows:1000/heights:chat/mode:corrected`.
  ///
  /// All parts are always there, so that a cell is called the same in every run, whatever else is
  /// measured; cold caches are named, warm ones go without saying. A word is last: Go reads a number at
  /// the end of a name as a number of processors.
  var name: String {
    let parts = labels.enumerated().map { index, label in
      index < 2 ? label.value : "\(label.key):\(label.value)"
    }
    return parts.joined(separator: "/")
  }

  /// The text with every byte as `%hh` that means something in one of the formats: all but ASCII
  /// letters, digits and `-._~+:,@`. Different texts stay different.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for byte in text.utf8 {
      if isPlain(byte) {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        escaped += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return escaped
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~+:,@".utf8.contains(byte)
    }
  }
}
