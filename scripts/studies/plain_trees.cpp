// Trees in C++, asked what scripts/plain-loops asks the package's own: the same heights, the same
// questions, from a file that studies/PlainLoops.swift has written. Warm-up, segments and output are
// the same too. A Fenwick tree, with nodes of Int64 as there; and a tree of blocked sums, in the
// shape of blocked-sums, written with AVX2 where the compiler may use it: what this structure can be.
//
// usage: plain_trees fenwick|blocks FILE REPETITIONS SCENARIO...
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cstring>
#include <string>
#include <vector>

#ifdef __AVX2__
#include <immintrin.h>
#endif

// The processor time of this thread in nanoseconds.
static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

struct Questions {
  std::vector<int32_t> heights, asked, changed, fresh, old;
  std::vector<int64_t> points;

  explicit Questions(const char *path) : file(std::fopen(path, "rb")) {
    if (!file) fail(path);
    std::vector<int64_t> counts;
    read(counts, 2);
    read(heights, counts[0]);
    read(asked, counts[1]);
    read(points, counts[1]);
    read(changed, counts[1]);
    read(fresh, counts[1]);
    read(old, counts[1]);
    std::fclose(file);
  }

  [[noreturn]] static void fail(const char *what) {
    std::fprintf(stderr, "plain_trees: %s: not what was expected\n", what);
    std::exit(1);
  }

 private:
  std::FILE *file;

  template <class Value>
  void read(std::vector<Value> &values, int64_t count) {
    values.resize(count);
    if (std::fread(values.data(), sizeof(Value), count, file) != size_t(count)) fail("file");
  }
};

// Entry i, from 1, is the height of the lowbit(i) rows that end before row i. There are entries up
// to a power of two, so that a descent never leaves the tree; those after the last row are more
// than any offset.
class Fenwick {
 public:
  explicit Fenwick(const std::vector<int32_t> &rows)
      : rows(rows), count(rows.size()), heights(rows) {
    while (root <= count / 2) root *= 2;
    tree.assign(2 * root, INT64_MAX);
    tree[0] = 0;
    for (size_t i = 1; i <= count; ++i) tree[i] = heights[i - 1];
    for (size_t i = 1; i <= count; ++i) {
      size_t parent = i + (i & -i);
      if (parent <= count) tree[parent] += tree[i];
    }
  }

  int64_t offset(size_t row) const {
    int64_t sum = 0;
    for (; row > 0; row &= row - 1) sum += tree[row];
    return sum;
  }

  // No branch: what is taken is as good as random, so every second guess would be wrong. Both
  // entries that may come next are fetched before it is known which one does.
  size_t row(int64_t offset) const {
    size_t index = 0;
    for (size_t step = root; step > 0; step /= 2) {
      int64_t sum = tree[index + step];
      __builtin_prefetch(&tree[index + step / 2]);
      __builtin_prefetch(&tree[index + step + step / 2]);
      int64_t taken = -int64_t(sum <= offset);
      index += step & taken;
      offset -= sum & taken;
    }
    return std::min(index, count - 1);
  }

  void changed(size_t row) {
    int64_t difference = int64_t(rows[row]) - heights[row];
    heights[row] = rows[row];
    for (size_t i = row + 1; i <= count; i += i & -i) tree[i] += difference;
  }

 private:
  const std::vector<int32_t> &rows;
  size_t count, root = 1;
  std::vector<int32_t> heights;
  std::vector<int64_t> tree;
};

