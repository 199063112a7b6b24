import Text

/// Writes the completion script for bash.
///
/// The script works without the bash-completion package and with bash 3.2, which macOS has.
struct BashCompletions {
  let table: CommandTable

  private var function: String { Shell.bash.functionName(for: table.program) }
  private var verbNames: [String] { table.verbs.map(\.name) }

  var script: String {
    """
    # Completes \(table.program) in bash. In ~/.bashrc:
    #   source <(\(table.program) completions bash)
    \(function)() {
      local IFS=$' \\t\\n' line=${COMP_LINE:0:COMP_POINT} verb=\(table.defaultVerb.name)
      local option='' lead='' source=words words='' list=''
      local -a typed
      # COMP_WORDS is of no use: bash has cut it at every = and : already.
      read -r -a typed <<< "$line"
      [[ $line == *[[:space:]] ]] && typed+=('')
      local last=$(( ${#typed[@]} - 1 ))
      local current=${typed[last]} value=${typed[last]}
      if (( last > 1 )); then
        case ${typed[1]} in \(verbNames.joined(separator: "|"))) verb=${typed[1]} ;; esac
        [[ ${typed[last-1]} == -* ]] && option=${typed[last-1]}
      fi
      if [[ $current == --*=* ]]; then
        option=${current%%=*} lead=${current%%=*}= value=${current#*=}
      fi
      case "$verb $option" in
    \(table.verbs.flatMap(valueCases).joined(separator: "\n"))
        *) case "$verb $current" in
    \(table.verbs.map(optionCase).joined(separator: "\n"))
    \(table.verbs.compactMap(operandCase).joined(separator: "\n"))
          esac
          (( last == 1 )) && [[ $current != -* ]] && words='\(verbNames.joined(separator: " "))' ;;
      esac
      if [[ -n $list && $value == *,* ]]; then
        lead=$lead${value%,*}, value=${value##*,}
      fi
      COMPREPLY=()
      case $source in
        words) COMPREPLY=($(compgen -P "$lead" -W "$words" -- "$value")) ;;
        files) compopt -o default 2>/dev/null ||
          { IFS=$'\\n'; COMPREPLY=($(compgen -f -P "$lead" -- "$value")); } ;;
        folders) compopt -o dirnames 2>/dev/null ||
          { IFS=$'\\n'; COMPREPLY=($(compgen -d -P "$lead" -- "$value")); } ;;
      esac
      [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
      # bash replaces only what follows the last = or :, so the replies must not repeat the rest.
      local breaks=${COMP_WORDBREAKS//[^=:]/}
      if [[ -n $breaks && $current == *[$breaks]* ]]; then
        lead=${current%"${current##*[$breaks]}"}
        COMPREPLY=("${COMPREPLY[@]#"$lead"}")
      fi
      return 0
    }
    complete -F \(function) \(table.program)

    """
  }

  /// What may follow each option of a verb that takes a value.
  private func valueCases(of verb: Verb) -> [String] {
    verb.namedOptions.filter { $0.form != .flag }.map { option in
      let pattern = option.spellings.map { "'\(verb.name) \($0)'" }.joined(separator: "|")
      return "    \(pattern)) \(assignments(for: option.completion)) ;;"
    }
  }

  private func optionCase(of verb: Verb) -> String {
    let names = verb.namedOptions.map(\.spelling).joined(separator: " ")
    return "      '\(verb.name) -'*) words='\(names)' ;;"
  }

  private func operandCase(of verb: Verb) -> String? {
    verb.operands.first.map { operand in
      "      '\(verb.name) '*) \(assignments(for: operand.completion)) ;;"
    }
  }

  private func assignments(for completion: Completion) -> String {
    switch completion.source {
    case .nothing: return "source=nothing"
    case .files: return "source=files"
    case .folders: return "source=folders"
    case .words, .names, .verbs:
      let words = table.words(of: completion).joined(separator: " ")
      return "words='\(words)'\(completion.isList ? " list=yes" : "")"
    }
  }
}

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
