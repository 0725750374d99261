// SPDX-License-Identifier: Apache-2.0
// Tests `ngraph diff`: the summary, tensors, renamed ops, captures, and files of two kinds.
#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>

#include "engine/formats/tensors/npy.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const QString document = "sample_graphs/06_mlp.ngraph";
const QString model = "tests/onnx/models/mlp.onnx";

}  // namespace

class DiffCommandTest : public QObject {
  Q_OBJECT
 private slots:
  void tensorsHaveTheSizesOfTheirDifferences();
  void arraysOfAPlanAreCompared();
  void renamedOpsAreNoDifference();
  void aModelIsItsDocument();
  void longListsAreCut();
  void capturesHaveMachinesAndTimes();
  void aModelIsComparedWithACheckpoint();

 private:
  QString inFolder(const char* name) const { return folder_.filePath(name); }
  QString edited(const char* name, const char* lines) {
    const QString to = inFolder(name);
    const Ran ran = ngraph({"edit", document, "--do", lines, "--out", to});
    if (ran.code != 0) qWarning("%s", qPrintable(ran.err));
    return to;
  }
  QTemporaryDir folder_;
};

void DiffCommandTest::tensorsHaveTheSizesOfTheirDifferences() {
  const QString one = inFolder("one.ngraph"), other = inFolder("other.ngraph");
  for (const auto& [to, values] :
       {std::pair(one, QString("[1, 2, 3, 4]")), {other, "[1, 2, 3, 5]"}}) {
    const QString line = "v = variable(axes=(N: 4), initial_value=" + values + ")";
    QCOMPARE(ngraph({"edit", to, "--new", "--do", line, "--do", "y = v + 1"}).code, 0);
  }
  const QJsonObject found = json({"diff", one, other}, 1);
  const QJsonArray rows = found["differences"].toArray();
  QCOMPARE(rows.size(), 1);
  const QJsonObject elements = rows.first()["elements"].toObject();
  QCOMPARE(elements["elements"], QJsonValue(4));
  QCOMPARE(elements["differing"], QJsonValue(1));
  QCOMPARE(elements["largest"], QJsonValue(1));
  QCOMPARE(elements["largest_relative"].toDouble(), 0.2);
  const Ran text = ngraph({"diff", one, other});
  QVERIFY2(text.out.contains("1 of 4 elements differ"), qPrintable(text.out));
  QVERIFY2(text.out.startsWith("3 ops match, 0 added, 0 removed, 1 changed"), qPrintable(text.out));
}

void DiffCommandTest::arraysOfAPlanAreCompared() {
  const QDir folder(folder_.path());
  const auto written = [&](const char* name, double last) {
    folder.mkdir(name);
    QFile file(folder.filePath(QString(name) + "/d.ngraph"));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no temporary file");
    file.write(R"({"ngraph": 1, "axes": [{"axis": "N", "length": 4}], "ops": [
      {"id": 1, "op": "placeholder", "name": "x", "attributes":
       {"axes": ["N"], "dtype": "float32"}},
      {"id": 2, "op": "negative", "name": "y", "operands": [1]}],
      "computations": [{"id": 3, "name": "f", "results": [2], "parameters": [1],
                        "returns": "single"}],
      "plan": {"computation": "f", "epochs": 1, "batches": 1,
               "bindings": [{"placeholder": "x", "file": "x.npy"}]}})");
    write_npy(folder.filePath(QString(name) + "/x.npy").toStdString(), Tensor{1, 2, 3, last});
    return file.fileName();
  };
  const QString one = written("one", 4), same = written("same", 4), other = written("other", 5);
  QVERIFY(json({"diff", one, same}, 0)["same"].toBool());
  const QJsonArray rows = json({"diff", one, other}, 1)["differences"].toArray();
  QCOMPARE(rows.size(), 1);
  QCOMPARE(rows.first()["what"].toString(), QString("elements of x"));
  QVERIFY(rows.first()["before"].toString().contains(" (4,), hash "));
  QFile::remove(folder.filePath("same/x.npy"));
  const Ran missing = ngraph({"diff", one, same});
  QCOMPARE(missing.code, 0);
  QVERIFY2(missing.out.contains("elements of x, not compared") &&
               missing.out.contains("x.npy was not read"),
           qPrintable(missing.out));
}

