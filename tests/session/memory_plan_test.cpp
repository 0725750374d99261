// SPDX-License-Identifier: Apache-2.0
// Tests offsets of temporaries against an exhaustive search, and the planning time for many.
#include <QtTest>
#include <algorithm>
#include <map>
#include <random>

#include "engine/lowering/program_passes/memory_plan.h"
#include "tests/support/effort.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Program random_program(int buffers, int steps, int longest, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&random](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
  };
  Program program;
  for (int i = 0; i < buffers; ++i) {
    Buffer buffer;
    buffer.kind = below(8) == 0 ? BufferKind::output : BufferKind::temporary;
    buffer.bytes = below(4) == 0 ? 4 : 4 * below(4000);
    buffer.first_step = below(steps);
    buffer.last_step = std::min(steps - 1, buffer.first_step + below(longest));
    program.buffers.push_back(buffer);
  }
  return program;
}

std::int64_t rounded(std::int64_t bytes) {
  return (bytes + 63) / 64 * 64;
}

// Best fit, largest first, with a search over all placed temporaries for each.
std::vector<std::int64_t> plain_plan(const Program& program) {
  std::vector<const Buffer*> order, placed;
  for (const Buffer& buffer : program.buffers)
    if (buffer.kind == BufferKind::temporary) order.push_back(&buffer);
  std::stable_sort(order.begin(), order.end(),
                   [](const Buffer* a, const Buffer* b) { return a->bytes > b->bytes; });
  std::map<const Buffer*, std::int64_t> at;
  for (const Buffer* buffer : order) {
    std::int64_t best = -1, best_gap = 0, end = 0;
    for (const Buffer* rival : placed) {
      if (rival->first_step > buffer->last_step || buffer->first_step > rival->last_step) continue;
      const std::int64_t gap = at[rival] - end;
      if (gap >= rounded(buffer->bytes) && (best < 0 || gap < best_gap)) {
        best = end;
        best_gap = gap;
      }
      end = std::max(end, at[rival] + rounded(rival->bytes));
    }
    at[buffer] = best >= 0 ? best : end;
    const auto place = std::upper_bound(
        placed.begin(), placed.end(), at[buffer],
        [&at](std::int64_t offset, const Buffer* other) { return offset < at[other]; });
    placed.insert(place, buffer);
  }
  std::vector<std::int64_t> offsets;
  for (const Buffer& buffer : program.buffers)
    offsets.push_back(buffer.kind == BufferKind::temporary ? at[&buffer] : buffer.offset);
  return offsets;
}

}  // namespace

class MemoryPlanTest : public QObject {
  Q_OBJECT
 private slots:
  void offsets_equal_those_of_the_exhaustive_search();
  void a_long_chain_is_planned_quickly();
};

void MemoryPlanTest::offsets_equal_those_of_the_exhaustive_search() {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Program program = random_program(300, seed % 2 ? 60 : 500, seed % 3 ? 12 : 200, seed);
    const std::vector<std::int64_t> expected = plain_plan(program);
    place_temporaries(program);
    for (std::size_t i = 0; i < expected.size(); ++i)
      QVERIFY2(program.buffers[i].offset == expected[i],
               qPrintable(QString("seed %1, buffer %2: %3, not %4")
                              .arg(seed)
                              .arg(i)
                              .arg(program.buffers[i].offset)
                              .arg(expected[i])));
  }
}

void MemoryPlanTest::a_long_chain_is_planned_quickly() {
  constexpr int steps = 200'000;
  Program program;
  for (int i = 0; i < steps; ++i) {
    Buffer buffer;
    buffer.kind = BufferKind::temporary;
    buffer.bytes = 64;
    buffer.first_step = i;
    buffer.last_step = std::min(i + 1, steps - 1);
    program.buffers.push_back(buffer);
  }
  const testing::Effort effort;
  place_temporaries(program);
  // Hang guard.
  QVERIFY2(effort.within(5000), qPrintable(QString("%1 s").arg(effort.seconds())));
  QCOMPARE(program.pool_bytes, 128);
  QCOMPARE(program.unshared_bytes, 64 * steps);
}

NGRAPH_TEST(MemoryPlanTest)
#include "memory_plan_test.moc"
