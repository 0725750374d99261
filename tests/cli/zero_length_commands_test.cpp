// SPDX-License-Identifier: Apache-2.0
// Tests that every command works where values have no elements.
#include <QJsonArray>
#include <QTemporaryDir>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

class ZeroLengthCommandsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void everyCommandEnds_data();
  void everyCommandEnds();
  void nothingDiffers();
  void elementsThatAreNotThereAreRefused();

 private:
  QString at(const char* name) const { return folder_.filePath(name); }

  QTemporaryDir folder_;
  QString document_ = folder_.filePath("empty.ngraph");
};

void ZeroLengthCommandsTest::initTestCase() {
  QStringList words{"edit", document_, "--new"};
  for (const char* line :
       {"x = variable(axes=(A:0,B:3), initial=2)", "w = variable(axes=(A:0,B:3), initial=1)",
        "k = variable(axes=(), initial=1)", "y = exp(x * w + k)", "s = sum(y, out_axes=[])",
        "u = assign(w, w - y)", "c = computation([y, s, u])"})
    words << "--do" << line;
  const Ran edited = ngraph(words);
  QVERIFY2(edited.code == 0, qPrintable(shown(words, edited)));
  for (const QStringList& made : {QStringList{"run", document_, "--save", at("w.safetensors")},
                                  QStringList{"capture", document_, at("c.ngcap")}}) {
    const Ran ran = ngraph(made);
    QVERIFY2(ran.code == 0, qPrintable(shown(made, ran)));
  }
}

void ZeroLengthCommandsTest::everyCommandEnds_data() {
  QTest::addColumn<QStringList>("words");
  const QString document = document_, weights = at("w.safetensors"), captured = at("c.ngcap");
  const QList<QStringList> all{
      {"info", document},
      {"axes", document},
      {"find", document, "op:exp"},
      {"op", document, "y"},
      {"tensor", document, "y"},
      {"run", document, "--transformer", "reference"},
      {"run", document, "--every-op", "--stop-at-nan"},
      {"run", document, "--health"},
      {"run", document, "--watch", "w: norm", "--break", "y: has_nan"},
      {"run", document, "--restore", weights},
      {"run", document, "--trace", at("t.json")},
      {"passes", document, "--show", "fuse", "--diff"},
      {"passes", document, "--without", "fuse"},
      {"passes", document, "--save", at("p.ngrec")},
      {"kernels", document},
      {"program", document},
      {"memory", document},
      {"profile", document},
      {"render", document, at("r.svg")},
      {"compare", document},
      {"compare", document, "--rtol", "1e-5"},
      {"bisect", document},
      {"whatif", document, "--set", "k=3"},
      {"explain", document, "s"},
      {"convert", document, at("c.py")},
      {"convert", document, at("c.cpp")},
      {"build", document, "--training", "--out", at("built")},
      {"info", captured},
      {"memory", captured},
      {"diff", captured, captured},
      {"checkpoint", "show", weights, "--show", "w"},
      {"checkpoint", "diff", weights, weights},
      {"checkpoint", "convert", weights, at("w.npz")},
      {"checkpoint", "bind", weights, document},
  };
  for (const QStringList& words : all) {
    QStringList shown = words;
    for (QString& word : shown) word = word.section('/', -1);
    QTest::newRow(qPrintable(shown.join(' '))) << words;
  }
}

void ZeroLengthCommandsTest::everyCommandEnds() {
  QFETCH(QStringList, words);
  const Ran ran = ngraph(words);
  QVERIFY2(ran.code == 0, qPrintable(shown(words, ran)));
}

void ZeroLengthCommandsTest::nothingDiffers() {
  const QJsonObject said = json({"compare", document_});
  QCOMPARE(said["agrees"].toBool(), true);
  QCOMPARE(said["results"].toArray().size(), 2);
}

void ZeroLengthCommandsTest::elementsThatAreNotThereAreRefused() {
  checkExit({"whatif", document_, "--set", "w=3"}, 3, {"without elements", "variable 'w'"});
  checkExit({"whatif", document_, "--set", "w[0, 0]=3"}, 3, {"w[0, 0]=3"});
  checkExit({"explain", document_, "y[0, 0]"}, 3, {"y[0, 0]"});
}

NGRAPH_TEST(ZeroLengthCommandsTest)
#include "zero_length_commands_test.moc"
