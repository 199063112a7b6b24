import BenchTool
import Testing

extension HelpTests {
  @Test("help of claims")
  func claims() throws {
    let expected = #"""
      Usage: bench claims [OPTIONS]

      Measure what posts about endless lists say. Puts sentences of five posts to the
      test, each by an experiment and a rule, and says where a sentence is true, where
      it is not, and where the figures do not decide.

      Options:
            --claim ID,…   Which claims to measure, all unless some are named
                           Their IDs stand under them in what 'claims' prints.
        -b, --budget TIME  Time that the whole run may take [default: 120s]
                           The plan is made to fit, as far as seven repetitions of
                           each cell do; a larger one takes longer, and says so. What
                           takes too long all the same is cut, and marked so.
            --seed N       Start of all random choices [default: 1]
                           The same seed gives the same lists, the same movements and
                           the same order.
            --format terminal|markdown|json
                           What to write [default: terminal]
        -o, --output FILE  File to write, instead of printing [default: -]
        -q, --quiet        Print no progress
        -h, --help         Show this help; -h is the short form

      Examples:
        bench claims
            All of them; the counted ones take some seconds beyond the budget.
        bench claims --claim variable-heights -b 30s
            One of them.
        bench claims --format markdown --output results/CLAIMS.md
            A document with every figure, rule and limit.

      Exit status:
          0  measured, whatever the verdicts are
         64  the command line is wrong
         70  a defect of this tool
         73  an output file cannot be created
         74  reading or writing failed
        130  interrupted; what was measured is kept

      """#
    #expect(try CommandTable.sample.printed("claims", "--help") == expected)
  }
}
