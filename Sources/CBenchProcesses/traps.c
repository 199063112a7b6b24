// Written in C because Swift cannot restore a signal handler that takes three arguments, such as the Swift runtime's.
#include "traps.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

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
