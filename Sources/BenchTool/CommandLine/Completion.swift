/// A shell that can complete this command line: bash 3.2 or later, without the package bash-completion, or zsh
/// with its emulation of bash completion.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh
}

extension CommandTable {
  /// The shell completion script, which includes the names of the program's strategies.
  var completions: String {
    let name = program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    let function = "_" + String(name)
    let verbNames = verbs.map(\.name)
    return """
      # Completes \(program). In ~/.bashrc:   source <(\(program) completions bash)
      # in ~/.zshrc, after compinit:   source <(\(program) completions zsh)
      [[ -n $ZSH_VERSION ]] && autoload -U +X bashcompinit && bashcompinit
      \(function)() {
        local IFS=$' \\t\\n' line=${COMP_LINE:0:$COMP_POINT} verb=\(defaultVerb.name)
        local option='' lead='' source=words offers='' list=''
        local -a typed
        typed=()
        # bash splits COMP_WORDS at every = and :, so the line is split here.
        while [[ $line == *' '* ]]; do
          [[ -n ${line%% *} ]] && typed+=("${line%% *}")
          line=${line#* }
        done
        typed+=("$line")
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
      \(verbs.flatMap(valueCases).joined(separator: "\n"))
          *) case "$verb $current" in
      \(verbs.flatMap(wordCases).joined(separator: "\n"))
            esac
            (( last == 1 )) && [[ $current != -* ]] && offers='\(verbNames.joined(separator: " "))' ;;
        esac
        if [[ -n $list && $value == *,* ]]; then
          lead=$lead${value%,*}, value=${value##*,}
        fi
        COMPREPLY=()
        case $source in
          words) COMPREPLY=($(compgen -P "$lead" -W "$offers" -- "$value")) ;;
          files) compopt -o default 2>/dev/null ||
            { IFS=$'\\n'; COMPREPLY=($(compgen -f -P "$lead" -- "$value")); } ;;
        esac
        [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
        # bash replaces only the text after the last = or :, so the replies must not repeat the rest.
        local breaks=${COMP_WORDBREAKS//[^=:]/}
        if [[ -n $breaks && $current == *[$breaks]* ]]; then
          lead=${current%"${current##*[$breaks]}"}
          COMPREPLY=("${COMPREPLY[@]#"$lead"}")
        fi
        return 0
      }
      complete -F \(function) \(program)

      """
  }

  private func valueCases(of verb: Verb) -> [String] {
    verb.namedOptions.filter { $0.form == .value }.map { option in
      let pattern = option.spellings.map { "'\(verb.name) \($0)'" }.joined(separator: "|")
      return "    \(pattern)) \(assignments(for: option.value)) ;;"
    }
  }

  /// The branches of the completion script that complete a verb's option names and operands.
  private func wordCases(of verb: Verb) -> [String] {
    if verb.name == Verb.help.name {
      return ["      'help '*) offers='\(verbs.map(\.name).joined(separator: " "))' ;;"]
    }
    let names = (verb.namedOptions.map(\.spelling) + ["--help"]).joined(separator: " ")
    return ["      '\(verb.name) -'*) offers='\(names)' ;;"]
      + verb.operands.prefix(1).map { "      '\(verb.name) '*) \(assignments(for: $0.value)) ;;" }
  }

  private func assignments(for value: ValueFacts) -> String {
    if value.kind == .input || value.kind == .output { return "source=files" }
    // A name that needs an argument, such as `file:PATH`, is completed up to its colon.
    let names = value.names.map { vocabulary[$0] } ?? []
    let words = value.words + names.map { $0.argument == nil ? $0.name : "\($0.name):" }
    // Words with special characters are not offered as completions, because a shell would expand them.
    let plain = words.filter { word in
      word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) }
    }
    let offers = plain.isEmpty ? "source=nothing" : "offers='\(plain.joined(separator: " "))'"
    return offers + (value.isList ? " list=yes" : "")
  }
}
