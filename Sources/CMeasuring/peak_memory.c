// Measures the peak memory of this process and reads its memory limit. This code is in C because Swift does not
// import the functions that return free memory to the system. Moreover, the types with which Swift imports the
// functions for resource limits differ between C libraries.

#include "peak_memory.h"

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

#include <stdio.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void layoutbench_forget_peak(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  // Writing 5 to /proc/self/clear_refs resets the peak memory of the process; see proc(5). On a kernel built without
  // clear_refs, the peak covers the whole life of the process.
  FILE *file = fopen("/proc/self/clear_refs", "w");
  if (!file) return;
  fputs("5", file);
  fclose(file);
}

int64_t layoutbench_peak_bytes(void) {
  // getrusage is only a fallback, because its peak for a new process includes the peak of the parent.
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

#else

#if defined(__APPLE__)
#include <malloc/malloc.h>
#endif

void layoutbench_forget_peak(void) {
#if defined(__APPLE__)
  malloc_zone_pressure_relief(0, 0);
#endif
}

int64_t layoutbench_peak_bytes(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return -1;
#if defined(__APPLE__)
  return (int64_t)usage.ru_maxrss;
#else
  return (int64_t)usage.ru_maxrss * 1024;
#endif
}

#endif
