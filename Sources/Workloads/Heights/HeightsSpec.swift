import HostSystem
import ListLayout
import Text

/// What `--heights` names: where the rows of a list get their heights from.
package enum HeightsSpec: Hashable, Sendable {
  /// Rows of one height, above 0.
  case fixed(LayoutUnit)
  /// Heights drawn evenly from a closed range, in steps of 1/64 pt.
  case uniform(ClosedRange<LayoutUnit>)
  /// Real chat messages in bubbles, typeset.
  case chat
  /// Real commit messages, typeset: a heavy tail, one row is about 30 screens.
  case commits
  /// The months of a calendar, from January 2000.
  case calendar
  /// 1 to 50 random words, as in the post that the strategy `on-demand` comes from, typeset.
  case words
  /// Rows as high as the viewport.
  case pages
  /// A user's heights, one a line in points.
  case file(String)
  /// A user's texts, one a line, typeset whenever a height is asked.
  case text(String)
  /// Rows of text that ship with the program, typeset whenever a height is asked.
  indirect case measured(HeightsSpec)
}

extension HeightsSpec: CustomStringConvertible {
  /// The words that name the spec on the command line and in the columns of a run; parsing them
  /// gives the spec back.
  package var name: String {
    switch self {
    case .fixed(let height): "fixed:\(height)"
    case .uniform(let range): "uniform:\(range.lowerBound)-\(range.upperBound)"
    case .chat: "chat"
    case .commits: "commits"
    case .calendar: "calendar"
    case .words: "words"
    case .pages: "pages"
    case .file(let path): "file:\(path)"
    case .text(let path): "text:\(path)"
    case .measured(let text): "measured:\(text.name)"
    }
  }

  /// The name.
  package var description: String { name }

  /// What a user may write.
  package static let forms = [
    WorkloadForm("chat", nil, "46,903 real chat messages, set in bubbles"),
    WorkloadForm("commits", nil, "5,167 real commit messages; the longest fills 30 screens"),
    WorkloadForm("calendar", nil, "months of 4 to 6 weeks"),
    WorkloadForm("words", nil, "1 to 50 random words, as in the on-demand post"),
    WorkloadForm("pages", nil, "every row as high as the viewport"),
    WorkloadForm("fixed", "PT", "all rows of one height"),
    WorkloadForm("uniform", "PT-PT", "evenly spread between two heights"),
    WorkloadForm("file", "PATH", "your heights, one in points on each line"),
    WorkloadForm("text", "PATH", "your text, a row on each line, measured on asking"),
    WorkloadForm(
      "measured", "KIND", "chat, commits or words, measured whenever a height is asked"),
  ]

  /// Where the rows come from, if from a table that ships with the program.
  package var origin: Origin? {
    switch self {
    case .chat: .chat
    case .commits: .commits
    case .measured(let text): text.origin
    default: nil
    }
  }

  /// Whether the rows are typeset text, so that a change of the width re-measures them.
  package var isText: Bool {
    switch self {
    case .chat, .commits, .words, .text, .measured: true
    case .fixed, .uniform, .calendar, .pages, .file: false
    }
  }

  /// Whether a height costs its typesetting at every ask, and not once before the run.
  package var isMeasuredOnAsking: Bool {
    switch self {
    case .text, .measured: true
    default: false
    }
  }
}

extension HeightsSpec {
  /// The spec that `name` names.
  ///
  /// - Throws: `usage`, with what was expected, and the nearest known word on a typo.
  package init(_ name: String) throws(RunFault) {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let argument = parts.count == 2 ? String(parts[1]) : nil
    self =
      switch parts[0] {
      case "fixed": try Self.fixed(argument, in: name)
      case "uniform": try Self.uniform(argument, in: name)
      case "chat": try Self.bare(.chat, argument, in: name)
      case "commits": try Self.bare(.commits, argument, in: name)
      case "calendar": try Self.bare(.calendar, argument, in: name)
      case "words": try Self.bare(.words, argument, in: name)
      case "pages": try Self.bare(.pages, argument, in: name)
      case "file": .file(try Self.path(argument, in: name))
      case "text": .text(try Self.path(argument, in: name))
      case "measured": try Self.measured(argument, in: name)
      default:
        throw Self.fault(name, "no such heights\(Self.forms.hint(for: String(parts[0])))")
      }
  }

