#ifndef LAYOUTBENCH_CACHES_H
#define LAYOUTBENCH_CACHES_H

#include <stddef.h>
#include <stdint.h>

/// Finds the process's writable memory that no file stands behind and that is there: heap and
/// anonymous mappings, without stacks.
///
/// Returns its bytes, or -1 where the system does not tell (all but Linux) or the processor cannot
/// flush a line (all but x86-64 and arm64).
int64_t layoutbench_find_memory(void);

/// Takes every line of what was found last out of all levels of the caches. What was unmapped since
/// then must not be among it.
void layoutbench_flush_memory(void);

/// Waits until everything before is done: flushed, written, read.
void layoutbench_fence(void);

#endif
