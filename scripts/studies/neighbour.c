// A program that disturbs measurements: it adds 1 at random positions of a buffer, on one core, until it is
// killed.
//
// usage: neighbour [MEGABYTES]        64 unless given; rounded up to a power of two
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long megabytes = argc > 1 ? strtol(argv[1], NULL, 10) : 64;
  if (megabytes < 1 || megabytes > 1 << 20) {
    fprintf(stderr, "neighbour: expected 1 to 1048576 megabytes\n");
    return 64;
  }
  size_t count = 1 << 17;
  while (count < (size_t)megabytes << 17) count *= 2;
  volatile uint64_t *buffer = calloc(count, sizeof *buffer);
  if (!buffer) {
    perror("neighbour");
    return 70;
  }
  for (uint64_t state = 1;;) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    buffer[state & (count - 1)] += 1;
  }
}
