import BenchTool
import Testing

extension HelpTests {
  @Test("short help of film")
  func shortFilm() throws {
    let expected = #"""
      Usage: bench film [OPTIONS]

      Write a page that plays strategies side by side, frame by frame.

      Options:
        -s, --strategy all|posts|peers|ours|ID,…
                             Which strategies to film, at most 6 films
        -m, --mode corrected|published|both
                             Which form of each strategy to take [default: both]
        -c, --scenario ID    Which question to ask [default: scroll]
            --motion KIND,…  Which finger movements scroll the lists [default: flings]
        -g, --gestures FILE  Gestures, a CSV with the columns op,a,b
        -H, --heights KIND   Which row heights the list has [default: fixed:44]
        -r, --rows N         How many rows the list has [default: 10k]
            --viewport PT    Height of the visible part in points [default: 844]
            --width PT       Width of the visible part in points [default: 390]
            --start-row ROW  Row at the top of the first screen
            --length TIME    Time that the film lasts at most [default: 30s]
            --seed N         Start of all random choices [default: 1]
        -o, --output FILE    File for the page [default: film.html]
        -h, --help           Show this help; -h is the short form

      """#
    #expect(try CommandTable.sample.printed("film", "-h") == expected)
  }
}
