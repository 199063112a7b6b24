#ifndef LAYOUTBENCH_CORES_H
#define LAYOUTBENCH_CORES_H

/// Whether the calling thread may run on a core, by its number: 1 or 0, or -1 where that is unknown.
int layoutbench_may_use_core(int core);

/// Keeps the calling thread on a core. Returns 0, or -1 where that cannot be done.
int layoutbench_stay_on_core(int core);

#endif
