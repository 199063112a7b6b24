#ifndef LAYOUTBENCH_CACHES_H
#define LAYOUTBENCH_CACHES_H

#include <stddef.h>
#include <stdint.h>

/// Flushes every cache line of the process's heap and anonymous writable mappings, without stacks.
///
/// Other threads must not unmap memory meanwhile. Returns the number of bytes flushed, or -1 on systems other than
/// Linux and on processors other than x86-64 and arm64.
int64_t layoutbench_flush_memory(void);

/// Waits until all earlier flushes, writes and reads are complete.
void layoutbench_fence(void);

#endif
