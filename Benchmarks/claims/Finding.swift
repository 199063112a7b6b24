/// A claim, the evidence for or against it, and the verdict that follows from its rules.
struct Finding: Sendable {
  let claim: Claim
  /// The evidence from each set of gestures (`Motion.all`). A verdict quotes the numbers from the last set of
  /// gestures.
  let evidence: [Evidence]
  /// For each set of gestures, the answers under the experiment's conditions. An answer is no if any rule
  /// answers no, and yes only if all rules answer yes.
  let answersByMotion: [[Rule.Answer]]
  /// The answer under each condition; it is open if the two sets of gestures lead to different answers.
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

  /// The verdict if the answer is the same under all conditions, such as `true`; otherwise nil.
  private var uniformVerdict: String? {
    guard let first = answers.first, Set(answers).count == 1 else { return nil }
    return first.word
  }

  /// The verdict if the conditions are ordered and the answer changes once, such as
  /// `false for windows of up to 200 rows, true for 1,000 rows or more`.
  private var verdictAlongAxis: String? {
    let decided = answers.indices.filter { answers[$0] != .open }
    let changes = zip(decided, decided.dropFirst()).filter { answers[$0] != answers[$1] }
    guard let noun = lastEvidence.orderedNoun, changes.count == 1,
      let (before, after) = changes.first
    else { return nil }
    let labels = lastEvidence.conditions.map(\.label)
    return "\(answers[before].word) for \(noun) up to \(labels[before]), "
      + "\(answers[after].word) for \(labels[after]) or more"
  }

  /// The verdict with the conditions for each answer, such as
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
