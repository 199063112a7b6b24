import HostSystem
import Text

/// A user's file, read whole, with its name for the messages about it.
struct InputFile {
  let path: String
  let bytes: [UInt8]

  /// Reads the file at `path`; a pipe will do.
  ///
  /// - Throws: as `FileSystem.bytes` does; `badData` also if it is empty, unless it may be.
  init(path: String, mayBeEmpty: Bool = false) throws(RunFault) {
    self.path = path
    bytes = try FileSystem.bytes(at: path)
    guard mayBeEmpty || !bytes.isEmpty else {
      throw RunFault(.badData, "\(path): the file is empty")
    }
  }
}

extension InputFile {
  /// A fault on a line of this file; the first line is 1.
  func fault(line: Int, _ message: String) -> RunFault {
    .badData(file: path, line: line, message)
  }

  /// Where the first line begins: after a byte-order mark.
  var firstLine: Int { bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0 }

  /// The line that begins at a byte, without LF or CR LF, and where the next one begins.
  func line(from start: Int) -> (range: Range<Int>, next: Int) {
    let end = bytes.withUnsafeBufferPointer { bytes in
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end &+= 1 }
      return end
    }
    let returned = end > start && bytes[end - 1] == UInt8(ascii: "\r")
    return (start..<(returned ? end - 1 : end), end + 1)
  }

  /// Calls `body` with the number, from 1, and the range in `bytes` of each line; the empty line after a
  /// last line break is none.
  func forEachLine(
    _ body: (Int, Range<Int>) throws(RunFault) -> Void
  ) throws(RunFault) {
    var start = firstLine
    var number = 0
    while start < bytes.count {
      let (range, next) = line(from: start)
      number += 1
      try body(number, range)
      start = next
    }
  }

  /// The text of a range of `bytes`; what is not UTF-8 is replaced by U+FFFD.
  func text(_ range: Range<Int>) -> Substring { String(decoding: bytes[range], as: UTF8.self)[...] }

  /// `text` as a number, without the spaces around it.
  ///
  /// - Throws: `badData` if it is not a finite number; the message calls it `name`.
  func number(_ text: Substring, line: Int, name: String) throws(RunFault) -> Double {
    let word = text.trimmed
    if let number = Double(decimal: word) { return number }
    let isInfinite = !word.utf8.contains(0) && Double(String(word))?.isFinite == false
    let what = isInfinite ? "is not a finite number" : "is not a number"
    throw fault(line: line, "\(name) \(word.quoted) \(what)")
  }
}

extension Substring {
  /// The text without spaces and tabs at its ends.
  var trimmed: Substring {
    func isInk(_ byte: UInt8) -> Bool { byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") }
    guard let first = utf8.firstIndex(where: isInk), let last = utf8.lastIndex(where: isInk) else {
      return self[endIndex...]
    }
    return self[first..<utf8.index(after: last)]
  }
}

extension Double {
  /// The finite number that `text` writes in decimal digits, with an exponent if it likes.
  ///
  /// Nil for what `Double` would read besides: hexadecimal numbers, and whatever stands before a NUL.
  init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
      let number = Double(String(text)), number.isFinite
    else { return nil }
    self = number
  }
}
