/// What the system does to the thread that measures.
public enum Preemptions {
  /// How often it was put off its core so far although it could go on.
  public static var count: Int { involuntarySwitches() }
}