// One line of a node or leaf: 16 sums of 4 bytes, 32 of 2 or 8 of 8.
namespace line {

#ifdef __AVX2__
using Vector = __m256i;

static Vector load(const void *at) { return _mm256_load_si256(static_cast<const Vector *>(at)); }
static Vector load_any(const void *at) { return _mm256_loadu_si256(static_cast<const Vector *>(at)); }
static void store(void *at, Vector value) { _mm256_store_si256(static_cast<Vector *>(at), value); }
static Vector spread(int16_t value) { return _mm256_set1_epi16(value); }
static Vector spread(int32_t value) { return _mm256_set1_epi32(value); }
static Vector spread(int64_t value) { return _mm256_set1_epi64x(value); }
static Vector sum(Vector one, Vector other, int16_t) { return _mm256_add_epi16(one, other); }
static Vector sum(Vector one, Vector other, int32_t) { return _mm256_add_epi32(one, other); }
static Vector sum(Vector one, Vector other, int64_t) { return _mm256_add_epi64(one, other); }
static Vector above(Vector one, Vector other, int16_t) { return _mm256_cmpgt_epi16(one, other); }
static Vector above(Vector one, Vector other, int32_t) { return _mm256_cmpgt_epi32(one, other); }
static Vector above(Vector one, Vector other, int64_t) { return _mm256_cmpgt_epi64(one, other); }

// How many sums of a line are at most this: those above have a mask of ones.
template <class Lane>
static int count(Lane value, const void *at) {
  const char *bytes = static_cast<const char *>(at);
  Vector values = spread(value);
  uint32_t low = _mm256_movemask_epi8(above(load(bytes), values, value));
  uint32_t high = _mm256_movemask_epi8(above(load(bytes + 32), values, value));
  return (64 - __builtin_popcountll(low | uint64_t(high) << 32)) / int(sizeof(Lane));
}

// Adds to the lanes of a line whose mask is ones.
template <class Lane>
static void add(Lane difference, void *at, const void *masks) {
  char *bytes = static_cast<char *>(at);
  const char *mask = static_cast<const char *>(masks);
  Vector differences = spread(difference);
  for (int place = 0; place < 64; place += 32) {
    Vector part = _mm256_and_si256(differences, load_any(mask + place));
    store(bytes + place, sum(load(bytes + place), part, difference));
  }
}
#else
// Left to the compiler.
template <class Lane>
static int count(Lane value, const void *at) {
  const Lane *lanes = static_cast<const Lane *>(at);
  Lane above = 0;
  for (int lane = 0; lane < int(64 / sizeof(Lane)); ++lane) above += lanes[lane] > value;
  return 64 / sizeof(Lane) - above;
}

template <class Lane>
static void add(Lane difference, void *at, const void *masks) {
  Lane *lanes = static_cast<Lane *>(at);
  Lane mask[64 / sizeof(Lane)];
  std::memcpy(mask, masks, 64);
  for (int lane = 0; lane < int(64 / sizeof(Lane)); ++lane) lanes[lane] += difference & mask[lane];
}
#endif

}  // namespace line

// Memory on huge pages where the system has them, as the package's own; never given back.
static char *allocate(size_t bytes) {
  const size_t page = size_t(2) << 20;
  bytes = (bytes + page - 1) / page * page;
  void *memory = std::aligned_alloc(page, bytes);
  if (!memory) Questions::fail("memory");
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  std::memset(memory, 0, bytes);
  return static_cast<char *>(memory);
}

// Leaves: the sums of 32 rows, up to and with each, in units of 1/64 pt << unit. Three levels of
// nodes of 16 Int32 and any number of 8 Int64: the sums before each child.
class Blocks {
 public:
  explicit Blocks(const std::vector<int32_t> &rows) : rows(rows) {
    const size_t count = rows.size();
    blocks = std::max<size_t>(1, (count + 31) / 32);
    int32_t bits = 1 << 6;
    for (int32_t row : rows) bits |= row;
    unit = __builtin_ctz(bits);
    leaves = reinterpret_cast<int16_t *>(allocate(64 + blocks * 64) + 64);
    std::vector<int64_t> totals(blocks);
    for (size_t block = 0; block < blocks; ++block) {
      int64_t sum = 0;
      for (size_t row = block * 32; row < block * 32 + 32; ++row) {
        if (row < count) sum += rows[row];
        if (sum >> unit > INT16_MAX) Questions::fail("rows for two bytes");
        leaves[row] = sum >> unit;
      }
      totals[block] = sum;
      total += sum;
    }
    for (int level = 0; level < 3; ++level) narrow[level] = fill<int32_t>(totals);
    do { wide[wide_count++] = fill<int64_t>(totals); } while (totals.size() > 1 && wide_count < 3);
    std::memset(masks + 64, 0xff, 64);
  }

