import Foundation

/// Paths as the system reads them: names between slashes, any bytes but these in a name, slashes at
/// the end without meaning, and `..` a name like any other until the system follows it.
///
/// Not `NSString`'s paths: these trap on some names of one letter.
extension FileSystem {
  /// The path of the folder that `path` stands in: `.` for a name alone.
  package static func folder(of path: String) -> String { parts(of: path).folder }

  /// The folder that `path` stands in, and its last name, which is empty for `/`.
  static func parts(of path: String) -> (folder: String, name: String) {
    let slash = UInt8(ascii: "/")
    let whole = trimmed(path)
    guard let last = whole.utf8.lastIndex(of: slash) else { return (".", whole) }
    let name = String(whole[whole.utf8.index(after: last)...])
    let folder = trimmed(String(whole[...last]))
    return (folder, name)
  }

  /// `path` without slashes at its end; `/` stays.
  static func trimmed(_ path: String) -> String {
    let slash = UInt8(ascii: "/")
    guard let end = path.utf8.lastIndex(where: { $0 != slash }) else {
      return path.isEmpty ? "" : "/"
    }
    return String(path[...end])
  }

  /// `path` from the root on; throws `cannotCreate` where the working folder has been deleted.
  package static func absolute(_ path: String) throws(RunFault) -> String {
    guard !path.hasPrefix("/") else { return path }
    guard let buffer = getcwd(nil, 0) else {
      throw .system(.cannotCreate, cannot: "find the working folder for", path, code: errno)
    }
    defer { free(buffer) }
    return "\(String(cString: buffer))/\(path)"
  }

  /// The place that `path` leads to, through all links; nil where nothing is.
  package static func real(_ path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  /// `path` without the names that a `..` after them takes back, where that leads to the same place.
  static func short(_ path: String) -> String {
    var names: [String] = []
    for name in path.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) }) {
      if name == "..", let last = names.last, last != ".." {
        names.removeLast()
      } else {
        names.append(name)
      }
    }
    let short = (path.utf8.first == UInt8(ascii: "/") ? "/" : "") + names.joined(separator: "/")
    guard let place = real(path), place == real(short) else { return path }
    return short
  }

  /// Where a file lands that is written to `path`: where its links lead, also those that lead to
  /// nothing yet. Throws `cannotCreate` for links that lead round in a circle.
  package static func destination(_ path: String) throws(RunFault) -> String {
    var place = path
    // The most links that Linux follows.
    for _ in 0..<40 {
      guard let target = link(at: place) else { return place }
      place = target.hasPrefix("/") ? target : "\(folder(of: place))/\(target)"
    }
    throw .system(.cannotCreate, cannot: "create", path, code: ELOOP)
  }

  /// What the symbolic link at `path` says; nil where none is.
  private static func link(at path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { readlink(path, $0, characters.count) } ?? -1
      }
    }
    return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
  }

  /// Whether two paths lead to one regular file.
  package static func areSameFile(_ path: String, _ other: String) -> Bool {
    var facts = (stat(), stat())
    guard stat(path, &facts.0) == 0, stat(other, &facts.1) == 0 else { return false }
    return facts.0.st_mode & S_IFMT == S_IFREG && facts.0.st_dev == facts.1.st_dev
      && facts.0.st_ino == facts.1.st_ino
  }
}
