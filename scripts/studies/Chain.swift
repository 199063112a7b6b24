// Four chains of multiplications, which run in parallel or one after the other. scripts/gate-study replaces the names
// of the sources and appends this code to a strategy.
@inline(never) private func chain(_ seed: Int) {
  var (a, b, c, d) = (seed, seed &+ 1, seed &+ 2, seed &+ 3)
  for _ in 0..<8 {
    a = (SOURCE0 &* 0x2545_f491_4f6c_dd1d) ^ 0x5851_f42d
    b = (SOURCE1 &* 0x1405_7b7e_f767_814f) ^ 0x4c95_7f2d
    c = (SOURCE2 &* 0x5851_f42d_4c95_7f2d) ^ 0x1405_7b7e
    d = (SOURCE3 &* 0x2127_599b_f432_5c37) ^ 0x2545_f491
  }
  // If the result were not used, the compiler would remove the loop.
  if a ^ b ^ c ^ d == 42 { fatalError() }
}
