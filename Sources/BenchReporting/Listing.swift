import BenchBasics
import BenchWorkloads
import ListLayout

package struct Listing: Sendable {
  package typealias Strategy = (descriptor: StrategyDescriptor, typeNames: [String])
  package typealias Form = (form: String, meaning: String, origin: String?, licence: String?)

  let needs: [Need]
  let strategies: [Strategy]
  let scenarios: [Scenario]
  let heights, motion: [Form]

  package init(
    needs: [Need] = [], strategies: [Strategy] = [], scenarios: [Scenario] = [],
    heights: [Form] = [], motion: [Form] = []
  ) {
    (self.needs, self.strategies, self.scenarios) = (needs, strategies, scenarios)
    (self.heights, self.motion) = (heights, motion)
  }

  private typealias Entry = (name: String, paragraphs: [String])

  private var sections: [(heading: String, entries: [Entry])] {
    let descriptors = strategies.map(\.descriptor)
    func entries(_ descriptors: [StrategyDescriptor]) -> [Entry] {
      descriptors.map { ($0.id, $0.paragraphs) }
    }
    func entries(_ forms: [Form]) -> [Entry] {
      forms.map { form in
        let source = [
          form.origin.map { "from: " + $0.printable },
          form.licence.map { "licence: " + $0.printable },
        ].compactMap { $0 }.joined(separator: "; ")
        return (form.form, [form.meaning.printable] + (source.isEmpty ? [] : [source]))
      }
    }
    let sections =
      [("Needs (which technique for my list?)", needs.map { ($0.lists, $0.paragraphs) })]
      + StrategyDescriptor.Group.allCases.map { group in
        (group.heading, entries(descriptors.filter { $0.group == group && !$0.isFloor }))
      } + [
        ("Harness overhead (not in a group)", entries(descriptors.filter(\.isFloor))),
        (
          "Scenarios (--scenario)",
          scenarios.map { scenario in
            let group = scenario.group.map { " Group \($0.rawValue)." } ?? ""
            return (
              scenario.id, ["\(scenario.why.printable) Times are per \(scenario.unit).\(group)"]
            )
          }
        ),
        ("Heights (--heights)", entries(heights)), ("Motion (--motion)", entries(motion)),
      ]
    return sections.filter { !$0.1.isEmpty }
  }

  package func text(width: Int, style: Style) -> String {
    let names = sections.flatMap { $0.entries.map(\.name.columns) }
    let indent = min((names.max() ?? 0) + 2, width / 3)
    let rest = Flow(width: width - indent)
    return sections.map { heading, entries in
      var lines = [style(heading, .heading)]
      for (name, paragraphs) in entries {
        lines += Flow(width: width, hanging: indent)
          .lines(style(name.printable, .good), of: paragraphs[0])
        lines += paragraphs.dropFirst().flatMap { rest.lines(of: $0) }
          .map { String(repeating: " ", count: indent) + style($0, .aside) }
      }
      return lines
    }.paragraphs
  }

  package func json() throws -> String {
    func forms(_ forms: [Form]) -> [JSONObject] {
      forms.map {
        ["form": $0.form, "meaning": $0.meaning, "origin": $0.origin, "licence": $0.licence]
      }
    }
    let document: JSONObject = [
      "needs": needs.map(\.json),
      "strategies": strategies.map { $0.descriptor.json(typeNames: $0.typeNames) },
      "scenarios": scenarios.map { scenario -> JSONObject in
        [
          "id": scenario.id, "unit": scenario.unit, "why": scenario.why,
          "group": scenario.group?.rawValue,
        ]
      },
      "heights": forms(heights), "motion": forms(motion),
    ]
    return try document.json()
  }
}

extension Need {
  fileprivate var paragraphs: [String] {
    func plain(_ text: String) -> String { text.replacing("`", with: "") }
    return ["\(condition): \(technique)", "in an app: \(plain(app))"]
      + (others.isEmpty ? [] : [plain(others)])
      + ["measure: --scenario \(scenarios.joined(separator: ","))"]
  }

