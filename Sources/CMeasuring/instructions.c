// Counts instructions with Linux's perf events. This code is in C because Swift does not import variadic functions such
// as `ioctl`.

#include "instructions.h"

#include <errno.h>

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/perf_event.h>)
#define LAYOUTBENCH_PERF_EVENTS 1
#endif
#endif

#if LAYOUTBENCH_PERF_EVENTS

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int layoutbench_open_instruction_counter(void) {
  struct perf_event_attr event = {
      .type = PERF_TYPE_HARDWARE,
      .size = sizeof(struct perf_event_attr),
      .config = PERF_COUNT_HW_INSTRUCTIONS,
      .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
      .disabled = 1,
      .exclude_kernel = 1,
      .exclude_hv = 1,
  };
  // The arguments mean: this thread, any processor, no group of counters.
  long descriptor = syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return descriptor < 0 ? -errno : (int)descriptor;
}

int layoutbench_start_instruction_counter(int descriptor) {
  if (ioctl(descriptor, PERF_EVENT_IOC_RESET, 0) < 0) return -errno;
  return ioctl(descriptor, PERF_EVENT_IOC_ENABLE, 0) < 0 ? -errno : 0;
}

int64_t layoutbench_stop_instruction_counter(int descriptor) {
  if (ioctl(descriptor, PERF_EVENT_IOC_DISABLE, 0) < 0) return -errno;
  struct {
    uint64_t count, enabled, running;
  } counted;
  long length = read(descriptor, &counted, sizeof counted);
  if (length < 0) return -errno;
  if (length != sizeof counted) return -EIO;
  return counted.running < counted.enabled ? -EAGAIN : (int64_t)counted.count;
}

#else

int layoutbench_open_instruction_counter(void) { return -ENOTSUP; }

int layoutbench_start_instruction_counter(int descriptor) {
  (void)descriptor;
  return -ENOTSUP;
}

int64_t layoutbench_stop_instruction_counter(int descriptor) {
  (void)descriptor;
  return -ENOTSUP;
}

#endif
