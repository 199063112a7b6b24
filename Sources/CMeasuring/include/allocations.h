#ifndef LAYOUTBENCH_ALLOCATIONS_H
#define LAYOUTBENCH_ALLOCATIONS_H

#include <stdint.h>

/// What the heap has done on this thread while counting was on.
struct layoutbench_allocations {
  /// Blocks handed out: malloc, calloc, aligned allocations, and reallocations that moved.
  int64_t count;
  /// Bytes handed out, as the allocator rounds them.
  int64_t bytes;
  /// Bytes handed out minus bytes given back; on Apple's systems those of all threads.
  int64_t live_bytes;
};

/// Says who counts: the target CAllocationCounting, in a program that links it.
void layoutbench_register_allocation_counter(void (*start)(void),
                                             struct layoutbench_allocations (*stop)(void));

/// Whether anything counts in this program: not so without CAllocationCounting, under a sanitizer,
/// and where the C library gives no way to.
int layoutbench_can_count_allocations(void);

/// From now on an allocation that fails ends the process with a line and the given status. Does nothing
/// where allocations cannot be counted.
void layoutbench_end_when_exhausted(int status);

/// That status; 0 while nobody has asked for it. For what stands before the allocator.
int layoutbench_status_when_exhausted(void);

/// Starts counting on the calling thread, from zero. Other threads are never counted.
void layoutbench_start_counting(void);

/// Stops counting and tells what was counted.
struct layoutbench_allocations layoutbench_stop_counting(void);

#endif
