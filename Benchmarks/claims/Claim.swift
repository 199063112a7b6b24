/// A sentence that can be true or false, and how to find out.
struct Claim: Sendable {
  /// A name for the command line: lower case, words joined by hyphens.
  let id: String
  /// Where it stands.
  let post: Post
  /// The sentence, in the post's words or, where marked, in ours.
  let sentence: Sentence
  /// What is run, in a line.
  let experiment: String
  /// The figures' rules: the sentence is true in a place where all of them say yes.
  let rules: [Rule]
  /// Why the rules are younger than figures for this sentence; nil where they are older than all.
  var change: Change?
  /// What the figures can say about the author's device and code, and what they cannot.
  let limits: String
  /// The times it needs; none where everything is counted.
  var timings: [Timing] = []
  /// Does the experiment. Throws `RunFault` where a strategy is missing, and for rows
  /// that cannot be had.
  let evidence: @Sendable (ClaimRunner) throws -> Evidence

  /// A rule that was made after figures were known.
  struct Change: Sendable {
    /// As 2026-11-22.
    let day: String
    let reason: String

    init(on day: String, because reason: String) { (self.day, self.reason) = (day, reason) }

    var text: String { "changed on \(day), because \(reason)" }
  }

  /// The words of a claim. `at` is the post's file and the line, or the first and the last line, of
  /// the sentence: `003:131-132`; "[...]" stands for words that were left out.
  enum Sentence: Sendable {
    /// The post's own words.
    case quotation(String, at: String)
    /// The post's own words in English.
    case translation(String, of: String, at: String)

    /// The words as they stand in the post.
    var original: String {
      switch self {
      case .quotation(let words, _), .translation(_, let words, _): words
      }
    }

    /// The post's file and lines.
    var place: String {
      switch self {
      case .quotation(_, let place), .translation(_, _, let place): place
      }
    }

    /// As it is shown: in quotation marks, or marked as a translation.
    var spoken: String {
      switch self {
      case .quotation(let words, _): "“\(words)”"
      case .translation(let words, _, _): "\(words) (translated)"
      }
    }
  }

  /// The sentence as it is shown.
  var spoken: String { sentence.spoken }
}

/// The posts that claims are from.
enum Post: String, CaseIterable, Sendable {
  case mealSchedule = "Infinitely scrolling tables (MealSchedule)"
  case japanese = "UITableView infinite scrolling in Swift (Japanese blog, 2016)"
  case pager = "Infinite scrolling with reusable views iOS (2012)"
  case calendar = "Answer on RSDayFlow: infinite scrolling in both directions"
  case tricks = "UITableView Tricks, parts 1 and 2 (2012)"

  /// What the files of the posts begin with, as in the places of sentences.
  var file: String {
    switch self {
    case .mealSchedule: "000"
    case .japanese: "001"
    case .pager: "002"
    case .calendar: "003"
    case .tricks: "004"
    }
  }
}

extension Claim {
  /// All claims, the most discussed first: the first six are a summary.
  static let all: [Claim] = [
    variableHeights, windowJerky, recycledSmooth, onlySmooth, necessaryData, pagerUnnoticed,
    sameContent, marginPreloads, precedingHeights, fixedMath, rowSizeOverhead, recycledQuick,
    heightAskedOnce, weekOfDays, heightsCostly, workingCell, offsetMoves, arrayWillDo, threeViews,
    alwaysCentred, circularPager, relayoutSlower, sixMonths, futureJustAdds, sameContentAtTop,
    dequeue, takesDays, circle,
  ]
}

/// A sentence of a post that sounds like a fact and is not measured.
struct UnmeasuredSentence: Sendable {
  let post: Post
  let source: Claim.Sentence
  /// Why not.
  let reason: String

  init(_ post: Post, _ sentence: String, at place: String, because reason: String) {
    (self.post, source, self.reason) = (post, .quotation(sentence, at: place), reason)
  }

  /// Drawing (the patterns of UITableView Tricks), selection and UIKit's animation curves are not
  /// listed: nothing here draws.
  static let all = [
    UnmeasuredSentence(
      .mealSchedule, "This pattern is a huge improvement over the first option", at: "000:11",
      because: "the list's rows over the window's, whatever is measured: as large as one likes"),
    UnmeasuredSentence(
      .mealSchedule, "if that date is within the current set I can perform a nice animated scroll",
      at: "000:15",
      because: "the animation is UIKit's; whether the date is there, `week-of-days` says"
    ),
    UnmeasuredSentence(
      .pager, "memory of a device should not be incorrectly used", at: "002:6",
      because: "an aim without a figure; how many views there are, `three-views` says"),
    UnmeasuredSentence(
      .calendar, "So as one can guess, the current section turns out to be 6", at: "003:94",
      because: """
        it follows from six months on either side (003:31), and `section-shift` is built with these: \
        its yes would repeat the sentence
        """),
    UnmeasuredSentence(
      .calendar,
      "This solution trips up the collection view a bit because our reload is reactionary, and "
        + "happens before a relayout",
      at: "003:201-202",
      because: """
        what trips is UICollectionView, which is not here; by itself the batch path puts no row in a \
        wrong place under the recorded flings, and its time is in `relayout-slower`
        """),
    UnmeasuredSentence(
      .calendar,
      "we must do it to avoid flickering and to heckle the CA transaction", at: "003:203",
      because: "flickering is a matter of when UIKit draws; nothing is drawn here"),
    UnmeasuredSentence(
      .tricks, "a developer has to do ZERO changes", at: "004:23",
      because: "about an interface, not about what it does"),
    UnmeasuredSentence(
      .tricks,
      "increase the tableview content by a factor of 3, so that we make the 3 copies of the content "
        + "laid one after another vertically",
      at: "004:35",
      because: """
        an instruction; how high a copy must be for it, `same-content` and `same-content-at-top` say
        """),
  ]
}
