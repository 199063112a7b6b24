extension RunPlan {
  /// The longest budget: 1000 h, as on the command line.
  private static let greatestBudget = 3_600_000.0
  /// The greatest handicap: 1000 %, as on the command line.
  private static let greatestHandicap = 10.0

  /// The first value that is beyond what a plan may ask for, as a message says it; nil when none is.
  ///
  /// A plan comes from a file, and what is planned is computed with its values.
  var excess: String? {
    if budgetSeconds > Self.greatestBudget {
      return "budget_seconds: found \(budgetSeconds), expected at most \(Self.greatestBudget)"
    }
    if let handicap, handicap > Self.greatestHandicap {
      return "handicap: found \(handicap), expected at most \(Self.greatestHandicap)"
    }
    // Row indices fit `Int32`.
    if let value = rows.first(where: { $0 > Int(Int32.max) }) {
      return "rows: found \(value), expected at most \(Int32.max)"
    }
    return nil
  }
}
