import Foundation
import HostSystem
import Runs
import Testing

@Suite("run.json")
struct RunRecordTests {
  private let golden = """
    {
      "allocation" : "huge pages: never",
      "clock" : {
        "greatest_error" : 0.00025,
        "read_cost_ns" : 30.5,
        "resolution_ns" : 20,
        "shortest_slice_ns" : 50500
      },
      "command" : [
        "bench",
        "--strategy",
        "all"
      ],
      "compiler" : "Swift 6.3.1",
      "dirty" : true,
      "disturbance" : {
        "disturbed" : 33,
        "other_programs_cores" : 0.25,
        "probe_16m_best_ns" : 20.5,
        "probe_16m_median_ns" : 21,
        "probe_16m_p90_ns" : 40,
        "probe_512k_best_ns" : 4.25,
        "probe_512k_median_ns" : 4.5,
        "probe_512k_p90_ns" : 5,
        "repetitions" : 264
      },
      "emptied_caches" : "every line of 20 MiB of writable memory flushed",
      "finished" : "2026-03-01T10:16:00Z",
      "instructions_absent" : "not present",
      "machine" : {
        "architecture" : "x86_64",
        "cores" : 4,
        "cpu_model" : "Intel(R) Xeon(R) CPU @ 2.20GHz",
        "governor" : "unknown",
        "host" : "89abcdef01234567",
        "kernel" : "Linux 6.1.0",
        "load_average" : 0.25,
        "memory_bytes" : 16777216000,
        "os" : "Debian GNU/Linux 12 (bookworm)"
      },
      "optimisation" : "-O",
      "plan" : {
        "budget_seconds" : 60,
        "caches" : [
          "warm",
          "cold"
        ],
        "cells" : 24,
        "confidence" : 0.95,
        "expected_seconds" : 58.5,
        "further_heights_only_for_others" : false,
        "heights" : [
          "chat",
          "file:/tmp/heights.csv"
        ],
        "margin" : 0.01,
        "modes" : [
          "corrected"
        ],
        "motion" : [
          "flings"
        ],
        "own_counts" : true,
        "repetitions" : 11,
        "rows" : [
          1000,
          1000000
        ],
        "scenarios" : [
          "offset",
          "scroll"
        ],
        "segment_ns" : 250000,
        "shard" : {
          "count" : 4,
          "index" : 1
        },
        "strategies" : [
          "fenwick",
          "sum-tree"
        ],
        "viewport" : 844,
        "width" : 390
      },
      "revision" : "1a2b3c4d5e6f",
      "ruled_out" : [
        {
          "cell" : {
            "group" : {
              "caches" : "warm",
              "heights" : "chat",
              "rows" : 1000,
              "scenario" : "offset"
            },
            "mode" : "corrected",
            "role" : {
              "strategy" : {

              }
            },
            "strategy" : "fenwick"
          },
          "status" : "wrong answers while timed"
        }
      ],
      "schema" : 4,
      "seed" : 18446744073709551615,
      "started" : "2026-03-01T10:15:00Z",
      "status" : "complete",
      "thresholds" : {
        "absolute_ns" : 5,
        "relative" : 0.05
      },
      "warnings" : [
        {
          "name" : "battery",
          "text" : "the machine ran on its battery: plug it in and run again"
        }
      ],
      "workload_hashes" : {
        "camelCase_and_snake" : "0x1",
        "offset/chat/1000" : "0x0123456789abcdef"
      }
    }

    """

  @Test("the record, byte by byte")
  func goldenText() throws {
    #expect(String(decoding: try RunRecord.example.json(), as: UTF8.self) == golden)
  }

  @Test("the record reads back")
  func roundTrip() throws {
    #expect(try RunRecord(json: RunRecord.example.json(), file: "f") == .example)
    var running = RunRecord.example
    (running.isDirty, running.finished, running.plan.shard) = (nil, nil, nil)
    (running.status, running.warnings) = (.incomplete, [])
    #expect(try RunRecord(json: running.json(), file: "f") == running)
  }

  @Test(
    "a damaged record is refused in one line",
    arguments: [
      (
        "\"schema\" : 4", "\"schema\" : 3",
        "f: schema: found 3, this bench reads 4: an older one wrote it, so measure again, or read it "
          + "with that one"
      ),
      (
        "\"schema\" : 4", "\"schema\" : 5",
        "f: schema: found 5, this bench reads 4: a newer one wrote it"
      ),
      ("\"schema\" : 4,", "", "f: schema is missing"),
      ("\"repetitions\" : 11,", "", "f: plan.repetitions is missing"),
      (
        "\"segment_ns\" : 250000", "\"segment_ns\" : -1",
        "f: plan.segment_ns: found -1, expected 0 or more"
      ),
      (
        "\"cells\" : 24", "\"cells\" : \"x\"",
        "f: plan.cells: found something else, expected a whole number"
      ),
      (
        "\"seed\" : 18446744073709551615", "\"seed\" : null",
        "f: seed: found nothing, expected a whole number"
      ),
      (
        "1000,\n      1000000", "true",
        "f: plan.rows[0]: found something else, expected a whole number"
      ),
      (
        "\"confidence\" : 0.95", "\"confidence\" : 1",
        "f: plan.confidence: found 1.0, expected 0 or more and less than 1"
      ),
      ("\"index\" : 1", "\"index\" : 5", "f: plan.shard: found 5 of 4, expected 1 to 4"),
      (
        "2026-03-01T10:15:00Z", "yesterday",
        "f: started: found \"yesterday\", expected a time like 2026-03-01T10:15:00Z"
      ),
    ])
  func damaged(original: String, replacement: String, message: String) {
    let text = golden.replacing(original, with: replacement)
    #expect(text != golden)
    #expect(refusal(of: text) == RunFault(.badData, message))
  }

  @Test("what is no JSON, or half of it, is refused in one line", arguments: ["", "{", "]", "[]"])
  func notJSON(text: String) {
    let refusal = refusal(of: text)
    #expect(refusal?.exitCode == .badData)
    #expect(refusal?.message.hasPrefix("f: ") == true)
    #expect(refusal?.message.contains("\n") == false)
  }

  @Test("NaN is refused, because JSON has no word for it")
  func notANumber() {
    var record = RunRecord.example
    record.plan.margin = .nan
    let refusal = fault { () throws(RunFault) in _ = try record.json() }
    #expect(
      refusal
        == RunFault(.internalFault, "run.json cannot be written: plan.margin is not a number"))
  }

  private func refusal(of text: String) -> RunFault? {
    fault { () throws(RunFault) in _ = try RunRecord(json: Array(text.utf8), file: "f") }
  }
}
