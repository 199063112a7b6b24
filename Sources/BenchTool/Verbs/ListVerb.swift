import Recording

struct ListVerb {
  let tool: Tool
  let arguments: Arguments
  func perform() throws -> ExitCode { .success }
}
