#pragma once

/// Prints `text` on standard error if a signal such as SIGILL or SIGSEGV ends this process later. The signal then has
/// the effect that it had before the first call of this function. At most 511 bytes are printed; an empty text prints
/// nothing.
void layoutbench_print_on_trap(const char *text);
