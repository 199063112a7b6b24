import Basics
import ListLayout

/// One possible form of the value of `--heights` or `--motion`, for help, listings and messages.
package struct WorkloadForm: Sendable {
  /// The name of the form, which is the whole value or the part of the value before the colon.
  package let name: String
  /// The placeholder after the colon, such as `PT` or `PATH`; nil if the value has no colon.
  package let argument: String?
  package let summary: String

  package init(_ name: String, _ argument: String? = nil, _ summary: String) {
    (self.name, self.argument, self.summary) = (name, argument, summary)
  }

  /// The form as written on the command line, such as `chat` or `fixed:PT`.
  package var spelling: String { argument.map { "\(name):\($0)" } ?? name }
}

/// The value of `--heights`: the source of row heights.
package enum HeightsSpec: Hashable, Sendable {
  /// Rows that all have the same height, which is above 0.
  case fixed(LayoutUnit)
  /// Random heights, uniformly distributed in a closed range, in steps of 1/64 pt.
  case uniform(ClosedRange<LayoutUnit>)
  /// Real chat messages, typeset in bubbles.
  case chat
  /// Real commit messages, typeset. Most messages are short, but the longest fills about 30 screens.
  case commits
  /// The months of a calendar, from January 2000.
  case calendar
  /// Typeset texts of 1 to 50 random words, as in the blog post that describes the strategy `on-demand`.
  case words
  case pages
  case file(String)
  /// The texts of a user's file, one on each line, typeset whenever a height is requested.
  case text(String)
  /// Texts that the program provides, typeset whenever a height is requested.
  indirect case measured(HeightsSpec)

  package static let forms = [
    WorkloadForm("chat", nil, "46,903 real chat messages, set in bubbles"),
    WorkloadForm("commits", nil, "5,167 real commit messages; the longest fills 30 screens"),
    WorkloadForm("calendar", nil, "months of 4 to 6 weeks"),
    WorkloadForm("words", nil, "1 to 50 random words, as in the on-demand post"),
    WorkloadForm("pages", nil, "every row as tall as the viewport"),
    WorkloadForm("fixed", "PT", "all rows of one height"),
    WorkloadForm("uniform", "PT-PT", "evenly spread between two heights"),
    WorkloadForm("file", "PATH", "your heights in points, one per line"),
    WorkloadForm("text", "PATH", "your text, one row per line, measured at every request"),
    WorkloadForm(
      "measured", "KIND", "chat, commits or words, measured at every request"),
  ]

  /// Whether the rows are typeset text, which is measured again after a width change.
  var isText: Bool {
    switch self {
    case .chat, .commits, .words, .text, .measured: true
    case .fixed, .uniform, .calendar, .pages, .file: false
    }
  }

  /// Whether text is typeset whenever a height is requested, instead of once before the run.
  package var isMeasuredOnAsking: Bool {
    switch self {
    case .text, .measured: true
    default: false
    }
  }
}

extension HeightsSpec: CustomStringConvertible {
  /// The value as written on the command line and in result files.
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

  package var description: String { name }

  package init(_ name: String) throws(RunFault) {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let (word, argument) = (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    func fault(_ message: String) -> RunFault {
      RunFault(.usage, "--heights \(name.quoted): \(message)")
    }
    func height(_ text: some StringProtocol) throws(RunFault) -> LayoutUnit {
      guard let points = Double(decimal: text), let height = LayoutUnit(points: points) else {
        throw fault("\(text.quoted) is not a height in points")
      }
      guard height >= .zero, height <= .maximumHeight else {
        throw fault("heights must be from 0 to \(LayoutUnit.maximumHeight.rawValue / 64) pt")
      }
      return height
    }
    let bare: [HeightsSpec] = [.chat, .commits, .calendar, .words, .pages]
    if let spec = bare.first(where: { $0.name == name }) {
      self = spec
      return
    }
    switch (word, argument ?? "") {
    case ("fixed", let text):
      let height = try height(text)
      guard height > .zero else { throw fault("a fixed height must be above 0") }
      self = .fixed(height)
    case ("uniform", let text):
      let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count == 2, !ends[0].isEmpty, !ends[1].isEmpty else {
        throw fault("expected two heights in points, as in uniform:20-200")
      }
      let (low, high) = (try height(ends[0]), try height(ends[1]))
      guard low <= high else {
        throw fault("the smaller height comes first, did you mean uniform:\(high)-\(low)?")
      }
      guard high > .zero else { throw fault("the larger height must be above 0") }
      self = .uniform(low...high)
    case ("file", ""), ("text", ""): throw fault("expected a path, as in \(word):PATH")
    case ("file", let path): self = .file(path)
    case ("text", let path): self = .text(path)
    case ("measured", let text):
      let texts: [HeightsSpec] = [.chat, .commits, .words]
      guard let spec = texts.first(where: { $0.name == text }) else {
        throw fault("expected measured:chat, measured:commits or measured:words")
      }
      self = .measured(spec)
    default: throw fault("no such kind of heights")
    }
  }
}
