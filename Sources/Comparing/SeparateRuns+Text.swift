import Measuring

extension RunComparison {
  /// How times of two runs are compared that were made one after the other.
  static let separateMethod = [
    "Two runs, one after the other: not paired. The unit is the visit, in which every list is built "
      + "anew; its value is the logarithm of the median of its rounds; a cell's time is the mean.",
    "Student's t with the visits' variance in both runs (Welch) and the variance between runs of equal "
      + "code, from the null controls of both: the mean over all groups or the cell's own group's, "
      + "whichever is greater.",
    "A verdict must hold with the machine's shift taken out and without. p-values are corrected over "
      + "all cells (Holm). For paired times use compare --against.",
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
        "Null control: between these runs a cell of equal code moves by about "
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
