import Text

/// Writes the completion script for fish.
struct FishCompletions {
  let table: CommandTable

  private var function: String { "_" + Shell.fish.functionName(for: table.program) }
  private var command: String { "complete -c \(table.program)" }

  var script: String {
    """
    # Completes \(table.program) in fish. In ~/.config/fish/config.fish:
    #   \(table.program) completions fish | source
    function \(function)_is_first
      test (count (commandline -opc)) -eq 1
    end
    function \(function)_verb_is
      set -l typed (commandline -opc)
      set -l verb \(table.defaultVerb.name)
      if set -q typed[2]; and contains -- $typed[2] \(table.verbs.map(\.name).joined(separator: " "))
        set verb $typed[2]
      end
      test $verb = $argv[1]
    end
    # The list that is being typed, with each word in the place of its last element.
    function \(function)_list
      set -l typed (string replace -r -- '^--[^=]*=' '' (commandline -ct))
      set -l lead (string replace -r -- '[^,]*$' '' "$typed")
      printf '%s\\n' "$lead"$argv
    end
    \(command) -f
    \(table.verbs.map(verbLine).joined(separator: "\n"))
    \(table.verbs.flatMap(optionLines).joined(separator: "\n"))

    """
  }

  private func verbLine(_ verb: Verb) -> String {
    "\(command) -n \(function)_is_first -a \(verb.name) -d \(quoted(verb.summary))"
  }

  private func optionLines(of verb: Verb) -> [String] {
    let named = verb.namedOptions.map { option in
      let letter = option.letter.map { " -s \($0)" } ?? ""
      let value = option.form == .flag ? "" : " " + offers(option.completion)
      return "\(command) -n '\(function)_verb_is \(verb.name)'\(letter) -l \(option.name)\(value)"
        + " -d \(quoted(option.summary))"
    }
    let operands = verb.operands.map { operand in
      "\(command) -n '\(function)_verb_is \(verb.name); and not \(function)_is_first' "
        + "\(offers(operand.completion)) -d \(quoted(operand.summary))"
    }
    return named + operands
  }

  private func offers(_ completion: Completion) -> String {
    switch completion.source {
    case .nothing: return "-x"
    case .files: return "-r -F"
    case .folders: return "-x -a '(__fish_complete_directories)'"
    case .words, .names, .verbs:
      let words = table.words(of: completion).joined(separator: " ")
      return "-x -a " + quoted(completion.isList ? "(\(function)_list \(words))" : words)
    }
  }

  private func quoted(_ text: String) -> String { Shell.fish.quoted(text) }
}
