import Recording

struct VerifyVerb {
  let tool: Tool
  let arguments: Arguments
  func perform() throws -> ExitCode { .success }
}
