import Recording
import Running

/// `bench serve`: a child that measures what its parent asks for.
struct ServeVerb {
  let tool: Tool

  func perform() throws(RunFault) -> ExitCode {
    let server = CellServer(strategies: tool.strategies, tool: Tool.version)
    while let line = readLine() {
      guard let answer = server.answer(line) else { return .success }
      try Terminal.print(answer + "\n")
    }
    return .success
  }
}
