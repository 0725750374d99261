// SPDX-License-Identifier: Apache-2.0
// Tests that --length, --batch and fed arrays set open lengths on every command that compiles.
#include <QJsonArray>
#include <QTemporaryDir>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const QString model = "tests/onnx/models/torch_mlp.onnx";

}  // namespace

class LengthsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCommandTakesLengths_data();
  void everyCommandTakesLengths();
  void lengthsOfDocuments();
  void fedArraysSetLengths();
  void savedCompilationsKeepTheirs();
  void aLengthMayBeZero();
  void badLengthsAreRefused();
  void exportsSayWhichStayOpen();

 private:
  QString at(const char* name) const { return folder_.filePath(name); }

  QTemporaryDir folder_;
};

void LengthsTest::everyCommandTakesLengths_data() {
  QTest::addColumn<QStringList>("words");
  const QStringList fed{"--feed", "x=normal(0, 1, seed=7)"};
  const QList<QStringList> all{
      {"info", model},
      {"axes", model},
      {"find", model, "op:dot"},
      {"op", model, "y"},
      {"program", model},
      {"memory", model},
      {"kernels", model},
      {"passes", model},
      {"render", model, at("r.svg")},
      {"convert", model, at("c.ngraph")},
      {"convert", model, at("c.py")},
      {"build", model, "--sources", "--out", at("built")},
      QStringList{"run", model} + fed,
      QStringList{"tensor", model, "y"} + fed,
      QStringList{"profile", model, "--calls", "2"} + fed,
      QStringList{"compare", model} + fed,
      QStringList{"bisect", model} + fed,
      QStringList{"whatif", model, "--set", "x[0, 0]=3"} + fed,
      QStringList{"explain", model, "y[0, 0]"} + fed,
      QStringList{"capture", model, at("c.ngcap"), "--calls", "2"} + fed,
  };
  for (const QStringList& words : all)
    QTest::addRow("%s %s", qPrintable(words[0]), qPrintable(words.value(2).section('/', -1)))
        << words;
}

void LengthsTest::everyCommandTakesLengths() {
  QFETCH(QStringList, words);
  words << "--length" << "batch=3";
  const Ran ran = ngraph(words);
  QVERIFY2(ran.code == 0, qPrintable(shown(words, ran)));
  QVERIFY2(!ran.err.contains("does not set the length"), qPrintable(shown(words, ran)));
}

void LengthsTest::lengthsOfDocuments() {
  const auto length = [](const QStringList& more) {
    const QStringList words = QStringList{"axes", "sample_graphs/05_logistic_part2.ngraph"} + more;
    for (const QJsonValue& axis : json(words)["axes"].toArray())
      if (axis["name"] == "N") return axis["length"].toInt();
    return -1;
  };
  QCOMPARE(length({}), 128);
  QCOMPARE(length({"--batch", "16"}), 16);
  QCOMPARE(length({"--length", "N=5"}), 5);
  // Smaller batches are more, so that an epoch has the same samples.
  const QJsonObject run = json({"run", "sample_graphs/05_logistic_part2.ngraph", "--batch", "16"});
  QCOMPARE(run["iterations"].toInt(), 800);
}

