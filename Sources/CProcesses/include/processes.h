#ifndef LAYOUTBENCH_PROCESSES_H
#define LAYOUTBENCH_PROCESSES_H

#include <sys/types.h>

/// Finds a program through PATH and starts it in a new session. The three descriptors in `streams` become the
/// program's standard streams. In the program, signals for which this process has a handler have their default
/// effect. The program also ignores the signals that this process ignores, except SIGPIPE, SIGXFSZ, SIGQUIT, SIGINT
/// and SIGTERM. On Linux the program receives `death_signal` when the thread that started it ends for any reason.
///
/// Returns 0 and stores the process ID in `pid`; returns an errno if the program cannot be started.
int layoutbench_spawn(pid_t *pid, char *const words[], char *const environment[], const int streams[3],
                      int death_signal);

#endif
