// The memory and the cores that this process uses. Written in C because Swift does not import the Linux calls for core
// affinity, and because the types with which it imports the resource limit functions differ between C libraries.
#define _GNU_SOURCE
#include "CBenchMeasuring.h"

#include <sys/resource.h>

static int64_t bound(int resource) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur > INT64_MAX) return INT64_MAX;
  return (int64_t)limit.rlim_cur;
}

int64_t layoutbench_memory_limit(void) {
  int64_t mapped = bound(RLIMIT_AS);
  int64_t written = bound(RLIMIT_DATA);
  return mapped < written ? mapped : written;
}

#if defined(__linux__)
#include <sched.h>
#include <stdio.h>

int64_t layoutbench_peak_bytes(void) {
  // getrusage is only a fallback, because the peak that it reports for a new process includes the parent's peak.
  FILE *file = fopen("/proc/self/status", "r");
  if (file) {
    char line[256];
    long long kibibytes = -1;
    while (kibibytes < 0 && fgets(line, sizeof line, file)) {
      if (sscanf(line, "VmHWM: %lld kB", &kibibytes) != 1) kibibytes = -1;
    }
    fclose(file);
    if (kibibytes >= 0) return kibibytes * 1024;
  }
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss * 1024 : -1;
}

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

int64_t layoutbench_peak_bytes(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return -1;
#if defined(__APPLE__)
  return (int64_t)usage.ru_maxrss;
#else
  return (int64_t)usage.ru_maxrss * 1024;
#endif
}

int layoutbench_may_use_core(int core) {
  (void)core;
  return -1;
}

int layoutbench_stay_on_core(int core) {
  (void)core;
  return -1;
}

#endif
