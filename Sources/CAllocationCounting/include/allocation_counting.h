#ifndef LAYOUTBENCH_ALLOCATION_COUNTING_H
#define LAYOUTBENCH_ALLOCATION_COUNTING_H

// A program that links this target can count heap allocations with the functions of `allocations.h`. It does not have
// to call a function to enable this. On Linux the target replaces the C library's allocator in the whole program, so
// libraries must not link it.

#endif
