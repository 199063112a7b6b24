import ListLayout

/// A strategy as an entry of a roster: its card, and its type erased behind factories.
///
/// Make one where the strategy is declared, `Contender(FixedList.self, FixedList.self)`: generics
/// specialise in the module of the roster, and only there.
public struct Contender: Sendable {
  /// The strategy's facts and claims.
  public let card: StrategyCard
  /// The names of the specialised types, to look for in the binary.
  public var typeNames: [String] { nameTypes() }
  /// Reflection is slow, and few ask.
  private let nameTypes: @Sendable () -> [String]
  private let timed: TimedFactory
  private let counted: CountedFactory
  private let timedTwin: TimedFactory

  @usableFromInline
  typealias TimedFactory = @Sendable (RowStore, LayoutOptions, Script) -> any Trial
  @usableFromInline
  typealias CountedFactory = @Sendable (RowStore, LayoutOptions, Script, WorkLedger) -> any Trial

  /// The strategy on plain rows (timed runs, twice: see `Twin`) and on counted rows (counting runs,
  /// verification).
  @inlinable
  public init<
    Timed: LayoutStrategy<PlainRows> & ~Copyable, Counted: LayoutStrategy<CountedRows> & ~Copyable
  >(_: Timed.Type, _: Counted.Type) {
    self.init(
      card: Timed.card,
      nameTypes: {
        [
          String(reflecting: Timed.self), String(reflecting: Counted.self),
          String(reflecting: Twin<Timed>.self),
        ]
      },
      timed: { store, options, script in
        TrialBox(Timed.self, source: store.rows, store: store, options: options, script: script)
      },
      counted: { store, options, script, ledger in
        TrialBox(
          Counted.self, source: CountedRows(store.rows, ledger: ledger), store: store,
          options: options, script: script)
      },
      timedTwin: { store, options, script in
        TrialBox(
          Twin<Timed>.self, source: store.rows, store: store, options: options, script: script)
      })
  }

  @usableFromInline
  init(
    card: StrategyCard, nameTypes: @escaping @Sendable () -> [String],
    timed: @escaping TimedFactory, counted: @escaping CountedFactory,
    timedTwin: @escaping TimedFactory
  ) {
    self.card = card
    self.nameTypes = nameTypes
    self.timed = timed
    self.counted = counted
    self.timedTwin = timedTwin
  }

  /// What a twin's id ends with.
  public static let twinSuffix = "-twin"

  /// The strategy's `Twin` as a contender of its own.
  public var twin: Contender {
    var card = card
    card.id += Self.twinSuffix
    card.title += ", compiled a second time"
    return Contender(
      card: card, nameTypes: nameTypes, timed: timedTwin, counted: counted, timedTwin: timedTwin)
  }

  /// The strategy of an id that may give values to parameters: `reload-window:window=400`.
  ///
  /// - Returns: nil when the id is another strategy's.
  /// - Throws: `ParameterFault` for parameters that it does not have and values that they cannot have.
  public func named(_ id: String) throws(ParameterFault) -> Contender? {
    if id == card.id { return self }
    guard id.hasPrefix(card.id + ":") else { return nil }
    let assignments = try card.assignments(in: id.dropFirst(card.id.count + 1))
    var values = ParameterValues()
    var card = card
    for (parameter, value) in assignments {
      values[parameter] = value
      card.formation?.set(parameter, to: value)
    }
    card.id = id
    card.title +=
      ", " + assignments.map { "\($0.parameter.name) \($0.value)" }.joined(separator: ", ")
    let set: @Sendable (LayoutOptions) -> LayoutOptions = { [values] options in
      var options = options
      options.parameters = values
      return options
    }
    return Contender(
      card: card, nameTypes: nameTypes, timed: { [timed] in timed($0, set($1), $2) },
      counted: { [counted] in counted($0, set($1), $2, $3) },
      timedTwin: { [timedTwin] in timedTwin($0, set($1), $2) })
  }

  /// The strategy under another id, with every trial for timing wrapped into another.
  public func wrapped(
    id: String, title: String, _ wrap: @escaping @Sendable (any Trial) -> any Trial
  ) -> Contender {
    var card = card
    card.id = id
    card.title += ", " + title
    card.isGoodControl = false
    return Contender(
      card: card, nameTypes: nameTypes,
      timed: { [timed] in wrap(timed($0, $1, $2)) }, counted: counted,
      timedTwin: { [timedTwin] in wrap(timedTwin($0, $1, $2)) })
  }

  /// A trial for timing: no counting anywhere in it.
  public func trial(on store: RowStore, options: LayoutOptions, script: Script) -> any Trial {
    timed(store, options, script)
  }

  /// A trial that adds up its work in `ledger`.
  public func countedTrial(
    on store: RowStore, options: LayoutOptions, script: Script = .none, ledger: WorkLedger
  ) -> any Trial {
    counted(store, options, script, ledger)
  }
}

extension [Contender] {
  /// The strategy of an id that may give values to parameters; nil when there is none.
  public func named(_ id: String) -> Contender? {
    for contender in self {
      if let found = try? contender.named(id) { return found }
    }
    return nil
  }
}
