#pragma once

/// Calls `function` on a new thread with a new heap, and waits for it. The thread lives until the process ends, because
/// the C library would reuse a finished thread's heap. If the platform has no per-thread heaps, the function runs on
/// the calling thread.
void layoutbench_call_on_fresh_heap(void (*function)(void *), void *context);
