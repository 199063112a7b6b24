#pragma once

#include <stddef.h>
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

/// The peak memory of this process in bytes, or -1 if unknown.
int64_t layoutbench_peak_bytes(void);

/// The number of bytes that this process may map, or INT64_MAX if there is no limit.
int64_t layoutbench_memory_limit(void);

/// Whether the calling thread may run on a core: 1 or 0, or -1 if unknown.
int layoutbench_may_use_core(int core);

/// Pins the calling thread to a core. Returns 0 on success and -1 on failure.
int layoutbench_stay_on_core(int core);

/// Calls `function` with the stack pointer moved by `bytes`, rounded to the platform's alignment.
void layoutbench_call_deeper(size_t bytes, void (*function)(void *), void *context);

/// Calls `function` on a new thread with a new heap, and waits for it. The thread lives until the process ends, because
/// the C library would reuse a finished thread's heap. If the platform has no per-thread heaps, the function runs on
/// the calling thread.
void layoutbench_call_on_fresh_heap(void (*function)(void *), void *context);

/// Whether this process runs on valgrind's simulated processor.
int layoutbench_is_simulated(void);

/// See "Callgrind specific client requests" in the valgrind manual.
enum layoutbench_callgrind_request {
  layoutbench_callgrind_dump = 0x43540000,
  layoutbench_callgrind_zero = 0x43540001,
  layoutbench_callgrind_toggle_collect = 0x43540002,
  layoutbench_callgrind_start = 0x43540004,
  layoutbench_callgrind_stop = 0x43540005,
};

/// Sends a request to callgrind. Has no effect on a real processor.
void layoutbench_ask_callgrind(enum layoutbench_callgrind_request request);
