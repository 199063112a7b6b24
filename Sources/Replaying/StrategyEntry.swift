import ListLayout

/// A strategy as an entry of a registry: its descriptor, and its type erased behind factories.
///
/// Make one where the strategy is declared, `StrategyEntry(FixedList.self)`: generics specialise in
/// the module of the registry, and only there.
public struct StrategyEntry: Sendable {
  public let descriptor: StrategyDescriptor
  /// The names of the specialised types, to look for in the binary.
  public var typeNames: [String] { nameTypes() }
  /// Reflection is slow, and few ask.
  private let nameTypes: @Sendable () -> [String]
  private let make: Factory

  @usableFromInline
  typealias Factory = @Sendable (RowStore, LayoutOptions, Script) -> Trial

  @inlinable
  public init<S: LayoutStrategy<PlainRows> & ~Copyable>(_: S.Type) {
    self.init(
      descriptor: S.descriptor, nameTypes: { [String(reflecting: S.self)] },
      make: { Trial(S.self, store: $0, options: $1, script: $2) })
  }

  @usableFromInline
  init(
    descriptor: StrategyDescriptor, nameTypes: @escaping @Sendable () -> [String],
    make: @escaping Factory
  ) {
    (self.descriptor, self.nameTypes, self.make) = (descriptor, nameTypes, make)
  }

  /// The strategy of an id that may give values to parameters: `reload-window:window=400`. Nil when the
  /// id is another strategy's. Throws for parameters that it does not have and values that they cannot have.
  public func named(_ id: String) throws(ParameterFault) -> StrategyEntry? {
    if id == descriptor.id { return self }
    guard id.hasPrefix(descriptor.id + ":") else { return nil }
    let assignments = try descriptor.assignments(in: id.dropFirst(descriptor.id.count + 1))
    var values = ParameterValues()
    var descriptor = descriptor
    for (parameter, value) in assignments { values[parameter] = value }
    if descriptor.formation != nil { descriptor.formation = EllipticFormation(values) }
    descriptor.id = id
    descriptor.title +=
      ", " + assignments.map { "\($0.parameter.name) \($0.value)" }.joined(separator: ", ")
    return wrapped(descriptor) { [values] make in
      { store, options, script in
        var options = options
        options.parameters = values
        return make(store, options, script)
      }
    }
  }

  /// The strategy under another id, with every trial wrapped into another.
  public func wrapped(
    id: String, title: String, _ wrap: @escaping @Sendable (Trial) -> Trial
  ) -> StrategyEntry {
    var descriptor = descriptor
    descriptor.id = id
    descriptor.title += ", " + title
    return wrapped(descriptor) { make in { wrap(make($0, $1, $2)) } }
  }

  private func wrapped(
    _ descriptor: StrategyDescriptor, _ wrap: (@escaping Factory) -> Factory
  ) -> StrategyEntry {
    StrategyEntry(descriptor: descriptor, nameTypes: nameTypes, make: wrap(make))
  }

  /// The strategy on a store's rows, with its first screen laid out. Its work is counted by the store.
  public func trial(
    on store: RowStore, options: LayoutOptions, script: Script = .none
  ) -> Trial {
    make(store, options, script)
  }
}

extension [StrategyEntry] {
  /// The strategy of an id that may give values to parameters; nil when there is none.
  public func named(_ id: String) -> StrategyEntry? {
    lazy.compactMap { try? $0.named(id) }.first
  }
}