  private static func fixed(
    _ argument: String?, in name: String
  ) throws(RunFault) -> HeightsSpec {
    guard let argument, !argument.isEmpty else {
      throw fault(name, "expected a height in points, as in fixed:44")
    }
    let height = try height(argument, in: name)
    guard height > .zero else { throw fault(name, "a row of fixed height is higher than 0") }
    return .fixed(height)
  }

  private static func uniform(
    _ argument: String?, in name: String
  ) throws(RunFault) -> HeightsSpec {
    let ends = (argument ?? "").split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, !ends[0].isEmpty, !ends[1].isEmpty else {
      throw fault(name, "expected two heights in points, as in uniform:20-200")
    }
    let (low, high) = (try height(ends[0], in: name), try height(ends[1], in: name))
    guard low <= high else {
      throw fault(name, "the lower height comes first, did you mean uniform:\(high)-\(low)?")
    }
    guard high > .zero else { throw fault(name, "the greater height is above 0") }
    return .uniform(low...high)
  }

  private static func bare(
    _ spec: HeightsSpec, _ argument: String?, in name: String
  ) throws(RunFault) -> HeightsSpec {
    guard argument == nil else {
      throw fault(name, "\(spec.name) takes nothing after it, did you mean \(spec.name)?")
    }
    return spec
  }

  private static func measured(
    _ argument: String?, in name: String
  ) throws(RunFault) -> HeightsSpec {
    let texts: [HeightsSpec] = [.chat, .commits, .words]
    guard let text = texts.first(where: { $0.name == argument }) else {
      throw fault(name, "expected measured:chat, measured:commits or measured:words")
    }
    return .measured(text)
  }

  private static func path(_ argument: String?, in name: String) throws(RunFault) -> String {
    guard let argument, !argument.isEmpty else {
      throw fault(name, "expected a path, as in \(name.prefix(4)):PATH")
    }
    return argument
  }

  private static func height(
    _ text: some StringProtocol, in name: String
  ) throws(RunFault) -> LayoutUnit {
    guard let points = Double(decimal: text), let height = LayoutUnit(points: points) else {
      throw fault(name, "\(text.quoted) is not a height in points")
    }
    guard height >= .zero, height <= .maximumHeight else {
      throw fault(name, "a height is 0 to \(LayoutUnit.maximumHeight.rawValue / 64) pt")
    }
    return height
  }

  private static func fault(_ name: String, _ message: String) -> RunFault {
    RunFault(.usage, "--heights \(name.quoted): \(message)")
  }
}

/// Where a table that ships with the program comes from.
package struct Origin: Hashable, Sendable {
  /// The word that selects the table on the command line.
  package let table: String
  /// What a row is.
  package let contents: String
  /// How many rows there are.
  package let rows: Int
  /// The repository, revision and files the numbers were derived from.
  package let source: String
  /// The licence of that source.
  package let licence: String

  /// Chat messages in conversation order, as word lengths.
  package static let chat = Origin(
    table: "chat", contents: "word lengths of chat messages", rows: 46_903,
    source: "alexa/Topical-Chat 7c93922: valid_freq, valid_rare, test_freq, test_rare",
    licence: "CDLA-Sharing-1.0 (results of an analysis are unrestricted)")

  /// Commit messages, oldest first, as word lengths.
  package static let commits = Origin(
    table: "commits", contents: "word lengths of commit messages", rows: 5_167,
    source: "TextureGroup/Texture be0b74b: commit messages",
    licence: "Apache-2.0")

  /// Paths of fingers that flung a list.
  package static let flings = Origin(
    table: "flings", contents: "recorded finger paths", rows: 19,
    source: "AOSP libs/input/tests/VelocityTracker_test.cpp, as in "
      + "LineageOS/android_frameworks_native 7034776",
    licence: "Apache-2.0")

  /// Every table that ships with the program.
  package static let all = [chat, commits, flings]
}
