import ListLayout

@testable import Reporting

extension ScenarioFacts {
  /// A scenario of a group.
  fileprivate static var change: ScenarioFacts {
    var change = named("change")
    change.group = "structure"
    return change
  }
}

extension Listing {
  /// Two strategies, two scenarios and three forms of heights.
  static let example = Listing(
    strategies: [
      (
        card: StrategyCard(
          id: "floor", title: "does nothing: the harness's floor", origin: "this package",
          modes: [.corrected], complexity: Complexity(), isFloor: true),
        typeNames: ["Strategies.FloorLayout<PlainRows>"]
      ),
      (
        card: StrategyCard(
          id: "on-demand", title: "rows loaded near the ends, heights cached",
          origin: "UITableView infinite scrolling in Swift (Japanese blog, 2016)", group: .posts,
          contentSpace: .window, abilities: [.resize, .edit],
          complexity: Complexity(
            open: .constant, offset: .linear, hitTest: .linear, change: .logarithmic,
            edit: .linear, frame: .constant, rotate: .linear),
          publishedDefect: "rows jump when older ones arrive",
          inherentDeviation: "a fling stops at the end of what is loaded until more arrives",
          parameters: [
            StrategyParameter(0, "batch", usual: 10, in: 1...100_000, "rows loaded at a time")
          ]),
        typeNames: ["Posts.OnDemand<PlainRows>", "Twin<Posts.OnDemand<PlainRows>>"]
      ),
    ],
    scenarios: [.named("offset"), .change],
    heights: [
      Listing.Form("fixed:44", "Every row is 44 pt high."),
      Listing.Form(
        "chat", "Real messages, typeset at --width.",
        origin: "word lengths of 46,903 chat messages", licence: "CC BY 4.0"),
      Listing.Form("file:PATH", "Your heights, one a line, in points."),
    ],
    motion: [Listing.Form("drags", "Recorded fingers.")])
}

extension Complexity {
  static let constant = Complexity(
    open: .constant, offset: .constant, hitTest: .constant, change: .constant,
    edit: .constant, frame: .constant, rotate: .constant)
}

extension VerifiedEntry {
  /// Exact, deviating within a bound, broken, and without a bound.
  static var examples: [VerifiedEntry] {
    let exact = VerifiedEntry(
      strategy: "blocked-sums", mode: "corrected", frames: 12_480, verdict: .exact)
    var published = VerifiedEntry(
      strategy: "recycled-subview", mode: "published", frames: 12_480, verdict: .deviates)
    (published.wrongRowFrames, published.deviationPtFrames) = (312, "10442.5")
    published.passesOver2 = 1
    (published.bound, published.held) = ("at most 44 pt out of place in a frame", true)
    var broken = VerifiedEntry(
      strategy: "triple-copy", mode: "corrected", frames: 9000, verdict: .deviates)
    (broken.stallFrames, broken.lostPt, broken.blankPtFrames) = (1, "66.015625", "3")
    (broken.bound, broken.held) = ("none", false)
    var unbound = VerifiedEntry(
      strategy: "mine", mode: "corrected", frames: 5, verdict: .deviates)
    unbound.wrongRowFrames = 1
    return [exact, published, broken, unbound]
  }
}
