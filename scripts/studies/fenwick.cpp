// A Fenwick tree in C++ for scripts/plain-loops, started with the command `fenwick FILE REPETITIONS SCENARIO`. FILE
// contains the heights and operations that studies/PlainLoops.swift writes. The warm-up, the timed segments and the
// output are the same as in PlainLoops.swift.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

// The processor time that this thread has used, in nanoseconds; it does not include the time of other programs.
static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

[[noreturn]] static void fail(const char *what) {
  std::fprintf(stderr, "fenwick: %s: unexpected\n", what);
  std::exit(1);
}

template <class Value>
static std::vector<Value> read(std::FILE *file, int64_t count) {
  std::vector<Value> values(count);
  if (!file || std::fread(values.data(), sizeof(Value), count, file) != size_t(count)) fail("file");
  return values;
}

// The input; its members are in the order in which the file contains them.
struct Operations {
  std::FILE *file;
  std::vector<int64_t> counts = read<int64_t>(file, 2);
  std::vector<int32_t> heights = read<int32_t>(file, counts[0]), asked = read<int32_t>(file, counts[1]);
  std::vector<int64_t> points = read<int64_t>(file, counts[1]);
  std::vector<int32_t> changed = read<int32_t>(file, counts[1]), fresh = read<int32_t>(file, counts[1]),
                       old = read<int32_t>(file, counts[1]);
};

// Entry i, counted from 1, is the sum of the heights of the lowbit(i) rows before row i. The number of entries is
// rounded up to a power of two, so that a descent never leaves the tree. The values of the entries after the last row
// are larger than every offset.
class Fenwick {
 public:
  explicit Fenwick(const std::vector<int32_t> &rows) : rows(rows), count(rows.size()), heights(rows) {
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

  // The search avoids branches, because a processor could not predict their random outcomes. The search prefetches
  // both entries that it may read next.
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

  void change(size_t row) {
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

// A new tree and the loop that runs the operations on it.
struct Loop {
  const std::string scenario;
  const Operations &operations;
  std::vector<int32_t> rows = operations.heights;
  Fenwick tree{rows};
  size_t position = 0;
  uint64_t sum = 0;

  void measure(int repetition) {
    run(1024);
    uint64_t checksum = sum + tree.offset(rows.size());
    size_t segment = warm_up();
    double times[5];
    for (double &one : times) one = time(segment);
    std::sort(times, times + 5);
    std::printf("c++,%s,%d,%.4f,%zu,%lld\n", scenario.c_str(), repetition, times[2] / segment, segment,
                static_cast<long long>(checksum));
  }

  size_t warm_up() {
    size_t burst = 64, count = operations.asked.size();
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
    run(steps);
    return now() - start;
  }

  void run(size_t steps) {
    size_t count = operations.asked.size();
    while (steps > 0) {
      size_t first = position % count, end = std::min(first + steps, count);
      step(first, end, position / count % 2 == 0 ? operations.fresh : operations.old);
      position += end - first;
      steps -= end - first;
    }
  }

  [[gnu::noinline]] void step(size_t first, size_t end, const std::vector<int32_t> &heights) {
    const int32_t *asked = operations.asked.data();
    const int64_t *points = operations.points.data();
    // A variable that is always 0, although the compiler cannot know this. The variable makes each operation depend
    // on the result of the previous operation.
    static volatile int64_t zero = 0;
    const int64_t nothing = zero;
    uint64_t sum = 0;
    int64_t last = 0;
    if (scenario == "offset") {
      for (size_t i = first; i < end; ++i) sum += tree.offset(asked[i]);
    } else if (scenario == "offset-chain") {
      for (size_t i = first; i < end; ++i) sum += last = tree.offset(asked[i] + (last & nothing));
    } else if (scenario == "hit-test") {
      for (size_t i = first; i < end; ++i) sum += tree.row(points[i]);
    } else if (scenario == "hit-test-chain") {
      for (size_t i = first; i < end; ++i) sum += last = tree.row(points[i] + (last & nothing));
    } else if (scenario == "change" || scenario == "mixed") {
      const bool asks = scenario == "mixed";
      for (size_t i = first; i < end; ++i) {
        size_t row = operations.changed[i];
        rows[row] = heights[i];
        tree.change(row);
        if (asks) sum += tree.offset(asked[i]) + tree.row(points[i]);
      }
    } else {
      fail(scenario.c_str());
    }
    this->sum += sum;
  }
};

int main(int argc, char **argv) {
  if (argc != 4) fail("command line");
  const Operations operations{std::fopen(argv[1], "rb")};
  for (int repetition = 1; repetition <= std::atoi(argv[2]); ++repetition) {
    Loop{argv[3], operations}.measure(repetition);
  }
}
