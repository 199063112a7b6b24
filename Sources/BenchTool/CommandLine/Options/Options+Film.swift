/// The options of `film`, where they differ from those that other verbs have of the same name.
extension Options {
  /// Several strategies, or the one that the verb chooses.
  package static let filmedStrategies = Option(
    "strategy", letter: "s", .strategies, "Which strategies to film, at most 6 films",
    discussion: "Without it reload-window, which its post calls jerky, and recycled-subview. "
      + strategiesDiscussion)

  /// Gestures to film, instead of a scenario's.
  package static let filmedGestures = Option(
    "gestures", letter: "g", .file, "Gestures, a CSV with the columns op,a,b",
    discussion: "As 'replay' reads it, a frame a line. Without it a scenario moves the lists.")

  /// The row at the top of the first screen.
  package static let filmedStart = Option(
    "start-row", .count(placeholder: "ROW"), "Row at the top of the first screen",
    discussion: "Without it the scenario's own, in most the middle one; 0 for a gestures file.")

  /// The length of a film.
  package static let filmLength = Option(
    "length", .duration, default: "30s", "Time that the film lasts at most",
    discussion: "At 120 frames a second.")

  /// Where the page goes.
  package static let page = Option(
    "output", letter: "o", .table, default: "film.html", "File for the page",
    discussion: "'-' prints to the standard output.")
}
