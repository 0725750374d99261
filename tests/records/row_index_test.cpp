// SPDX-License-Identifier: Apache-2.0
// Tests finding rows by key from any thread; a changed copy finds its own rows.
#include <QtTest>
#include <atomic>
#include <thread>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/test_program.h"

using namespace ng;

class RowIndexTest : public QObject {
  Q_OBJECT

 private slots:
  void opsAreFoundByTheirIds();
  void kernelsAreFoundByTheirNames();
  void copiesHaveTheirOwn();
  void threadsMayAskAtOnce();
};

static GraphRecord graph(std::size_t ops) {
  GraphRecord made;
  for (std::size_t i = 0; i < ops; ++i) {
    OpRecord op;
    op.id = (i * 7919) % 100003 + 1;  // unordered
    op.name = "op_" + std::to_string(op.id);
    made.ops.push_back(op);
  }
  return made;
}

void RowIndexTest::opsAreFoundByTheirIds() {
  const GraphRecord record = graph(1000);
  for (const OpRecord& op : record.ops) QCOMPARE(record.find(op.id), &op);
  QCOMPARE(record.find(0), nullptr);
  QCOMPARE(record.find(200000), nullptr);
  QCOMPARE(GraphRecord().find(1), nullptr);
}

void RowIndexTest::kernelsAreFoundByTheirNames() {
  CompilationRecord record;
  for (const char* name : {"k1", "k0", "copy", "k0"}) {
    record.kernels.emplace_back();
    record.kernels.back().name = name;
  }
  QCOMPARE(record.kernel("copy"), &record.kernels[2]);
  QCOMPARE(record.kernel("k0"), &record.kernels[1]);  // the first of two
  QCOMPARE(record.kernel("k"), nullptr);
}

void RowIndexTest::copiesHaveTheirOwn() {
  const GraphRecord first = graph(10);
  QVERIFY(first.find(first.ops[3].id));
  GraphRecord second = first;
  second.ops.edit(3).id = 500000;
  QCOMPARE(second.find(500000), &second.ops[3]);
  QCOMPARE(second.find(first.ops[3].id), nullptr);
  GraphRecord third;
  QCOMPARE(third.find(500000), nullptr);
  third = second;
  QCOMPARE(third.find(500000), &third.ops[3]);
  OpRecord more;  // more rows than were indexed
  more.id = 600000;
  third.ops.push_back(more);
  QCOMPARE(third.find(600000), &third.ops[10]);
}

void RowIndexTest::threadsMayAskAtOnce() {
  for (int round = 0; round < 20; ++round) {
    const GraphRecord record = graph(2000);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        for (const OpRecord& op : record.ops) wrong += record.find(op.id) != &op;
      });
    for (std::thread& thread : threads) thread.join();
    QCOMPARE(wrong.load(), 0);
  }
}

NGRAPH_TEST(RowIndexTest)
#include "row_index_test.moc"
