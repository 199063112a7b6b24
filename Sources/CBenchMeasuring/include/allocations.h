#ifndef LAYOUTBENCH_ALLOCATIONS_H
#define LAYOUTBENCH_ALLOCATIONS_H

#include <stdint.h>

/// The heap allocations that a thread made while counting was on.
struct layoutbench_allocations {
  /// The number of blocks allocated by malloc, calloc, aligned allocations and reallocations. On Apple's systems, a
  /// reallocation counts only if the block moves.
  int64_t count;
  /// The number of bytes allocated, where the size of each block is rounded as the allocator rounds it.
  int64_t bytes;
  /// The number of bytes allocated minus the number of bytes freed. On Apple's systems, the bytes of all threads are
  /// included.
  int64_t live_bytes;
};

/// Registers the counter. The target CBenchAllocationCounting calls this function in every program that links that target.
void layoutbench_register_allocation_counter(void (*start)(void),
                                             struct layoutbench_allocations (*stop)(void));

/// Whether allocations can be counted. Counting is impossible if the program does not link CBenchAllocationCounting, if it
/// runs under a sanitizer, or if the C library is not supported.
int layoutbench_can_count_allocations(void);

/// Makes a failed allocation print one line and end the process with exit status `status`. The function has an effect
/// only with glibc, in a program that links CBenchAllocationCounting.
void layoutbench_end_when_exhausted(int status);

/// The exit status after a failed allocation, read by CBenchAllocationCounting. If the status is 0 (the default), a failed
/// allocation does not end the process.
int layoutbench_status_when_exhausted(void);

/// Resets the counts to zero and starts counting on the calling thread.
void layoutbench_start_counting(void);

/// Stops counting on the calling thread and returns the counts.
struct layoutbench_allocations layoutbench_stop_counting(void);

#endif
