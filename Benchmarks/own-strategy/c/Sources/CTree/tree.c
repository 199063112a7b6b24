#include "tree.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct tree {
  int64_t count, highest;  // highest: the largest power of two <= count
  int32_t *heights;
  int64_t sums[];  // sums[i] covers the rows i - (i & -i) ..< i
};

static atomic_llong alive;

tree *tree_create(const int32_t *heights, int64_t count) {
  tree *tree = calloc(1, sizeof *tree + (count + 1) * sizeof *tree->sums);
  int32_t *own = malloc(count * sizeof *own + 1);
  if (!tree || !own) abort();
  *tree = (struct tree){.count = count, .highest = 1, .heights = own};
  memcpy(own, heights, count * sizeof *own);
  while (tree->highest * 2 <= count) tree->highest *= 2;
  for (int64_t i = 1; i <= count; i++) {
    tree->sums[i] += heights[i - 1];
    const int64_t next = i + (i & -i);
    if (next <= count) tree->sums[next] += tree->sums[i];
  }
  alive++;
  return tree;
}

void tree_destroy(tree *tree) {
  free(tree->heights);
  free(tree);
  alive--;
}

int64_t tree_offset(const tree *tree, int64_t row) {
  int64_t sum = 0;
  for (int64_t i = row; i > 0; i &= i - 1) sum += tree->sums[i];
  return sum;
}

int64_t tree_row(const tree *tree, int64_t offset) {
  int64_t row = 0;
  for (int64_t step = tree->highest; step > 0; step /= 2)
    // <= makes an offset at a row's top edge belong to that row, and skips rows of height 0.
    if (row + step <= tree->count && tree->sums[row + step] <= offset) offset -= tree->sums[row += step];
  return row < tree->count ? row : tree->count > 0 ? tree->count - 1 : 0;
}

void tree_set(tree *tree, int64_t row, int32_t height) {
  const int64_t change = (int64_t)height - tree->heights[row];
  tree->heights[row] = height;
  for (int64_t i = row + 1; i <= tree->count; i += i & -i) tree->sums[i] += change;
}

int64_t tree_alive(void) { return alive; }
