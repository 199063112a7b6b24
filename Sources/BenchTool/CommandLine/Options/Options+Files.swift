/// The options that name files, and those that say what is printed.
extension Options {
  /// A new folder for the results.
  package static let output = Option(
    "output", letter: "o", .folder, "New folder for the results",
    discussion: "Without it they go to a new folder in results/runs, which git ignores.")

  /// The folder of a merged run.
  package static let mergedOutput = Option(
    "output", letter: "o", .folder, default: nil, "New folder for the merged run")

  /// Runs of the parts of a plan.
  package static let shards = Option(
    operand: "shard", .folders, "What to merge, all parts in any order")

  /// Results that stay in the repository.
  package static let record = Option(
    flag: "record", "Keep the results in a new folder in results, for git to track")

  /// A run for later comparisons.
  package static let save = Option(
    "save", .baseline, "Keep the run as the baseline of this name, for 'compare --baseline'",
    discussion: """
      results/baselines has a file for each name, with the path of a run; saving under a name again \
      changes the file and leaves the run.
      """)

  /// An interrupted run.
  package static let resume = Option(
    "resume", .folder, "Go on with the interrupted run in this folder",
    discussion: "The folder has the plan, so options that shape a plan cannot be given too.")

  /// Plan only.
  package static let dryRun = Option(
    flag: "dry-run", letter: "n", "Print the plan, and measure nothing")

  /// Results only.
  package static let quiet = Option(flag: "quiet", letter: "q", "Print no progress")

  /// For scripts.
  package static let json = Option(flag: "json", letter: "j", "Print JSON, for scripts to read")

  /// Row heights to replay.
  package static let heightsFile = Option(
    "heights", letter: "H", .file, default: nil, "Row heights, one in points on each line")

  /// Gestures to replay.
  package static let gesturesFile = Option(
    "gestures", letter: "g", .file, default: nil, "Gestures, a CSV with the columns op,a,b",
    discussion: """
      Its lines are 'scroll,PT,', 'settle,,', 'jump,ROW,', 'resize,ROW,PT', 'insert,ROW,PT', \
      'delete,ROW,' and 'viewport,PT,'; for several rows at once 'recalc,ROW ROW,PT PT', \
      'prepend,N,PT PT' and 'append,N,PT PT', after which N rows go at that end, and \
      'rotate,PT,PT PT', the viewport and the heights of all rows, or 'rotate,PT,' back again.
      """)

  /// The row at the top of the first screen.
  package static let startRow = Option(
    "start-row", .count(placeholder: "ROW"), default: "0", "Row at the top of the first screen")

  /// Where the frames go.
  package static let frames = Option(
    "frames", letter: "f", .table,
    "File for what is on screen, a CSV with the columns frame,row,y,height",
    discussion: "Frame 0 is the first screen. '-' prints to the standard output, the usual place.")

  /// How long rows take that are not in memory.
  package static let latency = Option(
    "latency", .count(placeholder: "FRAMES"), default: "60",
    "Frames between asking for rows that are not in memory and having them",
    discussion: "Only on-demand and prefetch wait for rows.")

  /// Whether the frames are right.
  package static let check = Option(
    flag: "check", "Check every frame as 'verify' does",
    discussion: "The first law that is broken ends it; frames are printed only on request.")
}
