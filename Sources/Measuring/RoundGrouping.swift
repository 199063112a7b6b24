/// What counts as one independent observation when rounds are compared.
///
/// Neighbouring rounds share the machine's mood. An interval that takes them for independent is too
/// narrow, and more rounds make it worse; the median of a block of rounds is one honest observation.
public enum RoundGrouping: Hashable, Sendable {
  /// Each round.
  case rounds
  /// The median of each block of so many rounds; below 2 it means each round.
  case blocks(of: Int)
  /// The median of all rounds with the same label: of one visit, in which everything was built anew.
  /// As many labels as rounds; otherwise it means each round.
  case labelled([Int])
  /// Each round, unless they resemble their neighbours: then blocks of so many rounds, twice as many
  /// and so on until the blocks' medians no longer do, or there would be fewer than
  /// `atLeast`: with the default a drift is left without an interval.
  case automatic(blocksOf: Int, atLeast: Int = 1)
}

extension RoundGrouping {
  /// The size of the blocks to use for `rounds`, and their medians.
  func observations(of rounds: Sample) -> (blockSize: Int, Sample) {
    switch self {
    case .rounds: return (1, rounds)
    case .blocks(let size): return (max(1, size), rounds.blockMedians(of: size))
    case .labelled(let labels):
      guard labels.count == rounds.count else { return (1, rounds) }
      let medians = rounds.medians(labelled: labels)
      return ((rounds.count + medians.count / 2) / medians.count, medians)
    case .automatic(let size, let fewest):
      var blockSize = 1
      var observations = rounds
      while observations.resemblesNeighbours {
        let next = blockSize == 1 ? max(2, size) : 2 * blockSize
        let medians = rounds.blockMedians(of: next)
        guard medians.count >= max(1, fewest) else { break }
        (blockSize, observations) = (next, medians)
      }
      return (blockSize, observations)
    }
  }
}

extension Sample {
  /// Whether the lag-1 autocorrelation is beyond one standard error, 1 / sqrt(n), above 0.
  ///
  /// One error and not two: to see resemblance where there is none costs some width of an interval,
  /// to overlook it costs the interval's truth.
  fileprivate var resemblesNeighbours: Bool {
    (lag1Autocorrelation ?? 0) > 1 / Double(count).squareRoot()
  }

  /// The median of each block of `size` values in time order. The last block takes what is left over,
  /// so no value is dropped and no block is smaller than `size` unless it is the only one.
  func blockMedians(of size: Int) -> Sample {
    guard size > 1 else { return self }
    let blocks = max(1, count / size)
    let medians = (0..<blocks).map { block in
      let end = block == blocks - 1 ? count : (block + 1) * size
      return Sample(checked: Array(values[(block * size)..<end])).median
    }
    return Sample(checked: medians)
  }

  /// The median of the values with each label, in the order in which the labels first occur.
  package func medians(labelled labels: [Int]) -> Sample {
    var order: [Int] = []
    var groups: [Int: [Double]] = [:]
    for (label, value) in zip(labels, values) {
      if groups[label] == nil { order.append(label) }
      groups[label, default: []].append(value)
    }
    return Sample(checked: order.compactMap { groups[$0] }.map { Sample(checked: $0).median })
  }
}
