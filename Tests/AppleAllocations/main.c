// Runs apple_allocations.c on Linux. An allocator with libmalloc's logger hook stands in for Apple's, and the counter
// is compiled with `-femulated-tls`, which like dyld allocates a `__thread` variable at a thread's first access. A
// counter whose logger allocates therefore fails here as on a Mac: its stack overflows.
//
// `scripts/check-c` compiles and runs this program.

#include <malloc/malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CBenchMeasuring.h"

typedef void malloc_logger_t(uint32_t type, uintptr_t zone, uintptr_t a, uintptr_t b,
                             uintptr_t result, uint32_t frames_to_skip);
malloc_logger_t *malloc_logger;

enum { ALLOCATION = 2, DEALLOCATION = 4 };

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);
extern size_t malloc_usable_size(void *);

static void log_call(uint32_t type, void *old, void *new) {
  if (malloc_logger) malloc_logger(type, 0, (uintptr_t)old, 0, (uintptr_t)new, 0);
}

void *malloc(size_t size) {
  void *block = __libc_malloc(size);
  log_call(ALLOCATION, 0, block);
  return block;
}

void *calloc(size_t count, size_t size) {
  void *block = __libc_calloc(count, size);
  log_call(ALLOCATION, 0, block);
  return block;
}

void *realloc(void *block, size_t size) {
  void *moved = __libc_realloc(block, size);
  log_call(ALLOCATION | DEALLOCATION, block, moved);
  return moved;
}

void free(void *block) {
  log_call(DEALLOCATION, block, 0);
  __libc_free(block);
}

size_t malloc_size(const void *block) { return malloc_usable_size((void *)block); }

void malloc_zone_statistics(void *zone, malloc_statistics_t *result) {
  (void)zone;
  memset(result, 0, sizeof *result);
}

// Hides an allocation from the optimiser, which would otherwise remove it.
static void *volatile last;

static void allocate(int blocks) {
  for (int i = 0; i < blocks; i++) {
    last = malloc(100);
    free(last);
  }
}

static int64_t counted(int blocks) {
  layoutbench_start_counting();
  allocate(blocks);
  return layoutbench_stop_counting().count;
}

static pthread_barrier_t barrier;

// The first allocation of a thread that does not count, while another thread counts.
static void *allocate_beside(void *unused) {
  (void)unused;
  pthread_barrier_wait(&barrier);
  allocate(5);
  pthread_barrier_wait(&barrier);
  return 0;
}

static void *count_three(void *result) {
  *(int64_t *)result = counted(3);
  return 0;
}

static void expect(const char *what, int64_t actual, int64_t expected) {
  if (actual == expected) return;
  printf("%s: counted %lld, expected %lld\n", what, (long long)actual, (long long)expected);
  exit(1);
}

int main(void) {
  // A logger that waits for itself would never end.
  alarm(30);
  expect("one allocation", counted(1), 1);
  expect("no allocation", counted(0), 0);

  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, allocate_beside, 0);
  layoutbench_start_counting();
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  allocate(2);
  expect("beside a thread that does not count", layoutbench_stop_counting().count, 2);
  pthread_join(thread, 0);

  int64_t others = 0;
  pthread_create(&thread, 0, count_three, &others);
  pthread_join(thread, 0);
  expect("a second thread that counts", others, 3);

  layoutbench_start_counting();
  char *grown = realloc(malloc(10), 100000);
  expect("a block that moves", layoutbench_stop_counting().count, 2);
  free(grown);
  expect("stopping twice", layoutbench_stop_counting().count, 0);
  printf("apple_allocations.c counts right\n");
  return 0;
}
