#ifndef LAYOUTBENCH_FRESH_HEAP_H
#define LAYOUTBENCH_FRESH_HEAP_H

/// Calls the function on a thread whose heap nothing has used before, and waits for it. The thread stays until
/// the process ends, for the C library would give its heap to the next one. Where the C library has no heap for
/// each thread, or no thread can be had, it calls the function on this thread.
void layoutbench_call_on_fresh_heap(void (*function)(void *), void *context);

#endif
