/// Student's t distribution: what the mean of a few independent values says about the true mean.
///
/// Approximate where the values are not normally distributed; medians of many rounds nearly are.
///
/// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.3 and 26.7.4: finite sums
/// for whole degrees of freedom.
package struct StudentT: Sendable {
  /// The degrees of freedom; at least 1.
  package let degrees: Int

  /// A distribution; fewer than 1 degree are taken as 1.
  package init(degrees: Int) { self.degrees = max(1, degrees) }

  /// The chance of a value above `t`, to about 1e-16.
  ///
  /// - Complexity: O(`degrees`).
  package func upperTail(_ t: Double) -> Double {
    guard t.isFinite else { return t > 0 ? 0 : 1 }
    let tail = max(0, (1 - chanceWithin(abs(t))) / 2)
    return t >= 0 ? tail : 1 - tail
  }

  /// The t with the share `tail`, in 0..<0.5, above it.
  package func quantile(upperTail tail: Double) -> Double {
    var low = 0.0
    var high = 1.0
    while upperTail(high) > tail, high < 1e150 { high *= 2 }
    for _ in 0..<64 {
      let middle = (low + high) / 2
      if upperTail(middle) > tail { low = middle } else { high = middle }
    }
    return high
  }

  /// The chance of a value from -t to t.
  private func chanceWithin(_ t: Double) -> Double {
    let root = (Double(degrees) + t * t).squareRoot()
    let sine = t / root
    let cosine = Double(degrees).squareRoot() / root
    // Every second power of the cosine, from the 0th or the first on, up to the (degrees - 2)th.
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
    return (arcTangent(t / Double(degrees).squareRoot()) + sine * sum) * 2 / Double.pi
  }
}

extension Sample {
  /// The chance of a mean so far above `bound`, or farther, if the true mean were at most `bound`;
  /// nil for a single value.
  package func tPValue(ifAtMost bound: Double) -> Double? {
    standardDeviation.map { deviation in
      let error = deviation / Double(count).squareRoot()
      // Without any spread the mean is where it is.
      if error == 0 { return mean > bound ? 0 : 1 }
      return StudentT(degrees: count - 1).upperTail((mean - bound) / error)
    }
  }

  /// The same for a mean so far below `bound`, if the true mean were at least `bound`.
  package func tPValue(ifAtLeast bound: Double) -> Double? {
    (try? Sample(values.map { -$0 }))?.tPValue(ifAtMost: -bound)
  }
}
