// Row heights in blocks, with a sum for each block. Lengths are in 1/64 pt.
#pragma once
#include <cstdint>
#include <vector>

class Tree {
 public:
  Tree(const int32_t *heights, int64_t count);
  // Without a copy constructor, Swift imports the type as ~Copyable and destroys it with its owner.
  Tree(const Tree &) = delete;
  Tree(Tree &&other);
  ~Tree();

  int64_t offset(int64_t row) const;
  int64_t row(int64_t offset) const;
  void set(int64_t row, int32_t height);

  // The number of trees that exist.
  static int64_t alive();

 private:
  std::vector<int32_t> heights;
  std::vector<int64_t> tops;  // of each block of 256 rows; last the total
};
