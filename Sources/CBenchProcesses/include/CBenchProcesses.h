#pragma once

#include <sys/types.h>

/// Finds a program through PATH and starts it in a new session, with the default action for all signals. The three
/// descriptors in `streams` become the program's standard streams. On Linux, the program receives `death_signal` when
/// the thread that started it ends for any reason.
///
/// Returns 0 and stores the process ID in `pid`, or returns an errno if the program cannot be started.
int layoutbench_spawn(pid_t *pid, char *const words[], char *const environment[], const int streams[3],
                      int death_signal);

/// Sets a text to print on standard error if a signal such as SIGILL or SIGSEGV later ends this process. After
/// printing, the signal has the effect that it had before the first call to this function. At most 511 bytes are
/// printed. An empty text prints nothing.
void layoutbench_print_on_trap(const char *text);
