#pragma once

#include <stdint.h>

/// Whether this process runs on valgrind's simulated processor.
int layoutbench_is_simulated(void);

/// See "Callgrind specific client requests" in the valgrind manual.
enum layoutbench_callgrind_request {
  layoutbench_callgrind_dump = 0x43540000,
  layoutbench_callgrind_zero = 0x43540001,
  layoutbench_callgrind_toggle_collect = 0x43540002,
  layoutbench_callgrind_start = 0x43540004,
  layoutbench_callgrind_stop = 0x43540005,
};

/// Sends a request to callgrind. Has no effect on a real processor.
void layoutbench_ask_callgrind(enum layoutbench_callgrind_request request);
