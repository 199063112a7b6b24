#pragma once

/// Sets a text to print on standard error if a signal such as SIGILL or SIGSEGV later ends this process. After
/// printing, the signal has the effect that it had before the first call to this function. At most 511 bytes are
/// printed. An empty text prints nothing.
void layoutbench_print_on_trap(const char *text);
