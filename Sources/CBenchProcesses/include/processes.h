#pragma once

#include <sys/types.h>

/// Finds a program through PATH and starts it in a new session, with the default action for all signals. The three
/// descriptors in `streams` become the program's standard streams. On Linux, the program receives `death_signal` when
/// the thread that started it ends for any reason.
///
/// Returns 0 and stores the process ID in `pid`, or returns an errno if the program cannot be started.
int layoutbench_spawn(pid_t *pid, char *const words[], char *const environment[], const int streams[3],
                      int death_signal);
