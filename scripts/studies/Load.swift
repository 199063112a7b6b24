// Loads values from a small or a large part of 32 MB. scripts/gate-study replaces the mask and appends this code to a
// strategy.
nonisolated(unsafe) private let pad: UnsafeMutablePointer<Int> = {
  let pad = UnsafeMutablePointer<Int>.allocate(capacity: 1 << 22)
  pad.initialize(repeating: 0, count: 1 << 22)
  return pad
}()
@inline(never) private func load(_ seed: Int) {
  var (state, sum) = (seed &* 0x2545_f491_4f6c_dd1d, 0)
  for _ in 0..<4 {
    state = state &* 0x5851_f42d_4c95_7f2d &+ 1
    sum &+= pad[(state &>> 32) & MASK]
  }
  // If the result were not used, the compiler would remove the loop.
  if sum == 42 { fatalError() }
}
