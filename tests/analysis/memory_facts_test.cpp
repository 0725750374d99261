// SPDX-License-Identifier: Apache-2.0
// Tests facts derived from a memory plan, on a hand-made plan and on those of the samples.
#include "engine/analysis/memory_facts.h"

#include <QtTest>
#include <algorithm>
#include <random>

#include "engine/records/compilation_record.h"
#include "tests/support/compiled_sample.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

BufferRecord buffer(const std::string& name, BufferKind kind, std::int64_t bytes,
                    std::int64_t offset, int first, int last) {
  BufferRecord made;
  made.name = name, made.kind = kind, made.bytes = bytes, made.offset = offset;
  made.first_step = first, made.last_step = last;
  return made;
}

void addStep(CompilationRecord& record, const std::string& kernel, KernelKind kind,
             std::vector<std::string> reads, std::vector<std::string> writes) {
  KernelRecord made;
  made.name = kernel, made.kind = kind;
  made.reads = std::move(reads), made.writes = std::move(writes);
  record.kernels.push_back(std::move(made));
  record.steps.push_back({kernel, kernel, {}});
}

// x -> a -> b -> c -> W: a and c have the same bytes; b is only copied.
CompilationRecord byHand() {
  CompilationRecord record;
  record.buffers = {buffer("x", BufferKind::input, 100, 0, 0, 3),
                    buffer("a", BufferKind::temporary, 100, 0, 0, 1),
                    buffer("b", BufferKind::temporary, 256, 128, 1, 3),
                    buffer("c", BufferKind::temporary, 64, 0, 2, 3),
                    buffer("W", BufferKind::persistent, 64, 0, 0, 3)};
  record.buffers[2].in_place_of = "a";
  addStep(record, "k0", KernelKind::generated, {"x"}, {"a"});
  addStep(record, "k1", KernelKind::generated, {"a"}, {"b"});
  addStep(record, "copy", KernelKind::copy, {"b"}, {"c"});
  addStep(record, "k2", KernelKind::generated, {"c"}, {"W"});
  record.peak_bytes = 384, record.unshared_bytes = 448;
  return record;
}

using Ints = std::vector<int>;
using Words = std::vector<std::string>;

}  // namespace

class MemoryFactsTest : public QObject {
  Q_OBJECT

 private slots:
  void writersAndReaders();
  void liveBuffers();
  void tenantsOfTheSameBytes();
  void tenantsAmongMany();
  void flags();
  void changesBetweenPlans();
  void plansOfSamplesHold_data();
  void plansOfSamplesHold();
  void lifetimesSaveMemory();
};

void MemoryFactsTest::writersAndReaders() {
  const MemoryFacts facts = memory_facts(byHand());
  QCOMPARE(facts.buffers[1].writers, Ints({0}));
  QCOMPARE(facts.buffers[1].readers, Ints({1}));
  QCOMPARE(facts.buffers[4].writers, Ints({3}));
  QVERIFY(facts.buffers[0].writers.empty());
}

void MemoryFactsTest::liveBuffers() {
  const CompilationRecord record = byHand();
  const MemoryFacts facts = memory_facts(record);
  QCOMPARE(facts.alive_bytes, (std::vector<std::int64_t>{128, 384, 320, 320}));
  QCOMPARE(facts.peak_step, 1);
  QCOMPARE(facts.peak_alive, std::int64_t{384});
  QCOMPARE(alive_at(record, 1), Ints({2, 1}));  // largest first
  QCOMPARE(alive_at(record, 3), Ints({2, 3}));
}

void MemoryFactsTest::tenantsOfTheSameBytes() {
  const CompilationRecord record = byHand();
  const Tenancy tenancy(record);
  QCOMPARE(tenancy.after(1), Ints({3}));
  QCOMPARE(tenancy.before(3), Ints({1}));
  QVERIFY(tenancy.before(2).empty());
  QVERIFY(tenancy.after(0).empty());  // an input shares with no other buffer
}

// Compared with a search over every pair of buffers.
void MemoryFactsTest::tenantsAmongMany() {
  std::mt19937 random(7);
  CompilationRecord record;
  for (int i = 0; i < 300; ++i) {
    BufferRecord buffer;
    buffer.kind = i % 5 ? BufferKind::temporary : BufferKind::input;
    buffer.offset = static_cast<std::int64_t>(random() % 40) * 64;
    buffer.bytes = static_cast<std::int64_t>(random() % 6) * 64;
    buffer.first_step = static_cast<int>(random() % 50);
    buffer.last_step = buffer.first_step + static_cast<int>(random() % 9);
    record.buffers.push_back(buffer);
  }
  const Tenancy tenancy(record);
  std::size_t found = 0;
  for (int i = 0; i < 300; ++i) {
    const BufferRecord& own = record.buffers[static_cast<std::size_t>(i)];
    std::vector<std::pair<int, int>> expected;  // distance in steps, index
    for (int k = 0; k < 300; ++k) {
      const BufferRecord& other = record.buffers[static_cast<std::size_t>(k)];
      const bool shares =
          other.offset < own.offset + own.bytes && own.offset < other.offset + other.bytes;
      if (i != k && is_temporary(own) && is_temporary(other) && shares &&
          other.last_step < own.first_step)
        expected.emplace_back(own.first_step - other.last_step, k);
    }
    std::sort(expected.begin(), expected.end());
    const Ints before = tenancy.before(i);
    QCOMPARE(before.size(), expected.size());
    for (std::size_t k = 0; k < before.size(); ++k) {
      QCOMPARE(before[k], expected[k].second);
      const Ints after = tenancy.after(before[k]);
      QVERIFY(std::find(after.begin(), after.end(), i) != after.end());
    }
    found += before.size();
  }
  QVERIFY(found > 500);
}

