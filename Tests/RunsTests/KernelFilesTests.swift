import Basics
import Foundation
import Testing

@testable import Runs

@Suite("What Linux tells of a machine")
struct KernelFilesTests {
  private static let mouse = [
    "class/power_supply/hid/type": "Battery", "class/power_supply/hid/scope": "Device",
    "class/power_supply/hid/status": "Discharging",
  ]
  private static let full = [
    "class/power_supply/BAT0/type": "Battery\n", "class/power_supply/BAT0/status": "Full\n",
  ]
  private static let discharging = [
    "class/power_supply/BAT1/type": "Battery\n",
    "class/power_supply/BAT1/status": "Discharging\n",
  ]

  @Test(
    "a discharging battery is one, but not a mouse's; what is not there is unknown",
    arguments: [
      ([:], nil), (["class/power_supply/AC/type": "Mains\n"], nil), (mouse, nil),
      (mouse.merging(full) { $1 }, false), (full.merging(discharging) { $1 }, true),
    ] as [([String: String], Bool?)])
  func battery(texts: [String: String], isOnBattery: Bool?) throws {
    try withTemporaryFolder { root in
      let governor = "devices/system/cpu/cpu0/cpufreq/scaling_governor"
      #expect(KernelFiles(root: root).governor == nil)
      for (path, text) in texts.merging([governor: "powersave\n"], uniquingKeysWith: { $1 }) {
        let folder = FileSystem.folder(of: "\(root)/\(path)")
        if !FileSystem.holdsFolder(folder) { try FileSystem.createFolder(folder) }
        try write(text, to: "\(root)/\(path)")
      }
      #expect(KernelFiles(root: root).isOnBattery == isOnBattery)
      #expect(KernelFiles(root: root).governor == "powersave")
    }
  }

  @Test("this machine's state can be asked for")
  func thisMachine() {
    let state = MachineState.gather()
    #expect((state.busySeconds ?? 0) >= 0)
    #expect((state.ownSeconds ?? 1) > 0)
  }
}
