// Counts a thread's heap allocations on Apple platforms, using libmalloc's allocation logger.
//
// The logger runs as part of every allocation in every thread, after the allocator has released its locks. The logger
// must neither allocate nor wait for a lock that the allocating code may hold. In particular, the logger must not
// access a `__thread` variable. At a thread's first access, dyld would allocate the variable, which would call the
// logger again before the variable exists, and so on until the stack overflows. `pthread_getspecific` is safe, because
// it only reads the thread's own memory.

#include "allocation_counting.h"
#include "CBenchMeasuring.h"

#if defined(__APPLE__) && !defined(LAYOUTBENCH_SANITIZED)

#include <malloc/malloc.h>
#include <pthread.h>
#include <stdlib.h>

// The hook for allocation loggers, which the system calls after every allocation and deallocation.
typedef void malloc_logger_t(uint32_t type, uintptr_t zone, uintptr_t a, uintptr_t b,
                             uintptr_t result, uint32_t frames_to_skip);
extern malloc_logger_t *malloc_logger;

enum { LOGGED_ALLOCATION = 2, LOGGED_DEALLOCATION = 4 };

// The key for a thread's counts. A thread has a value for it only while it is counting.
static pthread_key_t counts;

static void log_event(uint32_t type, uintptr_t zone, uintptr_t a, uintptr_t b, uintptr_t result,
                      uint32_t frames_to_skip) {
  (void)zone;
  (void)b;
  (void)frames_to_skip;
  struct layoutbench_allocations *counted = pthread_getspecific(counts);
  if (!counted || !(type & LOGGED_ALLOCATION) || !result) return;
  // A reallocation has both bits set, and `a` is the old block. If it happens in place, it allocates no new block.
  if ((type & LOGGED_DEALLOCATION) && result == a) return;
  counted->count += 1;
  counted->bytes += (int64_t)malloc_size((void *)result);
}

// The number of bytes in use by all threads. The logger cannot count the bytes of a single thread, because it does not
// know a reallocated block's old size.
static int64_t bytes_in_use(void) {
  malloc_statistics_t all;
  malloc_zone_statistics(0, &all);
  return (int64_t)all.size_in_use;
}

// The number of threads that are counting. All of them share the system's only hook.
static int counting_threads;
static pthread_mutex_t hook = PTHREAD_MUTEX_INITIALIZER;

static void count_threads(int change) {
  pthread_mutex_lock(&hook);
  counting_threads += change;
  malloc_logger = counting_threads > 0 ? log_event : 0;
  pthread_mutex_unlock(&hook);
}

static void start_counting(void) {
  // This block is not counted, because it is allocated before the thread starts counting and freed afterwards.
  struct layoutbench_allocations *counted = calloc(1, sizeof *counted);
  if (!counted) abort();
  counted->live_bytes = -bytes_in_use();
  pthread_setspecific(counts, counted);
  count_threads(1);
}

static struct layoutbench_allocations stop_counting(void) {
  struct layoutbench_allocations *counted = pthread_getspecific(counts);
  if (!counted) return (struct layoutbench_allocations){0, 0, 0};
  count_threads(-1);
  pthread_setspecific(counts, 0);
  struct layoutbench_allocations result = *counted;
  result.live_bytes += bytes_in_use();
  free(counted);
  return result;
}

// Registers the counter before `main` runs, which makes it available everywhere in the program.
__attribute__((constructor)) static void register_counter(void) {
  if (pthread_key_create(&counts, 0) == 0) {
    layoutbench_register_allocation_counter(start_counting, stop_counting);
  }
}

#endif
