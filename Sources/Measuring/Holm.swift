/// P-values adjusted for their number, in the order given: comparing an adjusted value with alpha
/// keeps the chance of even one false alarm in the whole table below alpha.
///
/// The i-th smallest of m values is multiplied by m - i + 1; the results are made increasing and
/// capped at 1. Holds for any dependence between the tests. NaN counts as 1: no evidence.
///
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
/// of Statistics 6, 1979.
/// - Complexity: O(m log m).
public func holm(pValues: [Double]) -> [Double] {
  let values = pValues.map { $0.isNaN ? 1 : min(max($0, 0), 1) }
  let ascending = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
  var adjusted = values
  var greatest = 0.0
  for (place, index) in ascending.enumerated() {
    greatest = max(greatest, min(1, Double(values.count - place) * values[index]))
    adjusted[index] = greatest
  }
  return adjusted
}
