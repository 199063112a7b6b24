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
