#pragma once

#include <stdint.h>

/// The heap allocations that a thread made while it was counting.
struct layoutbench_allocations {
  /// The allocated blocks. On Apple platforms, a reallocation counts only if the block moves.
  int64_t count;
  /// The number of bytes allocated. Each block's size is rounded as the allocator rounds it.
  int64_t bytes;
  /// The number of bytes allocated minus the number of bytes freed. On Apple platforms, this covers all threads.
  int64_t live_bytes;
};

/// Registers the counter. CBenchAllocationCounting calls this in every program that links it.
void layoutbench_register_allocation_counter(void (*start)(void),
                                             struct layoutbench_allocations (*stop)(void));

/// Whether the program can count allocations. To do so, it must link CBenchAllocationCounting, use a supported C
/// library, and be built without a sanitizer.
int layoutbench_can_count_allocations(void);

/// Makes a failed allocation print one line and end the process with `status`. Has no effect unless the program links
/// CBenchAllocationCounting and uses glibc.
void layoutbench_end_when_exhausted(int status);

/// The exit status after a failed allocation, or 0 if a failure does not end the process.
int layoutbench_status_when_exhausted(void);

/// Resets the counts to zero and starts counting on the calling thread.
void layoutbench_start_counting(void);

/// Stops counting on the calling thread and returns the counts.
struct layoutbench_allocations layoutbench_stop_counting(void);
