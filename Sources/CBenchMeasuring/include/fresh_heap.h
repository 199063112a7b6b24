#pragma once

/// Calls `function` on a new thread with a new heap, and waits for it. The thread exists until the process ends, because
/// the C library would reuse the heap of a finished thread. Without such heaps, the function runs on the calling thread.
void layoutbench_call_on_fresh_heap(void (*function)(void *), void *context);