void MemoryFactsTest::flags() {
  const CompilationRecord record = byHand();
  const MemoryFacts facts = memory_facts(record);
  QCOMPARE(flag_texts(record, facts, 2),
           Words({"freed 1 step late", "could alias a", "is only copied"}));
  QVERIFY(flag_texts(record, facts, 3).empty());
  QCOMPARE(facts.buffers[1].padding, std::int64_t{28});
}

void MemoryFactsTest::changesBetweenPlans() {
  const CompilationRecord before = byHand();
  CompilationRecord after = byHand();
  QVERIFY(compare_plans(before, after).empty());
  after.buffers[2].bytes = 512;
  after.buffers.erase(after.buffers.begin() + 1);
  after.buffers.push_back(buffer("d", BufferKind::temporary, 64, 0, 0, 0));
  const std::vector<PlanChange> changes = compare_plans(before, after);
  QCOMPARE(changes.size(), std::size_t{3});
  QCOMPARE(changes[0].bytes, std::int64_t{256});  // b grew
  QCOMPARE(changes[1].bytes, std::int64_t{-100});
  QVERIFY(!changes[1].after);
  QVERIFY(!changes[2].before);
}

void MemoryFactsTest::plansOfSamplesHold_data() {
  QTest::addColumn<QString>("sample");
  for (const char* sample : {"05_logistic_part2", "06_mlp", "08_convnet", "09_lstm"}) {
    QTest::newRow(sample) << sample;
  }
}

// Live temporaries do not overlap and fit the pool, and every temporary is written before it is
// read.
void MemoryFactsTest::plansOfSamplesHold() {
  QFETCH(QString, sample);
  const CompilationRecordPtr record = testing::compiled_sample(sample.toStdString());
  const MemoryFacts facts = memory_facts(*record);
  QVERIFY(facts.peak_alive > 0);
  QVERIFY(facts.peak_alive <= record->peak_bytes);
  QVERIFY(record->peak_bytes <= record->unshared_bytes);
  for (std::size_t step = 0; step < facts.alive_bytes.size(); ++step) {
    std::vector<int> alive = alive_at(*record, static_cast<int>(step));
    std::sort(alive.begin(), alive.end(), [&](int a, int b) {
      return record->buffers[static_cast<std::size_t>(a)].offset <
             record->buffers[static_cast<std::size_t>(b)].offset;
    });
    for (std::size_t i = 1; i < alive.size(); ++i) {
      const BufferRecord& below = record->buffers[static_cast<std::size_t>(alive[i - 1])];
      const BufferRecord& above = record->buffers[static_cast<std::size_t>(alive[i])];
      QVERIFY2(below.offset + below.bytes <= above.offset, above.name.c_str());
    }
  }
  for (std::size_t i = 0; i < record->buffers.size(); ++i) {
    const BufferRecord& each = record->buffers[i];
    const BufferFacts& own = facts.buffers[i];
    if (!is_temporary(each) || own.readers.empty() || own.writers.empty()) continue;
    QVERIFY2(own.writers.front() <= own.readers.front(), each.name.c_str());
    // A buffer that is overwritten ends one step before its last reader.
    const bool over = each.reason.find("over it") != std::string::npos;
    QVERIFY2(own.readers.back() <= each.last_step + (over ? 1 : 0), each.name.c_str());
  }
}

void MemoryFactsTest::lifetimesSaveMemory() {
  const CompilationRecordPtr with = testing::compiled_sample("06_mlp"),
                             without = testing::compiled_sample("06_mlp", "liveness");
  QVERIFY(with->peak_bytes < without->peak_bytes);
  QVERIFY(!compare_plans(*without, *with).empty());
  const MemoryFacts facts = memory_facts(*without);
  const bool late = std::any_of(facts.buffers.begin(), facts.buffers.end(),
                                [](const BufferFacts& each) { return each.freed_late > 0; });
  QVERIFY(late);
  const auto inPlace = [](const CompilationRecordPtr& record) {
    return std::count_if(record->buffers.begin(), record->buffers.end(),
                         [](const BufferRecord& each) { return !each.in_place_of.empty(); });
  };
  QVERIFY(inPlace(testing::compiled_sample("06_mlp", "memory_plan")) > 0);
  QCOMPARE(inPlace(with), 0);
}

NGRAPH_TEST(MemoryFactsTest, QCoreApplication)
#include "memory_facts_test.moc"
