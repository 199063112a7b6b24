/// Parts of a whole as people write them.
package enum Percent {
  /// A number of thousandths of a percent, without zeros at its end: `1`, `2.5`, `99.999`.
  package static func decimal(thousandths: Int) -> String {
    var decimals = String(thousandths % 1000 + 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(thousandths / 1000)\(decimals.isEmpty ? "" : ".")\(decimals)"
  }

  /// A share to a thousandth of a percent, without zeros at its end: 0.025 is `2.5 %`.
  package static func text(_ share: Double) -> String {
    decimal(thousandths: Int((share * 100_000).rounded())) + " %"
  }
}
