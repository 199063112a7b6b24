import Foundation
import ListLayout
import Testing

@testable import Workloads

struct FlingTests {
  @Test(
    "Distance, time and first frames are those of UIKit's closed form",
    arguments: [
      (1000.0, Deceleration.normal, 499.0, 3.45, 16.7, 8.3),
      (4000, .normal, 1998, 4.14, 66.7, 33.3),
      (8000, .normal, 3996, 4.49, 133, 66.7), (1000, .fast, 99, 0.53, nil, nil),
      (4000, .fast, 398, 0.66, nil, nil), (8000, .fast, 796, 0.73, nil, nil),
    ] as [(Double, Deceleration, Double, Double, Double?, Double?)])
  func table(
    velocity: Double, deceleration: Deceleration, distance: Double, time: Double,
    first60: Double?, first120: Double?
  ) {
    let fling = Fling(velocity: velocity, deceleration: deceleration)
    #expect(abs(fling.distance - distance) < 1)
    #expect(abs(fling.duration - time) < 0.006)
    // The table's first frames are velocity times frame time; a frame of deceleration takes 2 %.
    if let first60 { #expect(abs(fling.frames(at: .hz60)[0].points / first60 - 1) < 0.02) }
    if let first120 { #expect(abs(fling.frames(at: .hz120)[0].points / first120 - 1) < 0.02) }
  }

  @Test(
    "The frames are the closed form, rounded, and end where it ends",
    arguments: [
      (1000.0, Deceleration.normal), (-4000, .normal), (8000, .fast), (13_890.1, .normal),
      (3, .normal),
      (-1_000_000, .fast),
    ])
  func frames(velocity: Double, deceleration: Deceleration) {
    let fling = Fling(velocity: velocity, deceleration: deceleration)
    for rate in FrameRate.allCases {
      let frames = fling.frames(at: rate)
      #expect(frames.reduce(.zero, +) == LayoutUnit(points: fling.distance))
      #expect(frames.count == Int((fling.duration * rate.perSecond).rounded(.up)))
      var place = 0.0
      for (index, frame) in frames.dropLast().enumerated() {
        place += frame.points
        let time = Double(index + 1) / rate.perSecond
        let way = velocity * (exp(deceleration.rate * time) - 1) / deceleration.rate
        #expect(abs(place - way) <= 0.5 / 64 + 1e-6)
      }
    }
  }

  @Test("The constants are 1000 ln 0.998 and 1000 ln 0.99")
  func constants() {
    // 0.998 to the power of 1000 is 0.135065, 0.99 to the power of 100 is 0.366032.
    #expect(abs(power(0.998, 1000) - 0.135065) < 1e-6)
    let normal = power(Deceleration.normal.decay(perFrameAt: .hz60), 60)
    #expect(abs(normal / power(0.998, 1000) - 1) < 1e-12)
    let fast = power(Deceleration.fast.decay(perFrameAt: .hz120), 120)
    #expect(abs(fast / power(0.99, 1000) - 1) < 1e-12)
  }

  @Test("No velocity, a slow one and no number make no trouble")
  func degenerate() {
    #expect(Fling(velocity: 0).frames(at: .hz120).isEmpty)
    #expect(Fling(velocity: 0).duration == 0)
    #expect(Fling(velocity: .nan).frames(at: .hz120).isEmpty)
    #expect(Fling(velocity: .infinity).velocity == 1_000_000)
    #expect(Fling(velocity: -.infinity).velocity == -1_000_000)
    // 0.9 pt/s go 0.45 pt, which is less than the threshold: 29 units in one frame.
    #expect(Fling(velocity: 0.9).frames(at: .hz120).map(\.rawValue) == [29])
    #expect(Fling(velocity: 0.9).duration == 0)
  }

  @Test("A fling back is a fling on, mirrored")
  func symmetry() {
    let on = ScrollGesture(frames: Fling(velocity: 2345).frames(at: .hz120))
    let back = ScrollGesture(frames: Fling(velocity: -2345).frames(at: .hz120))
    #expect(on.mirrored == back)
    #expect(on.distance > .zero)
  }

  private func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}

struct DragTests {
  @Test(
    "A drag moves evenly and arrives exactly",
    arguments: [
      (100, 100, 12), (-100, 100, 12), (1, 1000, 120), (0, 50, 6), (40, 0, 1), (40, -3, 1),
      (40, 3, 1),
    ])
  func even(points: Int, milliseconds: Int, count: Int) {
    let distance = LayoutUnit(points: points)
    let frames = Drag(distance: distance, milliseconds: milliseconds).frames(at: .hz120)
    #expect(frames.count == count)
    #expect(frames.reduce(.zero, +) == distance)
    let units = frames.map(\.rawValue)
    #expect((units.max() ?? 0) - (units.min() ?? 0) <= 1)
  }

  @Test("The greatest distance does not overflow")
  func greatest() {
    let drag = Drag(distance: .maximumDistance, milliseconds: 10_000)
    #expect(drag.frames(at: .hz120).reduce(.zero, +) == .maximumDistance)
  }
}
