// Flushes the processor's caches line by line. This code is in C because Swift offers neither the processor's flush
// instructions nor the system calls for flushing caches.
#define _DEFAULT_SOURCE
#include "caches.h"

// The smallest cache line size, in bytes, of x86-64 and arm64 processors. On a processor with larger cache lines, each
// line is flushed several times, which is harmless.
enum { LINE = 64 };

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

// Processors since 2015 have the unordered flush CLFLUSHOPT, which is ten times faster than the ordered CLFLUSH.
__attribute__((target("clflushopt"))) static void flush_unordered(const char *line,
                                                                  const char *end) {
  for (; line < end; line += LINE) _mm_clflushopt((void *)line);
}

static void flush_ordered(const char *line, const char *end) {
  for (; line < end; line += LINE) _mm_clflush(line);
}

static void flush(const char *start, const char *end) {
  static int is_unordered = -1;
  if (is_unordered < 0) {
    unsigned a, b = 0, c, d;
    is_unordered = __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 23 & 1);
  }
  if (is_unordered) {
    flush_unordered(start, end);
  } else {
    flush_ordered(start, end);
  }
}

void layoutbench_fence(void) {
  _mm_mfence();
  _mm_lfence();
}

#elif defined(__aarch64__)

static void flush(const char *line, const char *end) {
  for (; line < end; line += LINE) __asm__ volatile("dc civac, %0" : : "r"(line) : "memory");
}

void layoutbench_fence(void) { __asm__ volatile("dsb sy\n\tisb" : : : "memory"); }

#else

void layoutbench_fence(void) { __sync_synchronize(); }

#endif

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGES_AT_ONCE = 4096 };

// Skips pages that are not resident, because flushing would make them resident.
static int64_t flush_pages_that_are_there(char *start, char *end) {
  static unsigned char is_there[PAGES_AT_ONCE];
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  int64_t flushed = 0;
  for (char *stretch = start; stretch < end; stretch += PAGES_AT_ONCE * page) {
    size_t left = (size_t)(end - stretch) / page;
    size_t pages = left < PAGES_AT_ONCE ? left : PAGES_AT_ONCE;
    if (mincore(stretch, pages * page, is_there) != 0) continue;
    for (size_t i = 0; i < pages; i++) {
      if (!(is_there[i] & 1)) continue;
      flush(stretch + i * page, stretch + (i + 1) * page);
      flushed += (int64_t)page;
    }
  }
  return flushed;
}

static int64_t flush_region(const char *line) {
  unsigned long start, end, inode;
  char rights[5], name[256] = "";
  if (sscanf(line, "%lx-%lx %4s %*x %*s %lu %255s", &start, &end, rights, &inode, name) < 4)
    return 0;
  int is_heap = name[0] == 0 || strcmp(name, "[heap]") == 0 || strncmp(name, "[anon:", 6) == 0;
  if (rights[1] != 'w' || inode != 0 || !is_heap) return 0;
  return flush_pages_that_are_there((char *)start, (char *)end);
}

int64_t layoutbench_flush_memory(void) {
  // The C library's streams are not used because they allocate on the heap.
  int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) return -1;
  static char text[1 << 14];
  size_t filled = 0;
  int64_t flushed = 0;
  ssize_t got;
  while ((got = read(maps, text + filled, sizeof text - 1 - filled)) > 0) {
    filled += (size_t)got;
    text[filled] = 0;
    char *line = text;
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
      *end = 0;
      flushed += flush_region(line);
    }
    // Keep the incomplete last line in the buffer, so that the next read completes the line. A line of /proc/self/maps
    // always fits into the buffer, because the line is at most a hundred bytes longer than a path.
    filled = (size_t)(text + filled - line);
    memmove(text, line, filled);
  }
  close(maps);
  return flushed;
}

#else

int64_t layoutbench_flush_memory(void) { return -1; }

#endif
