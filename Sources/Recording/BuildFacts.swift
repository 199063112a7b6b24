/// How this program was compiled.
public enum BuildFacts {
  /// Whether the optimiser was on; times of a program without it are not worth recording.
  ///
  /// True of this module, and so of the whole package: one build has one configuration.
  public static var isOptimised: Bool {
    var optimised = true
    // Only a build without optimisation evaluates the condition.
    assert(
      {
        optimised = false
        return true
      }())
    return optimised
  }

  /// `-O` or `-Onone`.
  public static var optimisation: String { isOptimised ? "-O" : "-Onone" }

  /// The compiler that built this program, such as `Swift 6.3.1`.
  ///
  /// A fact of the build, settled while compiling: the `swift` found on the path may be another
  /// one. The price is a ladder that knows the releases of its day only; a later one is shown as
  /// `or later`.
  public static var compiler: String {
    #if compiler(>=6.5)
      "Swift 6.5 or later"
    #elseif compiler(>=6.4)
      "Swift 6.4"
    #elseif compiler(>=6.3.2)
      "Swift 6.3.2 or later 6.3"
    #elseif compiler(>=6.3.1)
      "Swift 6.3.1"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }
}
