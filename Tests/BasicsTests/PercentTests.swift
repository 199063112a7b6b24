import Basics
import Testing

@Suite("Percentages")
struct PercentTests {
  @Test("percentages have no zeros at their end")
  func percent() {
    #expect(Percent.text(0.01) == "1 %")
    #expect(Percent.text(0.025) == "2.5 %")
    #expect(Percent.text(0.99999) == "99.999 %")
    #expect(Percent.decimal(thousandths: 50) == "0.05")
  }
}
