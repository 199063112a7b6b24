// Forwards calls to the allocation counter, if the program links one.

#include "CBenchMeasuring.h"

static void (*start)(void);
static struct layoutbench_allocations (*stop)(void);

void layoutbench_register_allocation_counter(void (*starting)(void),
                                             struct layoutbench_allocations (*stopping)(void)) {
  start = starting;
  stop = stopping;
}

int layoutbench_can_count_allocations(void) { return start != 0; }

static int status_when_exhausted;

void layoutbench_end_when_exhausted(int status) { status_when_exhausted = status; }

int layoutbench_status_when_exhausted(void) { return status_when_exhausted; }

void layoutbench_start_counting(void) {
  if (start) start();
}

struct layoutbench_allocations layoutbench_stop_counting(void) {
  return stop ? stop() : (struct layoutbench_allocations){0, 0, 0};
}
