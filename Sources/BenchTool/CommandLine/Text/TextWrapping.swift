/// Breaks prose into lines of a terminal.
package enum TextWrapping {
  /// The lines of one paragraph, filled greedily with at most `width` characters each.
  ///
  /// Words are what stands between spaces; one that is longer than a line gets a line of its own.
  /// A no-break space holds its neighbours together, and comes out as a space.
  package static func lines(_ paragraph: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var count = 0
    for word in paragraph.split(separator: " ") {
      let length = word.count
      if count > 0, count + 1 + length > width {
        lines.append(line)
        (line, count) = ("", 0)
      }
      if count > 0 {
        line += " "
        count += 1
      }
      line += word.map { $0 == "\u{A0}" ? " " : $0 }
      count += length
    }
    if count > 0 { lines.append(line) }
    return lines
  }

  /// The lines of one paragraph, each moved to the right by `indent` spaces and still within
  /// `width` characters.
  package static func lines(_ paragraph: String, width: Int, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    return lines(paragraph, width: width - indent).map { margin + $0 }
  }
}
