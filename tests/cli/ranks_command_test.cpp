// SPDX-License-Identifier: Apache-2.0
// Tests that `ngraph memory` lists the memory of every rank of a divided program.
#include <QJsonArray>

#include "tests/cli/ngraph_command.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

class RanksCommandTest : public QObject {
  Q_OBJECT
 private slots:
  void every_stage_has_its_memory();
  void ranks_with_parts_have_less();
  void one_process_has_no_ranks();

 private:
  const QString mlp_ = testing::sourceFile("sample_graphs/06_mlp.ngraph");
};

// The sums are those of the plan of each stage.
void RanksCommandTest::every_stage_has_its_memory() {
  const QString text = ngraph({"memory", mlp_, "--parallel", "N=2", "--stages", "2"}).out;
  for (const char* rank : {"rank 0, stage 0: temporaries ", "rank 3, stage 1: temporaries "})
    QVERIFY2(text.contains(rank), qPrintable(text));
  for (int stage = 0; stage < 2; ++stage) {
    const QJsonObject found = json(
        {"memory", mlp_, "--parallel", "N=2", "--stages", "2", "--stage", QString::number(stage)});
    const QJsonArray ranks = found["ranks"].toArray();
    QCOMPARE(ranks.size(), 4);
    double other = 0;
    for (const QJsonValue& buffer : found["buffers"].toArray())
      if (buffer["kind"].toString() != "temporary") other += buffer["bytes"].toDouble();
    for (int rank = stage; rank < 4; rank += 2) {
      QCOMPARE(ranks[rank]["rank"].toInt(), rank);
      QCOMPARE(ranks[rank]["stage"].toInt(), stage);
      QCOMPARE(ranks[rank]["peak_bytes"], found["peak_bytes"]);
      QCOMPARE(ranks[rank]["other_bytes"].toDouble(), other);
      QCOMPARE(ranks[rank]["bytes"].toDouble(), other + found["peak_bytes"].toDouble());
    }
  }
}

void RanksCommandTest::ranks_with_parts_have_less() {
  const auto other = [this](const char* parts) {
    const QJsonArray ranks =
        json({"memory", mlp_, "--parallel", "N=4", "--shard-state", parts})["ranks"].toArray();
    return ranks.size() == 4 ? ranks[3]["other_bytes"].toDouble() : 0;
  };
  QVERIFY(other("all") > 0 && other("all") < other("none"));
}

void RanksCommandTest::one_process_has_no_ranks() {
  QVERIFY(!json({"memory", mlp_}).contains("ranks"));
  QVERIFY(!ngraph({"memory", mlp_}).out.contains("rank 0"));
}

NGRAPH_TEST(RanksCommandTest)
#include "ranks_command_test.moc"
