// Calls a function on a deeper stack or on a new heap.

#include "CBenchMeasuring.h"

#include <limits.h>

void layoutbench_call_deeper(size_t bytes, void (*function)(void *), void *context) {
  char room[bytes + 1];
  // Write to the array before and after the call, so that the compiler cannot remove it.
  ((volatile char *)room)[0] = 0;
  function(context);
  ((volatile char *)room)[bytes] = 0;
}

#if defined(__GLIBC__)
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

struct call {
  void (*function)(void *);
  void *context;
  sem_t done;
};

// Returns the free memory of this thread's heap to the system. The heap itself remains until the process ends.
static void give_back(void) {
  mallopt(M_TRIM_THRESHOLD, 0);
  // Freeing a 128 KiB block makes the C library shrink the heap.
  void *volatile block = malloc(1 << 17);
  free(block);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

static void *run(void *argument) {
  struct call *call = argument;
  call->function(call->context);
  give_back();
  sem_post(&call->done);
  for (;;) pause();
}

void layoutbench_call_on_fresh_heap(void (*function)(void *), void *context) {
  // Lift the C library's limit on the number of heaps, beyond which threads would share them.
  mallopt(M_ARENA_MAX, INT_MAX);
  struct call call = {.function = function, .context = context};
  sem_init(&call.done, 0, 0);
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, &call) != 0) {
    function(context);
    return;
  }
  while (sem_wait(&call.done) != 0 && errno == EINTR) continue;
}

#else

void layoutbench_call_on_fresh_heap(void (*function)(void *), void *context) { function(context); }

#endif
