// SPDX-License-Identifier: Apache-2.0
// Tests training cut into stages: losses and weights are those of one process, for every kind of
// model, numbers of stages and of micro-batches, and together with ranks that divide the batch.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/documents/checkpoint.h"
#include "tests/support/ranked_training.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::testing;

namespace {

struct Case {
  const char* axes;
  int micro_batches;
};

constexpr Case cases[] = {{"stages=2", 0},     {"stages=2", 1},     {"stages=2", 6},
                          {"stages=3", 4},     {"stages=4", 0},     {"stages=4", 12},
                          {"N=2,stages=2", 3}, {"N=2,stages=3", 2}, {"stages=1", 4}};

void add_cases(const char* name) {
  for (const Case& each : cases)
    QTest::addRow("%s, %s, %d micro-batches", name, each.axes, each.micro_batches)
        << QString(name) << QString(each.axes) << each.micro_batches;
}

// "N=2,stages=3".
std::vector<MeshAxis> axes_of(const QString& text) {
  std::vector<MeshAxis> axes;
  for (const QString& part : text.split(','))
    axes.push_back({part.section('=', 0, 0).toStdString(), part.section('=', 1, 1).toInt()});
  return axes;
}

}  // namespace

class StagedTrainingTest : public QObject {
  Q_OBJECT
 private slots:
  void state_without_readers_is_saved_data();
  void state_without_readers_is_saved();
  void models_data();
  void models();
  void stages_keep_their_state();
  void ranks_of_a_stage_divide_its_state();
};

void StagedTrainingTest::state_without_readers_is_saved_data() {
  QTest::addColumn<QString>("axes");
  for (const char* axes : {"stages=2", "stages=3", "N=2,stages=2"})
    QTest::addRow("%s", axes) << QString(axes);
}

// Passes remove its only reader, also on the stage that keeps it: the others still exchange it.
// With one micro-batch nothing comes after the reader that would wait for it.
void StagedTrainingTest::state_without_readers_is_saved() {
  QFETCH(QString, axes);
  const Block block;
  const Op read_only = variable(Axes(block.e), 0.25).named("read_only");
  Training net = block.trained_by([&](const Op&, const std::vector<Op>&) {
    return std::vector<Op>{doall({mean(dot(block.x, read_only), out_axes({}))})};
  });
  Trained expected = train(net, CompileOptions());
  expected.state["read_only"] = Tensor::from(DType::f32, {8}, std::vector<double>(8, 0.25));
  net.state.push_back(read_only);
  QTemporaryDir folder;
  const std::string path = folder.filePath("staged.safetensors").toStdString();
  const std::vector<Trained> found = on_ranks(axes_of(axes), [&](CompileOptions options) {
    options.passes.micro_batches = 1;
    return train(net, options, {}, path);
  });
  QCOMPARE(difference_of(found[0], expected), QString());
  QCOMPARE(read_checkpoint(path).tensors.size(), net.state.size());
}

void StagedTrainingTest::models_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("axes");
  QTest::addColumn<int>("micro_batches");
  for (const char* name : {"06_mlp", "08_convnet", "09_lstm", "transformer block"}) add_cases(name);
}

void StagedTrainingTest::models() {
  QFETCH(QString, name);
  QFETCH(QString, axes);
  QFETCH(int, micro_batches);
  const auto compared = [&](const auto& net) {
    const Trained expected = train(net, CompileOptions());
    const std::vector<Trained> found = on_ranks(axes_of(axes), [&](CompileOptions options) {
      options.passes.micro_batches = micro_batches;
      return train(net, options);
    });
    return difference_of(found[0], expected);
  };
  const QString wrong =
      name == "transformer block" ? compared(Block().trained()) : compared(small_sample(name));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

// Together, the stages keep as much state as one process.
void StagedTrainingTest::stages_keep_their_state() {
  const Training net = Block().trained();
  const std::int64_t whole = train(net, CompileOptions()).state_bytes;
  const std::vector<Trained> found = on_ranks(
      axes_of("stages=3"), [&](const CompileOptions& options) { return train(net, options); });
  std::int64_t sum = 0;
  for (const Trained& stage : found) {
    QVERIFY(stage.state_bytes < whole);
    sum += stage.state_bytes;
  }
  QCOMPARE(sum, whole);
}

void StagedTrainingTest::ranks_of_a_stage_divide_its_state() {
  const Training net = Block().trained();
  const Trained expected = train(net, CompileOptions());
  const std::vector<Trained> found = on_ranks(axes_of("N=2,stages=2"), [&](CompileOptions options) {
    options.passes.shard_state = ShardState::all;
    return train(net, options);
  });
  const QString wrong = difference_of(found[0], expected);
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  QVERIFY(found[0].state_bytes < expected.state_bytes);
}

NGRAPH_TEST(StagedTrainingTest)
#include "staged_training_test.moc"
