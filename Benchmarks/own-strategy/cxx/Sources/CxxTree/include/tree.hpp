// Row heights in blocks of 256 rows, with the offset of each block. Lengths are in 1/64 pt.
#pragma once
#include <cstdint>
#include <vector>

class Tree {
 public:
  Tree(const int32_t *heights, int64_t count);
  // The type has no copy constructor, so Swift imports the type as ~Copyable and destroys each object together with
  // its owner.
  Tree(const Tree &) = delete;
  Tree(Tree &&other);
  ~Tree();

  int64_t offset(int64_t row) const;
  int64_t row(int64_t offset) const;
  void set(int64_t row, int32_t height);

  // The number of trees that have been created but not destroyed.
  static int64_t alive();

 private:
  std::vector<int32_t> heights;
  std::vector<int64_t> tops;  // the offset of each block of 256 rows, then the total height
};
