#ifndef LAYOUTBENCH_FRESH_HEAP_H
#define LAYOUTBENCH_FRESH_HEAP_H

/// Calls the function on a thread with a new heap, and waits for it. The thread exists until the process ends, because
/// the C library would reuse its heap. Calls the function on this thread if the C library has no heap for each thread,
/// or if no thread can be created.
void layoutbench_call_on_fresh_heap(void (*function)(void *), void *context);

#endif
