import Foundation
import HostSystem
import Recording

/// Where the commands of `ServeCommand` go: a process of `bench serve`.
package protocol CellHost: AnyObject {
  /// Hands over a line and waits for the line that answers it.
  ///
  /// - Throws: `RunFault` when none comes.
  func answer(to line: String) throws -> String

  /// Ends it; it is not asked again.
  func end()
}

extension CellHost {
  /// The answer to a command.
  ///
  /// - Throws: `RunFault` with the host's own words where it refuses, and where it answers something
  ///   else.
  func ask<Answer: Decodable>(_ command: ServeCommand, _: Answer.Type = Answer.self) throws
    -> Answer
  {
    let line = try command.line()
    let answer = Data(try answer(to: line).utf8)
    let decoder = JSONDecoder()
    if let refusal = try? decoder.decode(ServeAnswer.Refusal.self, from: answer) {
      throw RunFault(.internalFault, "serve, to '\(line.prefix(40))': \(refusal.error)")
    }
    guard let value = try? decoder.decode(Answer.self, from: answer) else {
      throw RunFault(
        .incomparable, "serve, to '\(line.prefix(40))': an answer of another protocol")
    }
    return value
  }
}

/// One of the two programs that are compared.
package enum Side: Int, CaseIterable, Sendable {
  /// What is compared with.
  case base
  /// What is compared.
  case head

  /// What messages call it.
  package var name: String { self == .base ? "BASE" : "HEAD" }
}

/// A value for each side.
package struct Sides<Value> {
  /// Of what is compared with.
  package var base: Value
  /// Of what is compared.
  package var head: Value

  /// Two values.
  package init(base: Value, head: Value) {
    self.base = base
    self.head = head
  }

  /// One side's.
  package subscript(side: Side) -> Value {
    get { side == .base ? base : head }
    set { if side == .base { base = newValue } else { head = newValue } }
  }
}

extension Sides: Sendable where Value: Sendable {}
