// SPDX-License-Identifier: Apache-2.0
// Tests `ngraph scale`: rows, bytes and refusals. Times differ from run to run: only what does not
// depend on them is checked.
#include <QJsonArray>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const QString mlp = "sample_graphs/06_mlp.ngraph";

QStringList scale(const QStringList& more) {
  return QStringList{"scale", mlp, "--calls", "2"} + more;
}

QJsonObject row(const QJsonObject& found, int index) {
  return found["rows"][index].toObject();
}

}  // namespace

class ScaleTest : public QObject {
  Q_OBJECT
 private slots:
  void weak_scaling_reaches_all_ranks();
  void exchanges_follow_the_links();
  void strong_scaling_ends_with_the_axis();
  void other_axes_keep_their_ranks();
  void the_table_has_a_row_for_each_number();
  void stages_have_rows();
  void unusable_options_are_refused();
};

void ScaleTest::weak_scaling_reaches_all_ranks() {
  const QJsonObject found = json(scale({"--parallel", "N", "--weak"}));
  QCOMPARE(found["axis"], "N");
  QCOMPARE(found["length"], 64);
  QCOMPARE(found["note"], "");
  QCOMPARE(found["rows"].toArray().size(), 15);
  QCOMPARE(row(found, 0)["sent_bytes"], 0);
  QCOMPARE(row(found, 0)["efficiency"], 1);
  double exchange = 0;
  for (int i = 0; i < 15; ++i) {
    QCOMPARE(row(found, i)["ranks"], 1 << i);
    QCOMPARE(row(found, i)["length"], 64 << i);
    QVERIFY(row(found, i)["microseconds"].toDouble() > 0);
    QVERIFY(row(found, i)["exchange_microseconds"].toDouble() > exchange - 1e-9);
    exchange = row(found, i)["exchange_microseconds"].toDouble();
  }
  // 2 (n - 1) / n of the gradients: of many ranks almost twice what two send.
  const double ratio =
      row(found, 14)["sent_bytes"].toDouble() / row(found, 1)["sent_bytes"].toDouble();
  QVERIFY2(ratio > 1.999 && ratio < 2, qPrintable(QString::number(ratio)));
}

// One message of two ranks: its latency, and its bytes at 1 GB/s.
void ScaleTest::exchanges_follow_the_links() {
  const QJsonObject found =
      json(scale({"--parallel", "N", "--weak", "--ranks", "2", "--latency", "0", "--link", "1"}));
  QCOMPARE(found["rows"].toArray().size(), 1);
  QCOMPARE(row(found, 0)["latency_microseconds"], 0);
  const double bytes = row(found, 0)["sent_bytes"].toDouble();
  QVERIFY(bytes > 4 * 28 * 28 * 100);
  QCOMPARE(row(found, 0)["transfer_microseconds"].toDouble(), bytes / 1000);
}

void ScaleTest::strong_scaling_ends_with_the_axis() {
  const QJsonObject found = json(scale({"--parallel", "N", "--ranks", "2,64,128"}));
  QCOMPARE(row(found, 0)["length"], 64);
  QVERIFY(row(found, 1)["microseconds"].toDouble() > 0);
  QCOMPARE(row(found, 2)["reason"], "N 64 cannot be divided by 128");
  QVERIFY(!row(found, 2).contains("microseconds"));
}

void ScaleTest::other_axes_keep_their_ranks() {
  const QJsonObject found =
      json({"scale", "sample_graphs/03_logistic_part1.ngraph", "--computation", "train",
            "--parallel", "N,C=2", "--weak", "--calls", "2", "--ranks", "2,4"});
  QCOMPARE(row(found, 0)["ranks"], 2);
  QCOMPARE(row(found, 1)["length"].toInt(), 2 * row(found, 0)["length"].toInt());
  QVERIFY(row(found, 0)["sent_bytes"].toInt() > 0);
  QVERIFY(row(found, 1)["sent_bytes"].toInt() > row(found, 0)["sent_bytes"].toInt());
}

void ScaleTest::the_table_has_a_row_for_each_number() {
  const QString text = ngraph(scale({"--parallel", "N", "--weak", "--ranks", "1,1024"})).out;
  QVERIFY2(text.contains("N 64 on each rank"), qPrintable(text));
  QVERIFY2(text.contains("\n1,024 "), qPrintable(text));
  QVERIFY2(text.contains("bound by"), qPrintable(text));
}

void ScaleTest::stages_have_rows() {
  const QJsonObject found = json(scale({"--stages", "2", "--micro-batches", "8"}));
  QCOMPARE(found["ranks"], 2);
  QCOMPARE(found["micro_batches"], 8);
  QCOMPARE(found["bubble"].toDouble(), 1.0 / 9);
  QCOMPARE(found["stages"].toArray().size(), 2);
  for (const QJsonValue& stage : found["stages"].toArray()) {
    QVERIFY(stage["compute_microseconds"].toDouble() > 0);
    QVERIFY(stage["sent_bytes"].toInt() > 0);
    QVERIFY(found["microseconds"].toDouble() >= stage["compute_microseconds"].toDouble());
  }
  const QJsonObject both = json(scale({"--stages", "2", "--parallel", "N=2"}));
  QCOMPARE(both["ranks"], 4);
  QCOMPARE(both["micro_batches"], 4);
  // The first stage also combines the gradients of its ranks.
  QVERIFY(both["stages"][0]["sent_bytes"].toInt() > found["stages"][0]["sent_bytes"].toInt());
  const QString text = ngraph(scale({"--stages", "2"})).out;
  QVERIFY2(text.contains("2 stages, 4 micro-batches, 2 ranks"), qPrintable(text));
  checkExit(scale({"--stages", "2", "--parallel", "N"}), 2, {"N=2"});
  checkExit(scale({"--stages", "2", "--weak"}), 2, {"--weak"});
}

void ScaleTest::unusable_options_are_refused() {
  checkExit(scale({}), 2, {"--parallel N"});
  checkExit(scale({"--parallel", "N=2"}), 2, {"without a number"});
  checkExit(scale({"--parallel", "N", "--ranks", "2,x"}), 2, {"'x'", "16384"});
  checkExit(scale({"--parallel", "N,H=4", "--ranks", "6"}), 2, {"that 4 divides"});
  checkExit(scale({"--parallel", "Q"}), 3, {"along Q", "ngraph axes"});
  checkExit(scale({"--parallel", "N", "--link", "0"}), 2, {"--link"});
}

NGRAPH_TEST(ScaleTest)
#include "scale_test.moc"
