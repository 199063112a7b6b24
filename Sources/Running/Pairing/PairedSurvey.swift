import Comparing
import HostSystem
import Recording

/// What the first pair of processes tells, before any time counts: whether the two programs can be
/// compared, which cells both have, and their exact work.
struct PairedSurvey {
  /// A cell that both can measure.
  struct Found {
    /// Its place in the request.
    var number: Int
    /// The steps of a slice, on both sides.
    var operations: Int
  }

  var found: [Found] = []
  var strays = CellDifference()
  var counters: [CounterComparison] = []
  var uncounted: Set<Counter> = []
  var facts = Sides<[ComparedRun.Fact]>(base: [], head: [])
  /// Whether both stay on one core.
  var isPinned = false

  /// What a slice aims at, in nanoseconds.
  private static let slice: UInt64 = 500_000

  /// Asks both sides.
  ///
  /// - Throws: `RunFault` with code 3 where protocol, compiler settings, rows or steps differ.
  init(_ request: PairedRequest, hosts: Sides<any CellHost>, core: Int?) throws {
    let hellos = try greet(hosts)
    isPinned = try core.map { try PairedVisit.pin(hosts, to: $0) } ?? false
    if request.isWholeRoster { noteGone(hellos, request) }
    for number in request.cells.indices {
      let cell = request.cells[number]
      let lacks = Side.allCases.filter { !hellos[$0].knows(cell) }
      guard lacks.isEmpty else {
        note(cell, lackedBy: lacks, "no such strategy or scenario")
        continue
      }
      let ready = Sides(
        base: try hosts.base.prepare(cell), head: try hosts.head.prepare(cell))
      let objecting = Side.allCases.filter { ready[$0].objection != nil }
      guard objecting.isEmpty else {
        note(cell, lackedBy: objecting, objecting.compactMap { ready[$0].objection }.joined())
        continue
      }
      guard ready.base.workload == ready.head.workload else {
        throw RunFault(
          .incomparable,
          "\(cell.key.heading): the rows or the steps of BASE and HEAD differ (\(ready.base.workload) "
            + "and \(ready.head.workload)), so their times answer different questions")
      }
      let counts = try PairedCounts(of: cell, hosts)
      counters += counts.counters
      uncounted.formUnion(counts.uncounted)
      let pace: ServeAnswer.Calibrated = try hosts.base.ask(.calibrate(nanoseconds: Self.slice))
      found.append(Found(number: number, operations: pace.operations))
    }
  }

  private mutating func greet(_ hosts: Sides<any CellHost>) throws -> Sides<ServeAnswer.Hello> {
    let hellos = Sides(
      base: try hosts.base.hello(as: .base), head: try hosts.head.hello(as: .head))
    for side in Side.allCases {
      facts[side] = [
        .init(name: "compiler", value: hellos[side].compiler),
        .init(name: "optimisation", value: hellos[side].optimisation),
      ]
    }
    guard facts.base == facts.head else {
      throw RunFault(
        .incomparable,
        "BASE was built by \(hellos.base.compiler) \(hellos.base.optimisation), HEAD by "
          + "\(hellos.head.compiler) \(hellos.head.optimisation)")
    }
    return hellos
  }

  /// Strategies that this tree has no longer: they cannot be asked for by name any more.
  private mutating func noteGone(_ hellos: Sides<ServeAnswer.Hello>, _ request: PairedRequest) {
    for strategy in hellos.base.strategies where !hellos.head.strategies.contains(strategy) {
      guard var key = request.cells.first?.key else { continue }
      key.strategy = strategy
      strays.onlyInBase.append(StrayCell(key, reason: "no such strategy in any cell"))
    }
  }

  private mutating func note(_ cell: ServedCell, lackedBy sides: [Side], _ reason: String) {
    let stray = StrayCell(cell.key, reason: reason)
    // What neither has is no difference.
    if sides == [.base] { strays.onlyInHead.append(stray) }
    if sides == [.head] { strays.onlyInBase.append(stray) }
  }
}

extension ServeAnswer.Hello {
  fileprivate func knows(_ cell: ServedCell) -> Bool {
    strategies.contains(cell.strategy) && scenarios.contains(cell.scenario)
  }
}

extension CellHost {
  /// The greeting, and whether it is one of this protocol.
  ///
  /// - Throws: `RunFault` with code 3 where it is not.
  package func hello(as side: Side) throws -> ServeAnswer.Hello {
    let hello: ServeAnswer.Hello
    do {
      hello = try ask(.hello)
    } catch let fault as RunFault where fault.exitCode != .interrupted {
      throw RunFault(
        .incomparable,
        "\(side.name) does not answer as 'serve' does: a revision from before 'bench serve' cannot "
          + "be compared this way (\(fault.message))")
    }
    guard hello.protocolVersion == ServeCommand.version else {
      throw RunFault(
        .incomparable,
        "\(side.name) speaks version \(hello.protocolVersion) of the protocol of 'serve', this "
          + "program version \(ServeCommand.version)")
    }
    return hello
  }

  func prepare(_ cell: ServedCell) throws -> ServeAnswer.Prepared { try ask(.prepare(cell)) }
}

extension CellKey {
  /// The cell in a message.
  package var heading: String {
    "\(strategy) in \(group.scenario), \(group.heights), \(group.rows) rows"
  }
}

/// The exact work of one cell on both sides, of the same first steps.
struct PairedCounts {
  var counters: [CounterComparison] = []
  /// What only one side counts.
  var uncounted: Set<Counter> = []

  /// An allocation in every tenth step counts. Both sides count in processes that have done the same,
  /// so far fewer stray ones differ than between runs; and what has risen is counted again.
  private static let allocations = 0.1

  /// Asks both; the cell must be prepared.
  init(of cell: ServedCell, _ hosts: Sides<any CellHost>) throws {
    let counted = Sides<ServedCounters>(
      base: try hosts.base.ask(.counters), head: try hosts.head.ask(.counters))
    for counter in Counter.allCases {
      let before = counted.base.value(of: counter, rows: cell.rows)
      let now = counted.head.value(of: counter, rows: cell.rows)
      if let before, let now {
        counters.append(
          CounterComparison(
            cell: cell.key, counter: counter, base: before, head: now,
            tolerance: counter == .allocations ? Self.allocations : nil))
      } else if before != nil || now != nil {
        uncounted.insert(counter)
      }
    }
  }
}

extension ServedCounters {
  /// A count per step, or bytes per row.
  fileprivate func value(of counter: Counter, rows: Int) -> Double? {
    if counter == .bytesPerRow {
      return amounts["own_bytes"].map { Double($0) / Double(max(1, rows)) }
    }
    return amounts[counter.rawValue].map { Double($0) / Double(max(1, steps)) }
  }
}
