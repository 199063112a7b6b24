/// Where a table that ships with the program comes from.
public struct Origin: Hashable, Sendable {
  /// The word that selects the table on the command line.
  public let table: String
  /// What a row is.
  public let contents: String
  /// How many rows there are.
  public let rows: Int
  /// The repository, revision and files the numbers were derived from.
  public let source: String
  /// The licence of that source.
  public let licence: String

  /// Chat messages in conversation order, as word lengths.
  public static let chat = Origin(
    table: "chat", contents: "word lengths of chat messages", rows: 46_903,
    source: "alexa/Topical-Chat 7c93922: valid_freq, valid_rare, test_freq, test_rare",
    licence: "CDLA-Sharing-1.0 (results of an analysis are unrestricted)")

  /// Commit messages, oldest first, as word lengths.
  public static let commits = Origin(
    table: "commits", contents: "word lengths of commit messages", rows: 5_167,
    source: "TextureGroup/Texture be0b74b: commit messages",
    licence: "Apache-2.0")

  /// Paths of fingers that flung a list.
  public static let flings = Origin(
    table: "flings", contents: "recorded finger paths", rows: 19,
    source: "AOSP libs/input/tests/VelocityTracker_test.cpp, as in "
      + "LineageOS/android_frameworks_native 7034776",
    licence: "Apache-2.0")

  /// Every table that ships with the program.
  public static let all = [chat, commits, flings]
}
