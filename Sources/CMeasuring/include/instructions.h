#ifndef LAYOUTBENCH_INSTRUCTIONS_H
#define LAYOUTBENCH_INSTRUCTIONS_H

#include <stdint.h>

/// Opens the processor's instruction counter for the calling thread in user space. Returns its descriptor, or the
/// negative errno.
int layoutbench_open_instruction_counter(void);

/// Starts counting, from zero. Returns 0, or the negative errno.
int layoutbench_start_instruction_counter(int descriptor);

/// Stops counting. Returns the number of instructions, or the negative errno; -EAGAIN if another user shared the
/// counter, so that a part was not counted.
int64_t layoutbench_stop_instruction_counter(int descriptor);

#endif
