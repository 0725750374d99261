// SPDX-License-Identifier: Apache-2.0
// Tests that the graphs of passes share the records of unchanged ops and report the same as
// separate records; texts are generated when read.
#include <QtTest>
#include <atomic>
#include <thread>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/json/record_json.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/graph_record.h"
#include "tests/support/test_program.h"
#include "tests/support/training_graphs.h"

using namespace ng;

class SharedRecordsTest : public QObject {
  Q_OBJECT

 private slots:
  void sharedRecordsAreThoseOfEachGraphAlone();
  void anOpIsFoundInItsKernelAndBuffer();
  void textsAreMadeOnce();
  void aRowIsEditedInOneListAlone();
};

void SharedRecordsTest::sharedRecordsAreThoseOfEachGraphAlone() {
  std::size_t rows = 0, shared = 0;
  for (const TriedComputation& tried : all_tried_computations()) {
    const TransformerPtr transformer = allocate_transformer("cpu");
    CompileOptions options;
    options.keep_record = true;
    const Computation computation = transformer->add_computation(tried.computation, options);
    const Compilation& compilation = computation.compilation();
    const CompilationRecordPtr record = make_record(compilation);
    for (std::size_t i = 0; i < compilation.passes.size(); ++i) {
      const PassResult& result = compilation.passes[i];
      const PassRecord& pass = record->passes[i];
      if (pass.phase == PassPhase::program) {
        QVERIFY(pass.after == pass.before);
        continue;
      }
      GraphRecorder alone(compilation.passes.front().before);
      QVERIFY2(to_json(*pass.after) == to_json(*alone.record(result.after)),
               (tried.name + ": " + pass.name).c_str());
      QCOMPARE(pass.text_after.str(), print(result.after));
      if (!result.changed) QVERIFY(pass.after == pass.before);
      if (!result.changed) continue;
      rows += pass.after->ops.size();
      for (const OpRecord& op : pass.after->ops) shared += pass.before->find(op.id) == &op;
    }
  }
  QVERIFY2(rows > 1000, "the samples are missing");
  QVERIFY2(shared > rows / 4, qPrintable(QString("%1 of %2").arg(shared).arg(rows)));
}

void SharedRecordsTest::anOpIsFoundInItsKernelAndBuffer() {
  CompilationRecord record;
  for (const OpId first : {OpId{10}, OpId{20}}) {
    KernelRecord kernel;
    kernel.id = first;
    kernel.ops = {first + 1, 15};
    record.kernels.push_back(kernel);
    BufferRecord buffer;
    buffer.values = {first + 1, 16};
    record.buffers.push_back(buffer);
  }
  // 30 was fused into the second kernel: of its members, 31 is computed nowhere and 21 there.
  const auto graph = std::make_shared<GraphRecord>();
  for (const OpId id : {30, 31, 21}) {
    OpRecord op;
    op.id = id;
    op.kernel = id == 30 ? 0 : 30;
    graph->ops.push_back(op);
  }
  record.passes.emplace_back();
  record.passes.back().before = record.passes.back().after = graph;
  QCOMPARE(record.kernel_of(11), &record.kernels[0]);
  QCOMPARE(record.kernel_of(20), &record.kernels[1]);
  QCOMPARE(record.kernel_of(15), &record.kernels[0]);  // the first of two
  QCOMPARE(record.kernel_of(30), &record.kernels[1]);
  QCOMPARE(record.kernel_of(31), nullptr);
  QCOMPARE(record.buffer_of(21), &record.buffers[1]);
  QCOMPARE(record.buffer_of(16), &record.buffers[0]);
  QCOMPARE(record.buffer_of(15), nullptr);
}

void SharedRecordsTest::textsAreMadeOnce() {
  std::atomic<int> made = 0;
  const LazyText text([&made] {
    ++made;
    return std::string("a = add(x, y)");
  });
  const LazyText copy = text;
  QCOMPARE(made.load(), 0);
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) readers.emplace_back([&copy] { (void)copy.str(); });
  for (std::thread& reader : readers) reader.join();
  QCOMPARE(text.str(), std::string("a = add(x, y)"));
  QCOMPARE(made.load(), 1);
  QVERIFY(text.is(copy));
  QVERIFY(!text.is(LazyText(text.str())));
  QCOMPARE(LazyText().str(), std::string());
}

void SharedRecordsTest::aRowIsEditedInOneListAlone() {
  const SharedRows<int> first = std::vector<int>{3, 1, 4};
  SharedRows<int> second = first;
  second.edit(1) = 5;
  QCOMPARE(first[1], 1);
  QCOMPARE(std::vector<int>(second.begin(), second.end()), (std::vector<int>{3, 5, 4}));
  QCOMPARE(&first[0], &second[0]);
  QCOMPARE(std::vector<int>(second.rbegin(), second.rend()), (std::vector<int>{4, 5, 3}));
}

NGRAPH_TEST(SharedRecordsTest)
#include "shared_records_test.moc"
