#ifndef LAYOUTBENCH_PEAK_MEMORY_H
#define LAYOUTBENCH_PEAK_MEMORY_H

#include <stdint.h>

/// Returns free memory to the system and resets the peak, if the system supports it.
void layoutbench_forget_peak(void);

/// The peak memory of this process in bytes; -1 if unknown.
int64_t layoutbench_peak_bytes(void);

/// The max memory that this process may map in bytes; INT64_MAX without a limit.
int64_t layoutbench_memory_limit(void);

#endif
