// Counts heap allocations by replacing glibc's allocator. This is written in C because the allocator may be called
// before any Swift code can run, and from inside the Swift runtime.
//
// The code is in a separate target because it affects the whole program that links it. While counting is off, as it is
// during all timed code, it adds one predicted branch to every allocation and two to every call of `free`.

// `errno.h` declares `program_invocation_short_name` only if this macro is defined before any header is included.
#define _GNU_SOURCE

#include "allocation_counting.h"
#include "CBenchMeasuring.h"

#if defined(__GLIBC__) && !defined(__APPLE__) && !defined(LAYOUTBENCH_SANITIZED)

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

static __thread int is_counting;
static __thread struct layoutbench_allocations counted;

static void start_counting(void) {
  counted = (struct layoutbench_allocations){0, 0, 0};
  is_counting = 1;
}

static struct layoutbench_allocations stop_counting(void) {
  is_counting = 0;
  return counted;
}

// Registers the counter before `main` runs, which makes it available everywhere in the program.
__attribute__((constructor)) static void register_counter(void) {
  layoutbench_register_allocation_counter(start_counting, stop_counting);
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void *__libc_valloc(size_t);
extern void *__libc_pvalloc(size_t);
extern void __libc_free(void *);

// Prints one line and ends the process. Otherwise, the Swift runtime would crash with a forty-line backtrace.
static void exhausted(void) {
  static const char line[] = ": out of memory\n";
  int status = layoutbench_status_when_exhausted();
  if (!status) return;
  const char *name = program_invocation_short_name;
  ssize_t written = write(STDERR_FILENO, name, strlen(name));
  written += write(STDERR_FILENO, line, sizeof line - 1);
  (void)written;
  _exit(status);
}

// Swift arrays use the whole usable size of a block. The usable size depends on the free space in the heap, so earlier
// allocations could affect when an array is reallocated. To prevent this, a counted block's usable size is the
// requested size, rounded up as the heap would round it. The word before the block contains a mark (a bit that the C
// library's block sizes do not use), the length of the header, and the usable size.
static const uint64_t mark = 1ull << 63;
enum { header_bit = 56 };

static uint64_t *word_before(void *block) { return (uint64_t *)block - 1; }

static int is_marked(void *block) { return block && *word_before(block) & mark; }

static void *start_of(void *block) {
  if (__builtin_expect(!is_marked(block), 1)) return block;
  return (char *)block - (1ull << (*word_before(block) >> header_bit & 63));
}

// Because it is defined in the executable, this replaces the C library's function for all code, including the Swift
// runtime.
size_t malloc_usable_size(void *block) {
  if (!block) return 0;
  uint64_t word = *word_before(block);
  if (word & mark) return word & ((1ull << header_bit) - 1);
  int is_mapped = (word & 2) != 0;
  return (word & ~7ull) - (is_mapped ? 16 : 8);
}

// Marks the allocation at `start` as counted and returns the block that follows the header. The header's length is a
// power of two.
static void *marked(void *start, size_t header, size_t size) {
  if (!start) return NULL;
  void *block = (char *)start + header;
  size_t room = ((size + 8 + 15) & ~15ull) - 8;
  *word_before(block) =
      mark | (uint64_t)__builtin_ctzll(header) << header_bit | (room < 24 ? 24 : room);
  return block;
}

// `size` plus room for the header and rounding. On overflow, SIZE_MAX, which cannot be allocated.
static size_t with_header(size_t size, size_t header) {
  size_t padded;
  return __builtin_add_overflow(size, header + 16, &padded) ? SIZE_MAX : padded;
}

static void *handed_out(void *block) {
  if (__builtin_expect(!block, 0)) exhausted();
  if (__builtin_expect(is_counting, 0) && block) {
    int64_t size = (int64_t)malloc_usable_size(block);
    counted.count += 1;
    counted.bytes += size;
    counted.live_bytes += size;
  }
  return block;
}

void *malloc(size_t size) {
  if (__builtin_expect(!is_counting, 1)) return handed_out(__libc_malloc(size));
  return handed_out(marked(__libc_malloc(with_header(size, 16)), 16, size));
}

void *calloc(size_t count, size_t size) {
  if (__builtin_expect(!is_counting, 1)) return handed_out(__libc_calloc(count, size));
  size_t whole;
  if (__builtin_mul_overflow(count, size, &whole)) whole = SIZE_MAX;
  return handed_out(marked(__libc_calloc(1, with_header(whole, 16)), 16, whole));
}

void *memalign(size_t alignment, size_t size) {
  if (__builtin_expect(!is_counting || alignment & (alignment - 1), 1)) {
    return handed_out(__libc_memalign(alignment, size));
  }
  size_t header = alignment < 16 ? 16 : alignment;
  return handed_out(marked(__libc_memalign(header, with_header(size, header)), header, size));
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  int is_power = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (!is_power || alignment % sizeof(void *) != 0) return EINVAL;
  void *block = memalign(alignment, size);
  *result = block;
  if (!block) return ENOMEM;
  return 0;
}

void *valloc(size_t size) { return handed_out(__libc_valloc(size)); }

void *pvalloc(size_t size) { return handed_out(__libc_pvalloc(size)); }

void free(void *block) {
  if (__builtin_expect(is_counting, 0)) counted.live_bytes -= (int64_t)malloc_usable_size(block);
  __libc_free(start_of(block));
}

// While counting is on, a reallocation counts as freeing one block and allocating another.
void *realloc(void *block, size_t size) {
  if (block && size == 0) {
    free(block);
    return NULL;
  }
  if (__builtin_expect(is_counting || is_marked(block), 0)) {
    void *moved = malloc(size);
    if (!moved) return NULL;
    size_t old = malloc_usable_size(block);
    if (block) memcpy(moved, block, old < size ? old : size);
    free(block);
    return moved;
  }
  void *moved = __libc_realloc(block, size);
  if (__builtin_expect(!moved, 0) && size != 0) exhausted();
  return moved;
}

#endif
