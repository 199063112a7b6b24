#ifndef LAYOUTBENCH_CACHES_H
#define LAYOUTBENCH_CACHES_H

#include <stddef.h>
#include <stdint.h>

/// Takes every line of the process's writable memory that no file stands behind out of all levels of
/// the caches: of the heap and of anonymous mappings as they are now, without stacks.
///
/// Other threads must not unmap memory meanwhile. Returns the bytes flushed, or -1 where the system does
/// not tell what is mapped (all but Linux) or the processor cannot flush a line (all but x86-64 and
/// arm64).
int64_t layoutbench_flush_memory(void);

/// Waits until everything before is done: flushed, written, read.
void layoutbench_fence(void);

#endif
