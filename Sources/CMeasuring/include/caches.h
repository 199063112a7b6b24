#ifndef LAYOUTBENCH_CACHES_H
#define LAYOUTBENCH_CACHES_H

#include <stddef.h>
#include <stdint.h>

/// Flushes every cache line of the process's heap and of its anonymous writable mappings, except stacks.
///
/// While this function runs, other threads must not unmap memory. Returns the number of bytes flushed; -1 on systems
/// other than Linux and on processors other than x86-64 and arm64.
int64_t layoutbench_flush_memory(void);

/// Waits until all flushes, writes and reads before this call are complete.
void layoutbench_fence(void);

#endif
