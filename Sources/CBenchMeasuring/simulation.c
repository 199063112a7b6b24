// Sends client requests to valgrind. A request is a sequence of instructions that has no effect on a real processor.
// Its instructions rotate a register by 128 bits and then exchange or combine a register with itself (valgrind manual,
// section 3.1). The request interface is stable, so the build does not need valgrind's headers.

#include "CBenchMeasuring.h"

static uint64_t ask(uint64_t request) {
  volatile uint64_t question[6] = {request, 0, 0, 0, 0, 0};
  uint64_t answer = 0;
#if defined(__x86_64__) && defined(__linux__)
  __asm__ volatile(
      "rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
      "xchgq %%rbx, %%rbx"
      : "+d"(answer)
      : "a"(&question[0])
      : "cc", "memory");
#elif defined(__aarch64__) && defined(__linux__)
  register uint64_t result __asm__("x3") = answer;
  register volatile uint64_t *address __asm__("x4") = question;
  __asm__ volatile(
      "ror x12, x12, #3; ror x12, x12, #13; ror x12, x12, #51; ror x12, x12, #61\n\t"
      "orr x10, x10, x10"
      : "+r"(result)
      : "r"(address)
      : "cc", "memory");
  answer = result;
#else
  (void)question;
#endif
  return answer;
}

int layoutbench_is_simulated(void) {
  return ask(0x1001) != 0;
}

void layoutbench_ask_callgrind(enum layoutbench_callgrind_request request) {
  ask(request);
}
