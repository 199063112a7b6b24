import Measuring

extension RunComparison {
  /// How times of two runs are compared that were made one after the other.
  static let separateMethod = [
    "Two runs, one after the other, in two processes: not paired. The unit is the repetition, in which "
      + "every list is built anew: the logarithm of the median of its rounds; a cell's time is their "
      + "mean without the quarter at either end.",
    "Student's t with the repetitions' errors in both runs (Welch, Yuen) and the variance of equal code "
      + "between runs: what the null controls of both show, but at least 0.16 squared, because 1 in "
      + "1,000 cells was found to differ by 2x between processes of equal code.",
    "A verdict must hold with the machine's shift taken out and without. p-values are corrected over "
      + "all cells (Holm). So single runs tell a cell that takes twice as long, not one that takes a "
      + "tenth more: counters do, and paired runs of both revisions (compare --against).",
  ]
}

extension SeparateRuns {
  /// What a reader should know of the times as a whole.
  var notes: [String] {
    var notes: [String] = []
    if let shift {
      notes.append(
        "Machine: all cells together take \(Self.rounded(shift))x as long in HEAD as in BASE. That "
          + "is the machine's doing or that of code which all strategies share: two runs cannot tell."
      )
    }
    if let betweenRuns {
      notes.append(
        "Null control: the controls' equal code moves by about "
          + "\(Self.rounded(betweenRuns * 100)) %.")
    }
    return notes
  }

  /// A number to two decimals.
  private static func rounded(_ value: Double) -> String {
    let hundredths = Int((min(max(0, value), 1e12) * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
