import ListLayout

/// A strategy as an entry of a roster: its card, and its type erased behind factories.
///
/// Make one where the strategy is declared, `StrategyEntry(FixedList.self)`: generics specialise in
/// the module of the roster, and only there.
public struct StrategyEntry: Sendable {
  public let card: StrategyCard
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
      card: S.card, nameTypes: { [String(reflecting: S.self)] },
      make: { Trial(S.self, store: $0, options: $1, script: $2) })
  }

  @usableFromInline
  init(
    card: StrategyCard, nameTypes: @escaping @Sendable () -> [String], make: @escaping Factory
  ) {
    (self.card, self.nameTypes, self.make) = (card, nameTypes, make)
  }

  /// The strategy of an id that may give values to parameters: `reload-window:window=400`. Nil when the
  /// id is another strategy's. Throws for parameters that it does not have and values that they cannot have.
  public func named(_ id: String) throws(ParameterFault) -> StrategyEntry? {
    if id == card.id { return self }
    guard id.hasPrefix(card.id + ":") else { return nil }
    let assignments = try card.assignments(in: id.dropFirst(card.id.count + 1))
    var values = ParameterValues()
    var card = card
    for (parameter, value) in assignments { values[parameter] = value }
    if card.formation != nil { card.formation = EllipticFormation(values) }
    card.id = id
    card.title +=
      ", " + assignments.map { "\($0.parameter.name) \($0.value)" }.joined(separator: ", ")
    return wrapped(card) { [values] make in
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
    var card = card
    card.id = id
    card.title += ", " + title
    return wrapped(card) { make in { wrap(make($0, $1, $2)) } }
  }

  private func wrapped(
    _ card: StrategyCard, _ wrap: (@escaping Factory) -> Factory
  ) -> StrategyEntry {
    StrategyEntry(card: card, nameTypes: nameTypes, make: wrap(make))
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
