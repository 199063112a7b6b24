#ifndef LAYOUTBENCH_SIMULATED_MALLOC_H
#define LAYOUTBENCH_SIMULATED_MALLOC_H

// The part of Apple's <malloc/malloc.h> that apple_allocations.c uses.

#include <stddef.h>
#include <stdint.h>

typedef struct {
  unsigned blocks_in_use;
  size_t size_in_use, max_size_in_use, size_allocated;
} malloc_statistics_t;

size_t malloc_size(const void *block);
void malloc_zone_statistics(void *zone, malloc_statistics_t *result);

#endif
