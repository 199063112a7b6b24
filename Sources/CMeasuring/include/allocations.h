#ifndef LAYOUTBENCH_ALLOCATIONS_H
#define LAYOUTBENCH_ALLOCATIONS_H

#include <stdint.h>

/// Heap allocations of this thread while counting is on.
struct layoutbench_allocations {
  /// Blocks allocated: malloc, calloc, aligned allocations, and reallocations that moved.
  int64_t count;
  /// Bytes allocated, as rounded by the allocator.
  int64_t bytes;
  /// Bytes allocated minus bytes freed; on Apple's systems those of all threads.
  int64_t live_bytes;
};

/// Registers the counter: called by the target CAllocationCounting, in a program that links it.
void layoutbench_register_allocation_counter(void (*start)(void),
                                             struct layoutbench_allocations (*stop)(void));

/// Whether allocations can be counted: not without CAllocationCounting, under a sanitizer, or with an unsupported C
/// library.
int layoutbench_can_count_allocations(void);

/// Makes a failed allocation end the process with a line and the given status, if allocations can be counted.
void layoutbench_end_when_exhausted(int status);

/// The status for a failed allocation, for CAllocationCounting; 0 by default.
int layoutbench_status_when_exhausted(void);

/// Starts counting on the calling thread, from zero.
void layoutbench_start_counting(void);

/// Stops counting and returns the counts.
struct layoutbench_allocations layoutbench_stop_counting(void);

#endif
