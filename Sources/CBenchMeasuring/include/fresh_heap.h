#ifndef LAYOUTBENCH_FRESH_HEAP_H
#define LAYOUTBENCH_FRESH_HEAP_H

/// Calls `function` on a new thread that has its own new heap, and waits until `function` returns. The thread exists
/// until the process ends, because the C library would reuse the heap of a finished thread. If the C library has no
/// separate heaps for threads, or if no thread can be created, the function runs on the calling thread.
void layoutbench_call_on_fresh_heap(void (*function)(void *), void *context);

#endif
