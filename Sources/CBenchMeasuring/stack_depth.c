#include "stack_depth.h"

void layoutbench_call_deeper(size_t bytes, void (*function)(void *), void *context) {
  char room[bytes + 1];
  // Without writes before and after the call, the compiler could remove the array.
  ((volatile char *)room)[0] = 0;
  function(context);
  ((volatile char *)room)[bytes] = 0;
}
