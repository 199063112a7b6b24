// Written in C because Swift does not import the Linux calls for core affinity.
#define _GNU_SOURCE
#include "cores.h"

#if defined(__linux__)
#include <sched.h>

int layoutbench_may_use_core(int core) {
  cpu_set_t cores;
  if (core < 0 || core >= CPU_SETSIZE) return 0;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return -1;
  return CPU_ISSET(core, &cores) ? 1 : 0;
}

int layoutbench_stay_on_core(int core) {
  cpu_set_t cores;
  if (core < 0 || core >= CPU_SETSIZE) return -1;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  return sched_setaffinity(0, sizeof cores, &cores);
}
#else
int layoutbench_may_use_core(int core) {
  (void)core;
  return -1;
}
int layoutbench_stay_on_core(int core) {
  (void)core;
  return -1;
}
#endif
