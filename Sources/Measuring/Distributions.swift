import Foundation

/// Returns p-values adjusted for multiple tests, in the given order. If all null hypotheses are true, the
/// probability that any adjusted value is below alpha is at most alpha, even for dependent tests. A p-value
/// of NaN counts as 1.
///
/// The adjustment is from Holm, Scandinavian Journal of Statistics 6, 1979.
package func holm(pValues: [Double]) -> [Double] {
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

/// The binomial distribution with p = 1/2, which the sign test and the confidence interval of a median use.
struct FairCoin {
  let flips: Int

  // The product `sum` * 2^`exponent` is the sum of the binomial coefficients C(n, 0) to C(n, heads). The
  // recurrence C(n, j) = C(n, j - 1) (n - j + 1) / j loses no precision to cancellation. The separate
  // `exponent` avoids underflow, because 2^-n is 0 as a `Double` from n = 1075 on.
  private var heads = 0
  private var term = 1.0
  private var sum = 1.0
  private var exponent = 0

  init(flips: Int) { self.flips = flips }

  /// Returns the probability that at most `heads` of the coin flips are heads.
  func chance(ofAtMost heads: Int) -> Double {
    if heads < 0 { return 0 }
    if heads >= flips { return 1 }
    var tail = self
    while tail.heads < heads { tail.advance() }
    return tail.chance
  }

  /// Returns the largest k up to (`flips` + 1) / 2 for which the probability of fewer than k heads is at most
  /// `limit`; nil if there is no such k.
  func maxRank(chanceBelowAtMost limit: Double) -> Int? {
    var tail = self
    while tail.heads < (flips + 1) / 2, tail.chance <= limit { tail.advance() }
    return tail.heads == 0 ? nil : tail.heads
  }

  /// The probability that at most `self.heads` of the coin flips are heads.
  private var chance: Double {
    Double(sign: .plus, exponent: exponent - flips, significand: sum)
  }

  private mutating func advance() {
    heads += 1
    term = term * Double(flips - heads + 1) / Double(heads)
    sum += term
    if sum > 0x1p512 {
      term *= 0x1p-512
      sum *= 0x1p-512
      exponent += 512
    }
  }
}

/// Student's t distribution, computed by finite sums, which exist for a whole number of degrees of freedom.
///
/// The sums are the formulas 26.7.3 and 26.7.4 in "Handbook of Mathematical Functions" by Abramowitz and
/// Stegun.
package struct StudentT: Sendable {
  /// The number of degrees of freedom; at least 1.
  let degrees: Int

  package init(degrees: Int) { self.degrees = max(1, degrees) }

  /// Returns the probability that a value of this distribution is above `t`. The absolute error of the result
  /// is about 1e-16.
  package func upperTail(_ t: Double) -> Double {
    guard t.isFinite else { return t > 0 ? 0 : 1 }
    let tail = max(0, (1 - chanceWithin(abs(t))) / 2)
    return t >= 0 ? tail : 1 - tail
  }

  /// Returns the probability that a value of this distribution is between -t and t.
  private func chanceWithin(_ t: Double) -> Double {
    let root = (Double(degrees) + t * t).squareRoot()
    let sine = t / root
    let cosine = Double(degrees).squareRoot() / root
    // The sum has one term for each even power of the cosine (each odd power if `degrees` is odd), up to the
    // power `degrees - 2`.
    let isOdd = !degrees.isMultiple(of: 2)
    var power = isOdd ? 1 : 0
    var term = isOdd ? cosine : 1
    var sum = 0.0
    while power <= degrees - 2 {
      sum += term
      term *= cosine * cosine * Double(power + 1) / Double(power + 2)
      power += 2
    }
    guard isOdd else { return sine * sum }
    return (atan(t / Double(degrees).squareRoot()) + sine * sum) * 2 / Double.pi
  }
}
