import Workloads

extension MotionSpec {
  /// The motions with these names.
  ///
  /// A recording is read here, before anything is made or measured for it.
  ///
  /// - Throws: as `init(_:)` and `MotionFile` do.
  static func all(named names: [String]) throws(WorkloadFault) -> [MotionSpec] {
    var specs: [MotionSpec] = []
    for name in names {
      let spec = try MotionSpec(name)
      _ = try spec.gestures(at: .hz120)
      specs.append(spec)
    }
    return specs
  }
}
