import Text

/// Writes the completion script for zsh.
struct ZshCompletions {
  let table: CommandTable

  private var function: String { Shell.zsh.functionName(for: table.program) }

  var script: String {
    """
    #compdef \(table.program)
    # Completes \(table.program) in zsh. In ~/.zshrc, after compinit:
    #   source <(\(table.program) completions zsh)
    \(function)() {
      local verb=\(table.defaultVerb.name)
      local -a verbs
      verbs=(
    \(table.verbs.map { "    " + quoted("\($0.name):\($0.summary)") }.joined(separator: "\n"))
      )
      if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _describe verb verbs
        return
      fi
      case $words[2] in
        (\(table.verbs.map(\.name).joined(separator: "|")))
          verb=$words[2]
          shift words
          (( CURRENT-- )) ;;
      esac
      case $verb in
    \(table.verbs.map(verbCase).joined(separator: "\n"))
      esac
    }
    # The last element of a list; no space after it, for another may follow.
    \(function)_list() {
      compset -P '*,'
      compadd -S '' "$@"
    }
    # Autoloaded, this file is the body of the function; sourced, it has to be registered.
    if [[ $funcstack[1] == \(function) ]]; then
      \(function) "$@"
    else
      compdef \(function) \(table.program)
    fi

    """
  }

  private func verbCase(_ verb: Verb) -> String {
    let specifications = verb.namedOptions.map(specification) + verb.operands.map(operand)
    let lines = specifications.map { " \\\n        " + $0 }.joined()
    return "    (\(verb.name)) _arguments\(lines) ;;"
  }

  /// `'(-q --quiet)'{-q,--quiet}'[Print no progress]'`
  private func specification(_ option: any CommandOption) -> String {
    let isFlag = option.form == .flag
    let names = option.spellings.map { $0.hasPrefix("--") && !isFlag ? "\($0)=" : $0 }
    let exclusions =
      option.isList ? "*" : "(\(option.spellings.joined(separator: " ")))"
    let spelled = names.count == 1 ? names[0] : "{\(names.joined(separator: ","))}"
    let summary = option.summary.flatMap { "[]\\".contains($0) ? "\\\($0)" : String($0) }
    let value = isFlag ? "" : ":\(option.name):\(action(for: option.completion))"
    return quoted(exclusions) + spelled + quoted("[\(String(summary))]\(value)")
  }

  private func operand(_ operand: any CommandOption) -> String {
    let colons = operand.isRequired ? ":" : "::"
    return quoted("\(colons)\(operand.name):\(action(for: operand.completion))")
  }

  private func action(for completion: Completion) -> String {
    switch completion.source {
    case .nothing: return " "
    case .files: return "_files"
    case .folders: return "_files -/"
    case .words, .names, .verbs:
      let words = table.words(of: completion).map { word in
        String(word.flatMap { $0 == ":" ? "\\:" : String($0) })
      }.joined(separator: " ")
      return completion.isList ? "\(function)_list - \(words)" : "(\(words))"
    }
  }

  private func quoted(_ text: String) -> String { Shell.zsh.quoted(text) }
}
