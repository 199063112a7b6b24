import HostSystem
import ListLayout
import Recording
import Reporting

/// `bench footprint`: the memory of each strategy, in a process of its own.
struct FootprintVerb {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    Interruption.listen()
    let footprints = Footprints(
      tool: tool,
      words: [
        "--viewport", "\(arguments[Options.viewport])", "--width", "\(arguments[Options.width])",
        "--seed", "\(arguments[Options.seed])", "--steps", "\(arguments[Options.steps])",
      ], isInterrupted: { Interruption.isAsked })
    var rows: [FootprintRow] = []
    for heights in arguments[Options.heights] where !Interruption.isAsked {
      rows += try footprints.rows(
        of: tool.strategies(named: arguments[Options.strategies]),
        modes: { card in arguments[Options.modes].filter(card.modes.contains) },
        in: CellGroup(
          scenario: arguments[Options.scenario], heights: heights,
          rows: arguments[Options.rowCount]))
    }
    let table = FootprintTable(rows)
    if arguments[Options.json] {
      try Terminal.print(table.json())
    } else {
      let terminal = Terminal.current
      try Terminal.print(
        table.text(width: terminal.width, style: Style(useColour: terminal.usesColour)))
    }
    return Interruption.isAsked ? .interrupted : .success
  }
}
