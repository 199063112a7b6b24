// More work: about five instructions in each loop. scripts/gate-study appends this to a strategy.
@inline(__always) private func spend(_ count: Int, _ seed: Int) {
  var state = seed
  for _ in 0..<count {
    state = state &* 6364136223846793005 &+ 1442695040888963407
    state ^= state &>> 29
  }
  // Without a use of the result, the compiler would remove the loop.
  if state == 42 { fatalError() }
}