void LengthsTest::fedArraysSetLengths() {
  const QString rows =
      "x=[" + QStringList(3, "[" + QStringList(12, "1").join(',') + "]").join(',') + "]";
  const QJsonObject said = json({"compare", model, "--feed", rows});
  QCOMPARE(said["results"][0]["axes"].toString(), QString("(batch: 3, feature_4: 3)"));
  const QStringList run{"run", "tests/tensorflow/models/mlp.pb", "--feed", rows};
  const Ran ran = ngraph(run);
  QVERIFY2(ran.out.contains("Identity (batch: 3, feature_4: 4)"), qPrintable(shown(run, ran)));
  for (const char* command : {"memory", "program", "axes", "kernels"}) {
    const QStringList words{command, model, "--feed", rows};
    const Ran made = ngraph(words);
    QVERIFY2(made.code == 0 && !made.err.contains("it is 1"), qPrintable(shown(words, made)));
  }
  // Commands that call nothing take the shape.
  const QList<QStringList> shaped{{"info", model},
                                  {"convert", model, at("fed.ngraph")},
                                  {"convert", model, at("fed.py")},
                                  {"build", model, "--sources", "--out", at("fed")}};
  for (QStringList words : shaped) {
    words << "--feed" << rows;
    const Ran made = ngraph(words);
    QVERIFY2(made.code == 0 && !made.err.contains("it is 1"), qPrintable(shown(words, made)));
    words.last() = "x=normal(0, 1)";
    checkExit(words, 2, {"expected an array"});
  }
  for (const QJsonValue& axis : json({"axes", at("fed.ngraph")})["axes"].toArray())
    if (axis["name"] == "batch") QCOMPARE(axis["length"].toInt(), 3);
  checkExit({"info", at("fed.ngraph"), "--feed", "x=[[1, 2]]"}, 3, {"does not fit", "(3, 12)"});
  const QString mlp = "sample_graphs/06_mlp.ngraph";
  checkExit({"info", mlp, "--feed", "X=[1, 2]"}, 3, {"does not fit", "--batch N"});
  checkExit({"info", mlp, "--feed", "Z=[1, 2]"}, 3, {"Z"});
  checkExit({"info", mlp, "--feed", "W1=[1, 2]"}, 3, {"not a placeholder"});
  checkExit({"convert", "tests/onnx/models/mlp.npz", at("a.safetensors"), "--feed", "x=[1]"}, 2,
            {"--feed is for documents"});
  checkExit({"memory", model, "--feed", "X=[1]"}, 3, {"no input 'X'", "did you mean 'x'?"});
  // An option has precedence, and the array then does not fit.
  checkExit(run + QStringList{"--batch", "2"}, 3, {"shape"});
}

void LengthsTest::savedCompilationsKeepTheirs() {
  const QStringList save{"passes", model, "--length", "batch=3", "--save", at("p.ngrec")};
  const Ran saved = ngraph(save);
  QVERIFY2(saved.code == 0, qPrintable(shown(save, saved)));
  checkExit({"memory", at("p.ngrec"), "--length", "batch=4"}, 2, {"--length compiles again"});
}

void LengthsTest::aLengthMayBeZero() {
  const QJsonObject said = json({"info", model, "--length", "batch=0"});
  QCOMPARE(said["error"].toObject(), QJsonObject());
  const QStringList run{"run", model, "--length", "batch=0"};
  const Ran ran = ngraph(run);
  QVERIFY2(ran.code == 0, qPrintable(shown(run, ran)));
  QVERIFY2(ran.out.contains("(batch: 0, feature_4: 3)\n[]"), qPrintable(ran.out));
  const QString document = "sample_graphs/06_mlp.ngraph";
  QCOMPARE(json({"memory", document, "--length", "N=0"})["error"].toObject(), QJsonObject());
  checkExit({"info", document, "--length", "N=-1"}, 2, {"-1 is not a length"});
}

void LengthsTest::badLengthsAreRefused() {
  checkExit({"info", model, "--length", "batch=many"}, 2, {"many is not a length"});
  checkExit({"convert", "tests/onnx/models/mlp.npz", at("a.safetensors"), "--batch", "2"}, 2,
            {"--batch is for documents"});
  checkExit({"info", model, "--length", "nothing=3"}, 3, {"no open dimension 'nothing'", "batch"});
}

// A length that stays open has no note that it is 1.
void LengthsTest::exportsSayWhichStayOpen() {
  const QStringList words{"convert", "tests/onnx/models/steps.onnx", at("open.onnx")};
  const Ran ran = ngraph(words);
  QVERIFY2(!ran.err.contains("'batch'"), qPrintable(shown(words, ran)));
  QCOMPARE(ran.err.count("'sequence'"), 1);
  const QJsonObject said = json(words);
  QCOMPARE(said["computation"].toString(), QString("inference"));
  QCOMPARE(said["open"].toArray(), QJsonArray{"batch"});
  const QJsonArray set = said["set"].toArray();
  QCOMPARE(set.size(), 1);
  QCOMPARE(set[0]["name"].toString(), QString("sequence"));
  QCOMPARE(set[0]["length"].toInt(), 1);
  QVERIFY(set[0]["reason"].toString().contains("constant"));
  const QJsonObject fixed = json(words + QStringList{"--length", "batch=2"});
  QVERIFY(fixed["open"].toArray().isEmpty());
}

NGRAPH_TEST(LengthsTest)
#include "lengths_test.moc"
