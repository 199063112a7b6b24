/// The options of verbs that do one thing to one list.
extension Options {
  /// One question.
  package static let scenario = Option(
    "scenario", letter: "c", .name(.scenarios, placeholder: "ID"), default: "scroll",
    "Which question to ask", discussion: "'list scenarios' says what each one is for.")

  /// One kind of rows.
  package static let oneHeights = Option(
    "heights", letter: "H", .name(.heights, placeholder: "KIND"), default: "chat",
    "Which row heights the list has", discussion: "'list heights' has them all.")

  /// The length of one list.
  package static let rowCount = Option(
    "rows", letter: "r", .count(placeholder: "N", completion: .words(["1k", "100k", "1M"])),
    default: "100k", "How many rows the list has",
    discussion: "k stands for thousand, M for million.")

  /// How much is done.
  package static let steps = Option(
    "steps", .count(placeholder: "N"), default: "1k", "How many steps to do",
    discussion: "They go round and round the scenario's script.")

  /// Memory, in a run.
  package static let footprint = Option(
    flag: "footprint", "Measure each strategy's memory too, after the run",
    discussion: """
      In a process for each, on the longest lists, as 'footprint' does. That takes time beyond the \
      budget.
      """)
}
