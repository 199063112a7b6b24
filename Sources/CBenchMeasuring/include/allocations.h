#pragma once

#include <stdint.h>

/// The heap allocations that a thread made while counting was on.
struct layoutbench_allocations {
  /// The allocated blocks. On Apple's systems, a reallocation counts only if the block moves.
  int64_t count;
  /// The allocated bytes, rounded for each block as the allocator rounds.
  int64_t bytes;
  /// The allocated bytes minus the freed bytes; of all threads on Apple's systems.
  int64_t live_bytes;
};

/// Registers the counter; called by CBenchAllocationCounting in every program that links it.
void layoutbench_register_allocation_counter(void (*start)(void),
                                             struct layoutbench_allocations (*stop)(void));

/// Whether the program links CBenchAllocationCounting, without a sanitizer and with a supported C library.
int layoutbench_can_count_allocations(void);

/// Makes a failed allocation print one line and end the process with `status`, if the program links
/// CBenchAllocationCounting and uses glibc.
void layoutbench_end_when_exhausted(int status);

/// The exit status after a failed allocation; 0 if it does not end the process.
int layoutbench_status_when_exhausted(void);

/// Resets the counts to zero and starts counting on the calling thread.
void layoutbench_start_counting(void);

/// Stops counting on the calling thread and returns the counts.
struct layoutbench_allocations layoutbench_stop_counting(void);
