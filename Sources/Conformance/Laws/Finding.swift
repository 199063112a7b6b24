import ListLayout
import Replaying

/// What a broken law looks like.
struct Finding {
  var law: Law
  /// The number of gestures before it.
  var step: Int
  /// What is wrong, in a sentence.
  var what: String
  var expected: [VisibleRow]
  var actual: [VisibleRow]
  /// What was run, where it was more than the script's gestures.
  var frames: FrameScript?
}
