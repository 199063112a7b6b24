extension ArgumentScanner {
  /// Checks that nothing is missing and nothing contradicts.
  func check() throws(UsageError) {
    let missing = verb.options.filter { $0.isRequired && !given.contains($0.name) }
    guard missing.isEmpty else {
      let names = missing.map(\.synopsis).listed("and")
      let expectation = missing.count == 1 ? ": \(missing[0].expectation)" : ""
      throw UsageError("'\(table.program) \(verb.name)' needs \(names)\(expectation)")
    }
    for conflict in verb.conflicts where given.contains(conflict.option.name) {
      guard let other = conflict.others.first(where: { given.contains($0.name) }) else { continue }
      throw UsageError(
        "\(other.spelling) cannot be used with \(conflict.option.spelling): \(conflict.reason)")
    }
  }
}
