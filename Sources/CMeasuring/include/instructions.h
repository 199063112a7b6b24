#ifndef LAYOUTBENCH_INSTRUCTIONS_H
#define LAYOUTBENCH_INSTRUCTIONS_H

#include <stdint.h>

/// Opens the processor's instruction counter, which counts the user-space instructions of the calling thread. Returns
/// its file descriptor, or the negative errno.
int layoutbench_open_instruction_counter(void);

/// Resets the counter to zero and starts it. Returns 0, or the negative errno.
int layoutbench_start_instruction_counter(int descriptor);

/// Stops counting. Returns the number of instructions, or the negative errno. -EAGAIN means that another user shared
/// the counter, so that some instructions were not counted.
int64_t layoutbench_stop_instruction_counter(int descriptor);

#endif