  int64_t offset(size_t row) const {
    const int64_t last = int64_t(row) - 1, block = last >> 5;
    int64_t sum = int64_t(leaves[last]) << unit;
    sum += int64_t(narrow[0][block] + narrow[1][block >> 4] + narrow[2][block >> 8]);
    int64_t index = block >> 12;
    for (int level = 0; level < wide_count; ++level, index >>= 3) sum += wide[level][index];
    return sum;
  }

  size_t row(int64_t offset) const {
    if (offset >= total) return rows.size() - 1;
    size_t node = 0;
    for (int level = wide_count - 1; level >= 0; --level) {
      const int64_t *entries = wide[level] + node * 8;
      int child = line::count(offset, entries) - 1;
      offset -= entries[child];
      node = node * 8 + child;
    }
    int32_t rest = offset;
    for (int level = 2; level >= 0; --level) {
      const int32_t *entries = narrow[level] + node * 16;
      int child = line::count(rest, entries) - 1;
      rest -= entries[child];
      node = node * 16 + child;
    }
    return node * 32 + line::count(int16_t(rest >> unit), leaves + node * 32);
  }

  void changed(size_t row) {
    const size_t block = row / 32, lane = row % 32;
    int16_t *leaf = leaves + block * 32;
    const int32_t old = int32_t(leaf[lane] - (lane ? leaf[lane - 1] : 0)) << unit;
    const int32_t difference = rows[row] - old;
    if ((difference & ((1 << unit) - 1)) || leaf[31] + (difference >> unit) > INT16_MAX)
      Questions::fail("a height that two bytes hold");
    line::add(int16_t(difference >> unit), leaf, masks + 64 - 2 * lane);
    total += difference;
    size_t index = block;
    for (int level = 0; level < 3; ++level, index >>= 4)
      line::add(difference, narrow[level] + index / 16 * 16, masks + 64 - 4 * (index % 16 + 1));
    for (int level = 0; level < wide_count; ++level, index >>= 3)
      line::add(int64_t(difference), wide[level] + index / 8 * 8, masks + 64 - 8 * (index % 8 + 1));
  }

 private:
  const std::vector<int32_t> &rows;
  size_t blocks;
  int unit, wide_count = 0;
  int64_t total = 0;
  int16_t *leaves;
  int32_t *narrow[3];
  int64_t *wide[3];
  alignas(64) char masks[128] = {};

  // The level over nodes of these heights; leaves those of its own nodes. A line of zeros is before.
  template <class Lane>
  static Lane *fill(std::vector<int64_t> &totals) {
    const size_t lanes = 64 / sizeof(Lane), nodes = (totals.size() + lanes - 1) / lanes;
    Lane *entries = reinterpret_cast<Lane *>(allocate(64 + nodes * 64) + 64);
    std::vector<int64_t> next(nodes);
    for (size_t child = 0; child < nodes * lanes; ++child) {
      int64_t &sum = next[child / lanes];
      if (sum > INT32_MAX && sizeof(Lane) == 4) Questions::fail("rows for Int32 sums");
      entries[child] = sum;
      if (child < totals.size()) sum += totals[child];
    }
    totals = next;
    return entries;
  }
};

// One list, built anew, and the way round its questions.
template <class Tree>
class Loop {
 public:
  Loop(const std::string &scenario, const Questions &questions)
      : scenario(scenario), questions(questions), rows(questions.heights), tree(rows) {}

