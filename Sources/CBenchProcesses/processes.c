// Starts child processes that end when their parent does, which posix_spawn cannot do, and prints a line if a signal ends
// this process. Written in C because Swift can neither fork nor restore a signal handler that takes three arguments, such
// as the Swift runtime's.
#define _GNU_SOURCE
#include "CBenchProcesses.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>

// Starts the program in the child process, which shares the parent's memory until then.
static int become(char *const words[], char *const environment[], const int streams[3], int death_signal,
                  pid_t parent) {
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  int copies[3];
  for (int stream = 0; stream < 3; stream++) {
    // Make sure that no dup2 call below overwrites a descriptor that is still needed.
    copies[stream] = fcntl(streams[stream], F_DUPFD_CLOEXEC, 3);
    if (copies[stream] < 0) return errno;
  }
  for (int stream = 0; stream < 3; stream++) {
    if (dup2(copies[stream], stream) < 0) return errno;
  }
  setsid();
  if (prctl(PR_SET_PDEATHSIG, (unsigned long)death_signal) != 0) return errno;
  // If the parent ended before the call to prctl, no death signal will arrive.
  if (getppid() != parent) _exit(1);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execvpe(words[0], words, environment);
  return errno;
}

int layoutbench_spawn(pid_t *pid, char *const words[], char *const environment[], const int streams[3],
                      int death_signal) {
  sigset_t all, before;
  sigfillset(&all);
  pid_t parent = getpid();
  volatile int code = 0;
  // Block all signals so that none of the parent's signal handlers runs in the child.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = vfork();
  if (child == 0) {
    code = become(words, environment, streams, death_signal, parent);
    _exit(127);
  }
  if (child < 0) code = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  *pid = child;
  return code;
}
#else
#include <spawn.h>

int layoutbench_spawn(pid_t *pid, char *const words[], char *const environment[], const int streams[3],
                      int death_signal) {
  (void)death_signal;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int stream = 0; stream < 3; stream++) {
    posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
  }
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  int code = posix_spawnp(pid, words[0], &actions, &attributes, words, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}
#endif

static const int numbers[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { count = sizeof numbers / sizeof *numbers };
static struct sigaction before[count];
static char line[512];
static volatile sig_atomic_t length;

static void report(int number) {
  if (length > 0 && write(STDERR_FILENO, line, (size_t)length) < 0) length = 0;
  for (int place = 0; place < count; place++) {
    if (numbers[place] == number) sigaction(number, &before[place], NULL);
  }
  // The signal is delivered again when this handler returns.
  raise(number);
}

void layoutbench_print_on_trap(const char *text) {
  static int is_installed;
  length = 0;
  size_t size = strnlen(text, sizeof line - 1);
  memcpy(line, text, size);
  length = (sig_atomic_t)size;
  if (is_installed) return;
  is_installed = 1;
  // After a stack overflow, the usual stack has no room for the handler.
  struct sigaction action = {.sa_handler = report, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int place = 0; place < count; place++) sigaction(numbers[place], &action, &before[place]);
}
