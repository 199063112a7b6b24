import Testing

@testable import Workloads

struct EmbeddedTableTests {
  @Test(
    "Each table has as many rows as its origin says",
    arguments: zip(Origin.all, [EmbeddedTable.chat, EmbeddedTable.commits, EmbeddedTable.flings]))
  func rows(origin: Origin, table: StaticString) {
    let rows = table.withUTF8Buffer { bytes in
      bytes.reduce(1) { $0 + ($1 == UInt8(ascii: " ") ? 1 : 0) }
    }
    #expect(rows == origin.rows)
  }

  @Test("The word-length tables hold base-36 digits, hard line breaks and spaces, nothing else")
  func alphabet() {
    let alphabet = Set("123456789abcdefghijklmnopqrstuvwxyz/ ".utf8)
    for table in [EmbeddedTable.chat, EmbeddedTable.commits] {
      #expect(table.withUTF8Buffer { Set($0).isSubset(of: alphabet) })
    }
  }

  @Test("The flings have 281 points, in order of time")
  func points() {
    let times = RecordedFling.all.map { $0.path.map(\.microseconds) }
    #expect(times.joined().count == 281)
    #expect(times.allSatisfy { $0.first == 0 && $0 == $0.sorted() })
  }

  @Test("Chat messages are as long as was found when the table was made")
  func chatCharacters() {
    // The finding in the texts was 29/64/95/133/205/277/378. Word lengths cannot give all of it:
    // a double space, or one at an end, is no word, and so three places are short of one character.
    let lengths = EmbeddedTable.chat.withUTF8Buffer { bytes in
      bytes.split(separator: UInt8(ascii: " ")).map { message in
        message.reduce(message.count - 1) {
          $0 + (Int(String(UnicodeScalar($1)), radix: 36) ?? 0)
        }
      }
    }.sorted()
    let shares = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999]
    #expect(
      shares.map { lengths[Int($0 * Double(lengths.count))] } == [29, 64, 95, 132, 204, 276, 378])
    #expect((lengths.first, lengths.last) == (1, 631))
  }
}
