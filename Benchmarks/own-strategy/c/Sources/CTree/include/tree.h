// A Fenwick tree over row heights. Lengths are in 1/64 pt.
#include <stdint.h>

typedef struct tree tree;

tree *tree_create(const int32_t *heights, int64_t count);
void tree_destroy(tree *tree);
int64_t tree_offset(const tree *tree, int64_t row);
int64_t tree_row(const tree *tree, int64_t offset);
void tree_set(tree *tree, int64_t row, int32_t height);
// Number of trees created but not yet destroyed.
int64_t tree_alive(void);
