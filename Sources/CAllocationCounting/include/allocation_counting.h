#ifndef LAYOUTBENCH_ALLOCATION_COUNTING_H
#define LAYOUTBENCH_ALLOCATION_COUNTING_H

// A program that links this target can count heap allocations, see `allocations.h`: it needs no call.
// It replaces the C library's allocator in the whole program (Linux), so only a program that is
// nobody's library links it.

#endif
