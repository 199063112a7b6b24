import ListLayout

/// What a broken law looks like.
struct Finding {
  var law: Law
  /// The number of gestures before it.
  var step: Int
  /// What is wrong, in a sentence.
  var what: String
  var expected: [VisibleRow]
  var actual: [VisibleRow]
}
