// SPDX-License-Identifier: Apache-2.0
// Tests training cut into stages: losses and weights are those of one process, for every kind of
// model, numbers of stages and of micro-batches, and together with ranks that divide the batch.
#include <QtTest>

#include "tests/distributed/ranked_training.h"
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
                          {"stages=2,N=2", 3}, {"stages=3,N=2", 2}, {"stages=1", 4}};

void add_cases(const char* name) {
  for (const Case& each : cases)
    QTest::addRow("%s, %s, %d micro-batches", name, each.axes, each.micro_batches)
        << QString(name) << QString(each.axes) << each.micro_batches;
}

PassOptions with(int micro_batches) {
  PassOptions options;
  options.micro_batches = micro_batches;
  return options;
}

}  // namespace

class StagedTrainingTest : public QObject {
  Q_OBJECT
 private slots:
  void models_data();
  void models();
};

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
  const PassOptions passes = with(micro_batches);
  Trained found, expected;
  if (name == "transformer block") {
    Block block;
    const Op step = computation(block.results(), {block.x, block.t}, Returns::list);
    expected = train_block(block, step, nullptr);
    found = on_ranks(axes_of(axes), [&](const std::shared_ptr<RankMesh>& ranks) {
      return train_block(block, step, ranks, passes);
    });
  } else {
    const Document document = sample(name);
    expected = train(document, nullptr);
    found = on_ranks(axes_of(axes), [&](const std::shared_ptr<RankMesh>& ranks) {
      return train(document, ranks, passes);
    });
  }
  const QString wrong = difference_of(found, expected);
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

NGRAPH_TEST(StagedTrainingTest)
#include "staged_training_test.moc"
