// Written in C because the types with which Swift imports the resource limit functions differ between C libraries.

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

#endif
