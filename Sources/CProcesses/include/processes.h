#ifndef LAYOUTBENCH_PROCESSES_H
#define LAYOUTBENCH_PROCESSES_H

#include <sys/types.h>

/// Starts a program, found on the path, in a session of its own, with three descriptors as its standard
/// streams and with signals handled as by default, but for those that this process ignores on purpose. On
/// Linux it is sent `death_signal` when the thread that started it ends, however that happens.
///
/// Returns 0 and sets `pid`, or returns an errno.
int layoutbench_spawn(pid_t *pid, char *const words[], char *const environment[], const int streams[3],
                      int death_signal);

#endif
