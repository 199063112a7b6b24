/// A claim, the evidence for it, and the verdict that follows by its rules.
struct Finding: Sendable {
  let claim: Claim
  /// One for each motion; the numbers of a verdict are from the last.
  let evidence: [Evidence]
  /// By motion and condition: one no is enough for no, a yes needs all rules.
  let answersByMotion: [[Rule.Answer]]
  /// By condition; open where the motions disagree.
  let answers: [Rule.Answer]

  init(_ claim: Claim, _ evidence: [Evidence] = []) {
    (self.claim, self.evidence) = (claim, evidence)
    answersByMotion = evidence.map { evidence in
      evidence.conditions.map { condition in
        let answers = zip(claim.rules, condition.values).map { $0.answer(to: $1) }
        if answers.contains(.no) { return .no }
        return answers.isEmpty || answers.contains(.open) ? .open : .yes
      }
    }
    let all = answersByMotion
    answers = (all.last ?? []).indices.map { place in
      all.allSatisfy { $0.indices.contains(place) && $0[place] == all[0][place] }
        ? all[0][place] : .open
    }
  }

  var lastEvidence: Evidence { evidence.last ?? Evidence() }

  /// The verdict and the result, as a sentence.
  var outcome: String {
    let text = uniformVerdict ?? verdictAlongAxis ?? verdictByCondition
    let verdict = text.prefix(1).uppercased() + text.dropFirst()
    return lastEvidence.sentence.isEmpty ? verdict : "\(verdict): \(lastEvidence.sentence)"
  }

  /// `true`: the same under all conditions.
  private var uniformVerdict: String? {
    guard let first = answers.first, Set(answers).count == 1 else { return nil }
    return first.word
  }

  /// `false up to 10k rows, true from 100k rows`: ordered conditions with one change of the answer.
  private var verdictAlongAxis: String? {
    let decided = answers.indices.filter { answers[$0] != .open }
    let changes = zip(decided, decided.dropFirst()).filter { answers[$0] != answers[$1] }
    guard lastEvidence.isOrdered, changes.count == 1, let (before, after) = changes.first
    else { return nil }
    let labels = lastEvidence.conditions.map(\.label)
    return "\(answers[before].word) up to \(labels[before]), "
      + "\(answers[after].word) from \(labels[after])"
  }

  /// `true for months; false for rows of 44 pt and text`.
  private var verdictByCondition: String {
    let parts = [Rule.Answer.yes, .no, .open].compactMap { answer -> String? in
      let labels = zip(answers, lastEvidence.conditions).filter { $0.0 == answer }.map(\.1.label)
      guard let last = labels.last else { return nil }
      let others = labels.dropLast().joined(separator: ", ")
      return "\(answer.word) for \(others.isEmpty ? last : "\(others) and \(last)")"
    }
    return parts.isEmpty ? "not decided: nothing was measured" : parts.joined(separator: "; ")
  }
}