void DiffCommandTest::renamedOpsAreNoDifference() {
  const QString renamed = edited("renamed.ngraph", "rename(hidden, \"layer\")");
  const QJsonObject found = json({"diff", document, renamed});
  QVERIFY(found["same"].toBool());
  QCOMPARE(found["renamed"].toArray().size(), 1);
  QCOMPARE(found["renamed"].toArray().first()["after"], QJsonValue("layer"));
  const Ran text = ngraph({"diff", document, renamed, "--names"});
  QVERIFY2(text.out.startsWith("no differences: ") && text.out.contains("1 renamed"),
           qPrintable(text.out));
  QVERIFY2(text.out.contains("hidden  layer"), qPrintable(text.out));
}

void DiffCommandTest::aModelIsItsDocument() {
  const QString made = inFolder("made.ngraph");
  QCOMPARE(ngraph({"convert", model, made}).code, 0);
  const QJsonObject found = json({"diff", model, made});
  QVERIFY(found["same"].toBool());
}

void DiffCommandTest::longListsAreCut() {
  const QString few = inFolder("few.ngraph"), many = inFolder("many.ngraph");
  QCOMPARE(ngraph({"generate", few, "--ops", "40"}).code, 0);
  QCOMPARE(ngraph({"generate", many, "--ops", "900"}).code, 0);
  const Ran cut = ngraph({"diff", few, many}), all = ngraph({"diff", few, many, "--all"});
  QVERIFY2(cut.out.contains("more: --all lists them"), qPrintable(cut.out));
  QVERIFY(!all.out.contains("--all"));
  QVERIFY(all.out.size() > 4 * cut.out.size());
  QVERIFY2(cut.out.contains("ops by block"), qPrintable(cut.out));
}

void DiffCommandTest::capturesHaveMachinesAndTimes() {
  const QString first = inFolder("a.ngcap"), second = inFolder("b.ngcap");
  for (const QString& path : {first, second})
    QCOMPARE(
        ngraph({"capture", "sample_graphs/05_logistic_part2.ngraph", path, "--calls", "2"}).code,
        0);
  const QJsonObject found = json({"diff", first, second});  // times are no difference
  QVERIFY(found["values"]["compared"].toInt() > 0);
  QStringList facts;
  for (const QJsonValue& fact : found["facts"].toArray()) facts << fact["what"].toString();
  for (const char* fact : {"transformer", "threads", "ngraph"})
    QVERIFY2(facts.contains(fact), qPrintable(facts.join(' ')));
  const QJsonArray times = found["times"].toArray();
  QVERIFY(!times.isEmpty());
  for (const QJsonValue& row : times) {
    QCOMPARE(row["kernels_a"], row["kernels_b"]);
    QVERIFY(!row["name"].toString().isEmpty());
    QVERIFY(row["before"].toDouble() > 0);
    QVERIFY(
        qFuzzyCompare(row["ratio"].toDouble(), row["after"].toDouble() / row["before"].toDouble()));
  }
}

void DiffCommandTest::aModelIsComparedWithACheckpoint() {
  const QString weights = inFolder("w.npz");
  QCOMPARE(ngraph({"checkpoint", "convert", model, weights, "--rename", "*=net.*"}).code, 0);
  const QJsonObject found = json({"diff", model, weights});
  QVERIFY(found["equal"].toBool());
  for (const QJsonValue& row : found["changes"].toArray())
    QVERIFY2(row["paired_by"] == "rule", qPrintable(row["name"].toString()));
}

NGRAPH_TEST(DiffCommandTest)
#include "diff_command_test.moc"
