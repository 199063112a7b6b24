#include "stack_depth.h"

void layoutbench_call_deeper(size_t bytes, void (*function)(void *), void *context) {
  char room[bytes + 1];
  // The room is used before and after the call, so no compiler can do without it.
  ((volatile char *)room)[0] = 0;
  function(context);
  ((volatile char *)room)[bytes] = 0;
}
