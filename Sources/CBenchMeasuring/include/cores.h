#pragma once

/// Whether the calling thread may run on a core: 1 or 0, or -1 if unknown.
int layoutbench_may_use_core(int core);

/// Pins the calling thread to a core. Returns 0 on success and -1 on failure.
int layoutbench_stay_on_core(int core);
