extension RowLayout: Codable {
  private enum CodingKeys: String, CodingKey {
    case displayScale, spacing, topInset, bottomInset, rows
  }

  /// Encodes the display scale, plus the spacing and insets in points. The rows are encoded as a
  /// `RowHeights`, with heights in whole pixels and without the spacing:
  ///
  ///     {"displayScale": 3, "spacing": 8, "topInset": 16, "bottomInset": 0,
  ///      "rows": {"estimatedHeight": 132, "heights": [133, 61], "runs": [0, 1000000, 2]}}
  ///
  /// - Complexity: O(measured rows).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(displayScale, forKey: .displayScale)
    try container.encode(spacing, forKey: .spacing)
    try container.encode(topInset, forKey: .topInset)
    try container.encode(bottomInset, forKey: .bottomInset)
    let heights = rows.converted(estimatedHeight: rows.estimatedHeight - gap) { $0 - gap }
    try container.encode(heights, forKey: .rows)
  }

  /// Decodes a layout.
  ///
  /// - Throws: `DecodingError` if decoding fails, or if a value is outside this type's documented range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func check(_ isValid: Bool, _ key: CodingKeys, _ description: String) throws {
      if !isValid {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: description)
      }
    }
    let scale = try container.decode(Double.self, forKey: .displayScale)
    try check(scale > 0 && scale < .infinity, .displayScale, "\(scale) is not a positive number")
    func length(_ key: CodingKeys) throws -> Double {
      let points = try container.decode(Double.self, forKey: key)
      let isValid = points * scale >= 0 && points * scale <= Self.maxPixels
      try check(isValid, key, "\(points) points is not in the range 0...\(Self.maxPixels) pixels")
      return points
    }
    self.init(
      displayScale: scale, spacing: try length(.spacing), topInset: try length(.topInset),
      bottomInset: try length(.bottomInset))
    let heights = try container.decode(RowHeights.self, forKey: .rows)
    let (gap, count) = (gap, heights.count)
    func isValid(_ height: Double) -> Bool {
      height + gap <= Self.maxPixels && height.truncatingRemainder(dividingBy: 1) == 0
    }
    let measured = heights.measuredHeights
    try check(
      measured.allSatisfy(isValid) && isValid(heights.estimatedHeight), .rows,
      "a height is not a whole number of pixels in 0...\(Self.maxPixels - gap)")
    try check(
      RowStructures.fits(
        Int64(64 * (measured.reduce(0, +) + gap * Double(measured.count))),
        and: count - measured.count, of: Int64(64 * (heights.estimatedHeight + gap))), .rows,
      "the total height exceeds \(RowStructures.maxPoints) pixels")
    rows = heights.converted(estimatedHeight: heights.estimatedHeight + gap) { $0 + gap }
  }
}
