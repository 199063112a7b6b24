#include "tree.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

static const int64_t rows_a_block = 256;
static std::atomic<int64_t> trees{0};

Tree::Tree(const int32_t *first, int64_t count) : heights(first, first + count), tops(1, 0) {
  trees++;
  for (int64_t row = 0; row < count; row += rows_a_block) {
    int64_t sum = tops.back();
    for (int64_t i = row; i < std::min(count, row + rows_a_block); i++) sum += heights[i];
    tops.push_back(sum);
  }
}

Tree::Tree(Tree &&other) : heights(std::move(other.heights)), tops(std::move(other.tops)) { trees++; }

Tree::~Tree() { trees--; }

int64_t Tree::offset(int64_t row) const {
  int64_t sum = tops[row / rows_a_block];
  for (int64_t i = row / rows_a_block * rows_a_block; i < row; i++) sum += heights[i];
  return sum;
}

int64_t Tree::row(int64_t offset) const {
  const int64_t count = heights.size();
  // Finds the last block whose top is less than or equal to the offset.
  const auto next = std::upper_bound(tops.begin(), tops.end(), offset);
  const int64_t block = std::max<int64_t>(1, next - tops.begin()) - 1;
  int64_t bottom = tops[block];
  for (int64_t row = block * rows_a_block; row < count; row++) {
    bottom += heights[row];
    // The comparison is >, so an offset at the top edge of a row belongs to that row, and rows of
    // height 0 are skipped.
    if (bottom > offset) return row;
  }
  return std::max<int64_t>(0, count - 1);
}

void Tree::set(int64_t row, int32_t height) {
  const int64_t change = int64_t(height) - heights[row];
  heights[row] = height;
  for (size_t block = row / rows_a_block + 1; block < tops.size(); block++) tops[block] += change;
}

int64_t Tree::alive() { return trees; }
