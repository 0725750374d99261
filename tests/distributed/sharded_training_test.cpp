// SPDX-License-Identifier: Apache-2.0
// Tests training divided among ranks: losses and weights are those of one process, for every kind
// of model, along its batch, along axes of its weights, and along two axes at once.
#include <QtTest>

#include "tests/support/ranked_training.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::testing;

class ShardedTrainingTest : public QObject {
  Q_OBJECT
 private slots:
  void documents_data();
  void documents();
  void transformer_block_data();
  void transformer_block();
};

void ShardedTrainingTest::documents_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("axes");
  const auto add = [](const char* name, std::initializer_list<const char*> all) {
    for (const char* axes : all)
      QTest::addRow("%s, %s", name, axes) << QString(name) << QString(axes);
  };
  add("06_mlp", {"N=2", "N=3", "N=4", "K=2", "K=4", "H=2", "N=2,K=2"});
  add("08_convnet", {"N=2", "N=3", "N=4", "K1=2", "K2=3", "N=2,K2=2"});
  add("09_lstm", {"N=2", "N=3", "N=4", "H=2", "N=2,H=2"});
}

void ShardedTrainingTest::documents() {
  QFETCH(QString, name);
  QFETCH(QString, axes);
  const Document document = small_sample(name);
  const auto found = on_ranks(mesh_axes(axes.toStdString()), [&](const CompileOptions& options) {
    return train(document, options);
  });
  const QString wrong = difference_of(found[0], train(document, {}));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void ShardedTrainingTest::transformer_block_data() {
  QTest::addColumn<QString>("axes");
  for (const char* axes : {"N=2", "N=3", "N=4", "A=2", "F=4", "E=2", "S=2", "N=2,A=2", "N=2,F=2"})
    QTest::addRow("%s", axes) << QString(axes);
}

void ShardedTrainingTest::transformer_block() {
  QFETCH(QString, axes);
  const Training block = Block().trained();
  const auto found = on_ranks(mesh_axes(axes.toStdString()),
                              [&](const CompileOptions& options) { return train(block, options); });
  const QString wrong = difference_of(found[0], train(block, {}));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

NGRAPH_TEST(ShardedTrainingTest)
#include "sharded_training_test.moc"
