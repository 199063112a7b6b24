import ListLayout

/// A strategy in the registry: its descriptor, the bounds that verification checks, and a factory that
/// hides the strategy's type. Create the entry in the module that declares the strategy, because the
/// compiler specialises generic code only there.
public struct StrategyEntry: Sendable {
  @usableFromInline
  typealias Factory = @Sendable (RowStore, LayoutOptions, Script) -> Trial

  public var descriptor: StrategyDescriptor
  /// The limits on the strategy's deviation in scenarios where it is not exact. The first matching limit
  /// applies; if none matches, deviations are only reported.
  public var bounds: [ScenarioBound]
  /// The formation in which rows are arranged, or nil if all rows are at x = 0. The reference uses the
  /// same formation.
  public var formation: EllipticFormation?
  private let nameTypes: @Sendable () -> [String]
  private var make: Factory

  @inlinable
  public init<S: LayoutStrategy<PlainRows> & ~Copyable>(
    _: S.Type, bounds: [ScenarioBound] = [], formation: EllipticFormation? = nil
  ) {
    self.init(
      descriptor: S.descriptor, bounds: bounds, formation: formation,
      nameTypes: { [String(reflecting: S.self)] },
      make: { Trial(S.self, store: $0, options: $1, script: $2) })
  }

  @usableFromInline
  init(
    descriptor: StrategyDescriptor, bounds: [ScenarioBound], formation: EllipticFormation?,
    nameTypes: @escaping @Sendable () -> [String], make: @escaping Factory
  ) {
    (self.descriptor, self.bounds, self.formation) = (descriptor, bounds, formation)
    (self.nameTypes, self.make) = (nameTypes, make)
  }

  /// The names of the specialised types as they appear in the binary. Reading them is slow, because
  /// it uses reflection.
  public var typeNames: [String] { nameTypes() }

  /// Returns the entry for `id`, which may set parameters, as in `reload-window:window=400`, or nil if the ID
  /// belongs to another strategy.
  ///
  /// - Throws: a `ParameterFault` if a parameter is unknown or a value is out of range.
  public func named(_ id: String) throws(ParameterFault) -> StrategyEntry? {
    if id == descriptor.id { return self }
    guard id.hasPrefix(descriptor.id + ":") else { return nil }
    let assignments = try descriptor.assignments(in: id.dropFirst(descriptor.id.count + 1))
    var values = ParameterValues()
    for (parameter, value) in assignments { values[parameter] = value }
    var entry = self
    if formation != nil { entry.formation = EllipticFormation(values) }
    entry.descriptor.id = id
    entry.descriptor.title +=
      ", " + assignments.map { "\($0.parameter.name) \($0.value)" }.joined(separator: ", ")
    entry.make = { [make, values] store, options, script in
      var options = options
      options.parameters = values
      return make(store, options, script)
    }
    return entry
  }

  public func wrapped(
    id: String, title: String, _ wrap: @escaping @Sendable (Trial) -> Trial
  ) -> StrategyEntry {
    var entry = self
    entry.descriptor.id = id
    entry.descriptor.title += ", " + title
    entry.make = { [make] in wrap(make($0, $1, $2)) }
    return entry
  }

  /// Returns a trial that uses the store's rows and has already laid out its first screen.
  public func trial(
    on store: RowStore, options: LayoutOptions, script: Script = .none
  ) -> Trial {
    make(store, options, script)
  }
}

extension [StrategyEntry] {
  /// Returns the entry for `id`, which may set parameters, or nil if there is none.
  public func named(_ id: String) -> StrategyEntry? {
    lazy.compactMap { try? $0.named(id) }.first
  }
}

public struct ParameterFault: Error, Hashable, Sendable {
  public let message: String
  public let unknownName: String?
}

extension StrategyDescriptor {
  /// Parses parameter values such as `window=400`, separated by colons.
  public func assignments(
    in text: Substring
  ) throws(ParameterFault) -> [(parameter: StrategyParameter, value: Int)] {
    var assignments: [(parameter: StrategyParameter, value: Int)] = []
    for part in text.split(separator: ":", omittingEmptySubsequences: false) {
      let name = part.prefix { $0 != "=" }
      let value = part.dropFirst(name.count + 1)
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        let known = parameters.map { "\($0.name)=\($0.usual)" }.joined(separator: ", ")
        let hint = parameters.isEmpty ? "has no parameters" : "has the parameters \(known)"
        throw ParameterFault(message: "'\(id)' \(hint)", unknownName: String(name))
      }
      if assignments.contains(where: { $0.parameter == parameter }) {
        throw ParameterFault(message: "'\(name)' is given twice", unknownName: nil)
      }
      guard let number = Int(value), parameter.range.contains(number) else {
        let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
        throw ParameterFault(
          message:
            "\(name) is '\(value)', expected a whole number from \(low) to \(high) "
            + "(\(parameter.meaning))",
          unknownName: nil)
      }
      assignments.append((parameter, number))
    }
    return assignments
  }
}
