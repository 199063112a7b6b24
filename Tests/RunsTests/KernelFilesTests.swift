import Basics
import Foundation
import Runs
import Testing

@Suite("What Linux tells of a machine")
struct KernelFilesTests {
  /// A folder with these files, and what it tells.
  private func files(_ texts: [String: String], _ check: (KernelFiles) -> Void) throws {
    try withTemporaryFolder { root in
      for (path, text) in texts {
        let folder = (root + "/" + path as NSString).deletingLastPathComponent
        if !FileSystem.holdsFolder(folder) { try FileSystem.createFolder(folder) }
        try write(text, to: "\(root)/\(path)")
      }
      check(KernelFiles(root: root))
    }
  }

  @Test("nothing there, or nonsense, is unknown")
  func unknown() throws {
    try files([:]) { files in
      #expect(files.governor == nil && files.isOnBattery == nil)
      #expect(files.throttleCount == nil && files.isHot == nil)
    }
    try files([
      "class/power_supply/AC/type": "Mains\n", "class/thermal/thermal_zone0/temp": "hot",
      "devices/system/cpu/cpu0/thermal_throttle/core_throttle_count": "-1",
    ]) { files in
      #expect(files.isOnBattery == nil && files.throttleCount == nil && files.isHot == nil)
    }
  }

  @Test("a discharging battery, but not a mouse's")
  func battery() throws {
    let mouse = [
      "class/power_supply/hid/type": "Battery", "class/power_supply/hid/scope": "Device",
      "class/power_supply/hid/status": "Discharging",
    ]
    try files(mouse) { #expect($0.isOnBattery == nil) }
    let battery = [
      "class/power_supply/BAT0/type": "Battery\n", "class/power_supply/BAT0/status": "Full\n",
    ]
    try files(mouse.merging(battery) { $1 }) { #expect($0.isOnBattery == false) }
    let second = [
      "class/power_supply/BAT1/type": "Battery\n",
      "class/power_supply/BAT1/status": "Discharging\n",
    ]
    try files(battery.merging(second) { $1 }) { #expect($0.isOnBattery == true) }
  }

  @Test("throttling is added up over cores and packages")
  func throttling() throws {
    let core = "devices/system/cpu/cpu"
    try files([
      core + "0/thermal_throttle/core_throttle_count": "3\n",
      core + "0/thermal_throttle/package_throttle_count": "10\n",
      core + "1/thermal_throttle/core_throttle_count": "4\n",
      core + "freq/thermal_throttle": "",
      core + "0/cpufreq/scaling_governor": "powersave\n",
    ]) { files in
      #expect(files.throttleCount == 17)
      #expect(files.governor == "powersave")
    }
  }

  @Test("a zone is hot from its passive trip point on", arguments: [94_999, 95_000])
  func heat(temperature: Int) throws {
    let zone = "class/thermal/thermal_zone0/"
    try files([
      zone + "temp": "\(temperature)\n", zone + "trip_point_0_type": "active\n",
      zone + "trip_point_0_temp": "40000\n", zone + "trip_point_1_type": "passive\n",
      zone + "trip_point_1_temp": "95000\n", zone + "trip_point_2_type": "passive\n",
      zone + "trip_point_2_temp": "0\n", "class/thermal/cooling_device0/type": "Fan",
    ]) { #expect($0.isHot == (temperature >= 95_000)) }
  }

  @Test("this machine's state can be asked for")
  func thisMachine() {
    let state = MachineState.gather()
    #expect((state.busySeconds ?? 0) >= 0)
    #expect((state.ownSeconds ?? 1) > 0)
  }
}
