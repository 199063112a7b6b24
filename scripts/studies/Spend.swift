// Adds about five instructions per iteration. scripts/gate-study appends this code to a strategy to give it more work.
@inline(__always) private func spend(_ count: Int, _ seed: Int) {
  var state = seed
  for _ in 0..<count {
    state = state &* 6364136223846793005 &+ 1442695040888963407
    state ^= state &>> 29
  }
  // If the result were not used, the compiler would remove the loop.
  if state == 42 { fatalError() }
}
