#pragma once

#include <stdint.h>

/// The peak memory of this process in bytes, or -1 if unknown.
int64_t layoutbench_peak_bytes(void);

/// The number of bytes that this process may map, or INT64_MAX if there is no limit.
int64_t layoutbench_memory_limit(void);