  void measure(int repetition) {
    go(1024);
    uint64_t answers = sum + tree.offset(rows.size());
    size_t segment = warm_up();
    double times[5];
    for (double &one : times) one = time(segment);
    std::sort(times, times + 5);
    std::printf("c++,%s,%d,%.4f,%zu,%lld\n", scenario.c_str(), repetition, times[2] / segment,
                segment, static_cast<long long>(answers));
  }

 private:
  const std::string scenario;
  const Questions &questions;
  std::vector<int32_t> rows;
  Tree tree;
  size_t position = 0;
  uint64_t sum = 0;

  size_t warm_up() {
    size_t burst = 64, count = questions.asked.size();
    double best = 1e300, last = 0, spent = 0;
    int bursts_without_gain = 0;
    do {
      double elapsed = time(burst);
      spent += elapsed;
      last = elapsed / burst;
      bursts_without_gain = last < 0.98 * best ? 0 : bursts_without_gain + 1;
      best = std::min(best, last);
      if (elapsed < 1e7) burst *= 2;
    } while ((position < count || bursts_without_gain < 4) && spent < 1e9 / 3);
    double pass = last * count;
    if (pass > 1.5e8) return std::max(1.0, 1.5e8 / last);
    return count * (size_t(2e7 / pass) + 1);
  }

  double time(size_t steps) {
    double start = now();
    go(steps);
    return now() - start;
  }

  void go(size_t steps) {
    size_t count = questions.asked.size();
    while (steps > 0) {
      size_t first = position % count, end = std::min(first + steps, count);
      step(first, end, position / count % 2 == 0 ? questions.fresh : questions.old);
      position += end - first;
      steps -= end - first;
    }
  }

  [[gnu::noinline]] void step(size_t first, size_t end, const std::vector<int32_t> &heights) {
    const int32_t *asked = questions.asked.data();
    const int64_t *points = questions.points.data();
    // What makes a question wait for an answer: 0, but the compiler cannot know.
    static volatile int64_t zero = 0;
    const int64_t nothing = zero;
    uint64_t sum = 0;
    int64_t last = 0;
    if (scenario == "offset") {
      for (size_t i = first; i < end; ++i) sum += tree.offset(asked[i]);
    } else if (scenario == "offset-chain") {
      for (size_t i = first; i < end; ++i) {
        last = tree.offset(asked[i] + (last & nothing));
        sum += last;
      }
    } else if (scenario == "hit-test") {
      for (size_t i = first; i < end; ++i) sum += tree.row(points[i]);
    } else if (scenario == "hit-test-chain") {
      for (size_t i = first; i < end; ++i) {
        last = tree.row(points[i] + (last & nothing));
        sum += last;
      }
    } else if (scenario == "change" || scenario == "mixed") {
      const bool asks = scenario == "mixed";
      for (size_t i = first; i < end; ++i) {
        size_t row = questions.changed[i];
        rows[row] = heights[i];
        tree.changed(row);
        if (asks) sum += tree.offset(asked[i]) + tree.row(points[i]);
      }
    } else {
      Questions::fail(scenario.c_str());
    }
    this->sum += sum;
  }
};

template <class Tree>
static void measure(const Questions &questions, const char *scenario, int repetitions) {
  for (int repetition = 1; repetition <= repetitions; ++repetition)
    Loop<Tree>(scenario, questions).measure(repetition);
}

int main(int argc, char **argv) {
  if (argc < 5) Questions::fail("command line");
  const std::string tree = argv[1];
  const Questions questions(argv[2]);
  for (int scenario = 4; scenario < argc; ++scenario) {
    if (tree == "fenwick") {
      measure<Fenwick>(questions, argv[scenario], std::atoi(argv[3]));
    } else if (tree == "blocks") {
      measure<Blocks>(questions, argv[scenario], std::atoi(argv[3]));
    } else {
      Questions::fail(argv[1]);
    }
  }
}
