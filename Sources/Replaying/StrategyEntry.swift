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
  /// Makes the null control; nil where the strategy's own code is its control.
  private let makeControl: Factory?

  @usableFromInline
  typealias Factory = @Sendable (RowStore, LayoutOptions, Script) -> Trial

  /// A strategy that is its own null control, in a second trial: the same code at the same address.
  @inlinable
  public init<S: LayoutStrategy<PlainRows> & ~Copyable>(_: S.Type) {
    self.init(
      card: S.card, nameTypes: { [String(reflecting: S.self)] },
      make: { Trial(S.self, store: $0, options: $1, script: $2) }, makeControl: nil)
  }

  /// A strategy that is compiled a second time as a run's null control:
  /// `StrategyEntry(FixedList.self, control: Twin.self)`. Runs choose such a strategy over others.
  @inlinable
  public init<S: LayoutStrategy<PlainRows> & ~Copyable>(_: S.Type, control: Twin<S>.Type) {
    self.init(
      card: S.card, nameTypes: { [String(reflecting: S.self), String(reflecting: control)] },
      make: { Trial(S.self, store: $0, options: $1, script: $2) },
      makeControl: { Trial(Twin<S>.self, store: $0, options: $1, script: $2) })
  }

  @usableFromInline
  init(
    card: StrategyCard, nameTypes: @escaping @Sendable () -> [String], make: @escaping Factory,
    makeControl: Factory?
  ) {
    (self.card, self.nameTypes) = (card, nameTypes)
    (self.make, self.makeControl) = (make, makeControl)
  }

  /// What a control's id ends with.
  public static let twinSuffix = "-twin"

  /// Whether the control is compiled apart from the strategy.
  public var hasTwin: Bool { makeControl != nil }

  /// The null control.
  public var twin: StrategyEntry {
    var card = card
    card.id += Self.twinSuffix
    card.title += hasTwin ? ", compiled a second time" : ", the same code a second time"
    return StrategyEntry(
      card: card, nameTypes: nameTypes, make: makeControl ?? make, makeControl: nil)
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
    StrategyEntry(
      card: card, nameTypes: nameTypes, make: wrap(make), makeControl: makeControl.map(wrap))
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
