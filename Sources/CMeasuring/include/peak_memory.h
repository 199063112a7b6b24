#ifndef LAYOUTBENCH_PEAK_MEMORY_H
#define LAYOUTBENCH_PEAK_MEMORY_H

#include <stdint.h>

/// Gives free memory back to the system and, where it lets us, begins a new peak at what is left.
void layoutbench_forget_peak(void);

/// The most memory that this process has had at once, in bytes; -1 when unknown.
int64_t layoutbench_peak_bytes(void);

/// The most memory that this process may map, in bytes; INT64_MAX where nothing limits it.
int64_t layoutbench_memory_limit(void);

#endif
