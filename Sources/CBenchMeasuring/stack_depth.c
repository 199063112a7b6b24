#include "stack_depth.h"

void layoutbench_call_deeper(size_t bytes, void (*function)(void *), void *context) {
  char room[bytes + 1];
  // Write to the array before and after the call, so that the compiler cannot remove it.
  ((volatile char *)room)[0] = 0;
  function(context);
  ((volatile char *)room)[bytes] = 0;
}
