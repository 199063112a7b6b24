/// String literals written by `scripts/embed-data.py`.
enum EmbeddedTable {}

/// The origin of an embedded table.
package struct Origin: Hashable, Sendable {
  /// The name of the table on the command line.
  package let table: String
  /// The repository, revision and files of the source data.
  package let source: String
  package let licence: String

  /// The messages of `chat` (in conversation order) and `commits` (oldest first) are stored as the
  /// lengths of their words.
  package static let all = [
    Origin(
      table: "chat",
      source: "alexa/Topical-Chat 7c93922: valid_freq, valid_rare, test_freq, test_rare",
      licence: "CDLA-Sharing-1.0 (results of an analysis are unrestricted)"),
    Origin(
      table: "commits", source: "TextureGroup/Texture be0b74b: commit messages",
      licence: "Apache-2.0"),
    Origin(
      table: "flings",
      source: "AOSP libs/input/tests/VelocityTracker_test.cpp, as in "
        + "LineageOS/android_frameworks_native 7034776",
      licence: "Apache-2.0"),
  ]
}
