import ListLayout

extension HeightsSpec {
  /// The spec that `name` names.
  ///
  /// - Throws: `usage`, with what was expected, and the nearest known word on a typo.
  public init(_ name: String) throws(WorkloadFault) {
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
      default: throw Self.unknown(String(parts[0]), in: name)
      }
  }

  /// The specs of a comma-separated list; a path may not contain a comma.
  ///
  /// - Throws: `usage` as `init(_:)`, and if a spec stands there twice.
  public static func list(_ names: String) throws(WorkloadFault) -> [HeightsSpec] {
    var specs: [HeightsSpec] = []
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      let spec = try HeightsSpec(String(name.trimmed))
      guard !specs.contains(spec) else { throw fault(spec.name, "named twice") }
      specs.append(spec)
    }
    return specs
  }

  private static func fixed(
    _ argument: String?, in name: String
  ) throws(WorkloadFault) -> HeightsSpec {
    guard let argument, !argument.isEmpty else {
      throw fault(name, "expected a height in points, as in fixed:44")
    }
    let height = try height(argument, in: name)
    guard height > .zero else { throw fault(name, "a row of fixed height is higher than 0") }
    return .fixed(height)
  }

  private static func uniform(
    _ argument: String?, in name: String
  ) throws(WorkloadFault) -> HeightsSpec {
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
  ) throws(WorkloadFault) -> HeightsSpec {
    guard argument == nil else {
      throw fault(name, "\(spec.name) takes nothing after it, did you mean \(spec.name)?")
    }
    return spec
  }

  private static func measured(
    _ argument: String?, in name: String
  ) throws(WorkloadFault) -> HeightsSpec {
    let texts: [HeightsSpec] = [.chat, .commits, .words]
    guard let text = texts.first(where: { $0.name == argument }) else {
      throw fault(name, "expected measured:chat, measured:commits or measured:words")
    }
    return .measured(text)
  }

  private static func path(_ argument: String?, in name: String) throws(WorkloadFault) -> String {
    guard let argument, !argument.isEmpty else {
      throw fault(name, "expected a path, as in \(name.prefix(4)):PATH")
    }
    return argument
  }

  private static func height(
    _ text: some StringProtocol, in name: String
  ) throws(WorkloadFault) -> LayoutUnit {
    guard let points = Double(decimal: text), let height = LayoutUnit(points: points) else {
      throw fault(name, "\(Spelling.quoted(text)) is not a height in points")
    }
    guard height >= .zero, height <= .maximumHeight else {
      throw fault(name, "a height is 0 to \(LayoutUnit.maximumHeight.rawValue / 64) pt")
    }
    return height
  }

  private static func unknown(_ word: String, in name: String) -> WorkloadFault {
    let known = forms.map { String($0.prefix { $0 != ":" }) }
    let suggestion = Spelling.suggestion(for: word, among: known)
    guard suggestion.isEmpty else { return fault(name, "no such heights\(suggestion)") }
    return fault(name, "no such heights, expected \(forms.joined(separator: ", "))")
  }

  private static func fault(_ name: String, _ message: String) -> WorkloadFault {
    WorkloadFault(.usage, "--heights \(Spelling.quoted(name)): \(message)")
  }
}
