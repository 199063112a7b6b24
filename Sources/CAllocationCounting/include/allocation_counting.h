#ifndef LAYOUTBENCH_ALLOCATION_COUNTING_H
#define LAYOUTBENCH_ALLOCATION_COUNTING_H

// A program that links this target can count heap allocations with the functions of `allocations.h`. Linking the target
// is enough, because the counter registers itself. On Linux this target replaces the C library's allocator in the whole
// program, so libraries must not link it.

#endif
