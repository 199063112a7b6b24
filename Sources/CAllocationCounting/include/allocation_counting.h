#ifndef LAYOUTBENCH_ALLOCATION_COUNTING_H
#define LAYOUTBENCH_ALLOCATION_COUNTING_H

// A program that links this target can count heap allocations (`allocations.h`), without a call. It replaces the C
// library's allocator in the whole program (Linux), so libraries must not link it.

#endif