  fileprivate var json: JSONObject {
    [
      "lists": lists, "condition": condition, "technique": technique, "app": app,
      "others": others, "scenarios": scenarios,
    ]
  }
}

extension StrategyDescriptor {
  private var family: (id: String, description: String) {
    switch (topology, contentSpace) {
    case (.circular, _): ("circular", "circular")
    case (.linear, .wholeList): ("exact", "exact offsets")
    case (.linear, .window): ("window", "a window of the rows")
    case (.linear, .estimated): ("estimate", "estimated offsets")
    }
  }

  fileprivate var paragraphs: [String] {
    let needs =
      switch requirement {
      case .anyHeights: "supports any heights"
      case .positiveHeights: "needs heights above 0"
      case .equalHeights: "needs rows of equal height"
      case .pages: "needs pages"
      }
    let limits = Abilities.named.filter { !abilities.contains($0.ability) }
      .map { "no \($0.description)" }.joined(separator: ", ")
    let growths = Growth.allCases.compactMap { growth in
      let names = claims.filter { $0.growth == growth }.map(\.operation)
      return names.isEmpty ? nil : "\(growth.notation): \(names.joined(separator: ", "))"
    }
    return [
      title.printable,
      [family.description, needs, modes.map(\.rawValue).joined(separator: " or "), limits]
        .filter { !$0.isEmpty }.joined(separator: "; "),
      growths.joined(separator: "; "), (group == .posts ? "post: " : "from: ") + origin.printable,
      publishedDefect.map { "defect in the published code: " + $0.printable },
      inherentDeviation.map { "deviation that remains after correction: " + $0.printable },
    ].compactMap { $0 }
      + parameters.map { parameter in
        let ends = [parameter.range.lowerBound, parameter.range.upperBound].map(Quantity.count)
        return "\(id):\(parameter.name)=\(parameter.usual), \(ends[0]) to \(ends[1]) "
          + parameter.meaning.printable
      }
  }

  fileprivate func json(typeNames: [String]) -> JSONObject {
    [
      "id": id, "title": title, "origin": origin, "group": isFloor ? nil : group.rawValue,
      "family": family.id, "topology": topology.rawValue, "content_space": contentSpace.rawValue,
      "requirement": requirement.rawValue,
      "abilities": Abilities.named.filter { abilities.contains($0.ability) }.map(\.name),
      "modes": modes.map(\.rawValue),
      "claims": Dictionary(uniqueKeysWithValues: claims.map { ($0.operation, $0.growth.rawValue) }),
      "published_defect": publishedDefect, "inherent_deviation": inherentDeviation,
      "parameters": parameters.map { parameter -> JSONObject in
        [
          "name": parameter.name, "usual": parameter.usual, "least": parameter.range.lowerBound,
          "greatest": parameter.range.upperBound, "meaning": parameter.meaning,
        ]
      },
      "is_floor": isFloor, "types": typeNames,
    ]
  }

  private var claims: [(operation: String, growth: Growth)] {
    [
      ("open", complexity.open), ("frame", complexity.frame), ("offset", complexity.offset),
      ("hit-test", complexity.hitTest), ("change", complexity.change), ("edit", complexity.edit),
      ("rotate", complexity.rotate),
    ]
  }
}

extension StrategyDescriptor.Group {
  fileprivate var heading: String {
    let techniques =
      switch self {
      case .posts: "of the blog posts"
      case .peers: "of existing list views or from the literature"
      case .ours: "of this project, and yours"
      }
    return "Strategies \(techniques) (--strategy \(rawValue))"
  }
}

extension StrategyDescriptor.Abilities {
  fileprivate static let named:
    [(name: String, description: String, ability: StrategyDescriptor.Abilities)] = [
      ("resize", "height changes", .resize), ("edit", "insertion or deletion", .edit),
      ("viewport", "viewport changes", .viewport), ("relayout", "new layout", .relayout),
    ]
}
