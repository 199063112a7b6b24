import ListLayout

/// A strategy as an entry of a roster: its card, and its type erased behind two factories.
///
/// Make one where the strategy is declared, `Contender(FixedList.self, FixedList.self)`: generics
/// specialise in the module of the roster, and only there.
public struct Contender: Sendable {
  /// The strategy's facts and claims.
  public let card: StrategyCard
  /// The names of the two specialised types, to look for in the binary.
  public let typeNames: [String]
  private let timed: @Sendable (RowStore, LayoutOptions, Script) -> any Trial
  private let counted: @Sendable (RowStore, LayoutOptions, Script, WorkLedger) -> any Trial

  /// The strategy on plain rows (timed runs) and on counted rows (counting runs, verification).
  @inlinable
  public init<
    Timed: LayoutStrategy<PlainRows> & ~Copyable, Counted: LayoutStrategy<CountedRows> & ~Copyable
  >(_: Timed.Type, _: Counted.Type) {
    self.init(
      card: Timed.card,
      typeNames: [String(reflecting: Timed.self), String(reflecting: Counted.self)],
      timed: { store, options, script in
        TrialBox(Timed.self, source: store.rows, store: store, options: options, script: script)
      },
      counted: { store, options, script, ledger in
        TrialBox(
          Counted.self, source: CountedRows(store.rows, ledger: ledger), store: store,
          options: options, script: script)
      })
  }

  @usableFromInline
  init(
    card: StrategyCard, typeNames: [String],
    timed: @escaping @Sendable (RowStore, LayoutOptions, Script) -> any Trial,
    counted: @escaping @Sendable (RowStore, LayoutOptions, Script, WorkLedger) -> any Trial
  ) {
    self.card = card
    self.typeNames = typeNames
    self.timed = timed
    self.counted = counted
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
