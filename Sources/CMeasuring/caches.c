// Empties caches line by line: neither the instructions nor the calls have a name in Swift.
#define _DEFAULT_SOURCE
#include "caches.h"

// The least line of the processors below; where lines are larger some are flushed twice.
enum { LINE = 64 };

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

// One flush need not wait for the one before: ten times as fast, on processors from 2015 on.
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

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_REGIONS = 4096, PAGES_AT_ONCE = 4096 };

static struct region {
  const char *start, *end;
} regions[MOST_REGIONS];
static int region_count;

static int64_t add(const char *start, const char *end) {
  struct region *last = region_count ? &regions[region_count - 1] : 0;
  if (last && last->end == start) {
    last->end = end;
  } else {
    if (region_count == MOST_REGIONS) return 0;
    regions[region_count++] = (struct region){start, end};
  }
  return end - start;
}

// A page that is not there would be made by flushing it.
static int64_t add_pages_that_are_there(char *start, char *end) {
  static unsigned char is_there[PAGES_AT_ONCE];
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  int64_t found = 0;
  for (char *stretch = start; stretch < end; stretch += PAGES_AT_ONCE * page) {
    size_t left = (size_t)(end - stretch) / page;
    size_t pages = left < PAGES_AT_ONCE ? left : PAGES_AT_ONCE;
    if (mincore(stretch, pages * page, is_there) != 0) continue;
    for (size_t i = 0; i < pages; i++) {
      if (is_there[i] & 1) found += add(stretch + i * page, stretch + (i + 1) * page);
    }
  }
  return found;
}

int64_t layoutbench_find_memory(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  if (!maps) return -1;
  region_count = 0;
  int64_t found = 0;
  char text[512];
  while (fgets(text, sizeof text, maps)) {
    unsigned long start, end, inode;
    char rights[5], name[256] = "";
    if (sscanf(text, "%lx-%lx %4s %*x %*s %lu %255s", &start, &end, rights, &inode, name) < 4)
      continue;
    int is_heap = name[0] == 0 || strcmp(name, "[heap]") == 0 || strncmp(name, "[anon:", 6) == 0;
    if (rights[1] != 'w' || inode != 0 || !is_heap) continue;
    found += add_pages_that_are_there((char *)start, (char *)end);
  }
  fclose(maps);
  return found;
}

void layoutbench_flush_memory(void) {
  for (int i = 0; i < region_count; i++) {
    flush(regions[i].start, regions[i].end);
  }
}

#else

int64_t layoutbench_find_memory(void) { return -1; }
void layoutbench_flush_memory(void) {}

#endif
