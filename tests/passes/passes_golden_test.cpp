// SPDX-License-Identifier: Apache-2.0
// Tests the pipeline on every computation of every sample, pass by pass, against
// tests/golden/passes; for large ones only the rules that fired and op counts.
// NGRAPH_REWRITE_GOLDEN=1 rewrites the texts.
#include <QtTest>

#include "engine/backends/backend_table.h"
#include "engine/documents/document.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/passes/pass.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

namespace {

// Graphs with more ops are printed as counts only.
constexpr std::size_t large = 100;

// "12 add, 3 dot", by name.
QString counts_of(const ng::Graph& graph) {
  QMap<QString, int> counts;
  for (const ng::NodePtr& node : ng::ordered_nodes(graph)) {
    ++counts[QString::fromStdString(std::string(node->def->name))];
  }
  QStringList words;
  for (auto at = counts.begin(); at != counts.end(); ++at) {
    words << QString("%1 %2").arg(at.value()).arg(at.key());
  }
  return "   " + words.join(", ") + "\n";
}

QString text_of(const ng::Graph& graph, bool whole) {
  return whole ? QString::fromStdString(ng::print(graph)) : counts_of(graph);
}

// The rules that fired, with counts, then the graph.
QString text_of(const ng::PassResult& pass, bool whole) {
  QMap<QString, int> fired;
  for (const ng::Rewrite& rewrite : pass.rewrites) ++fired[QString::fromStdString(rewrite.rule)];
  QString text = "== " + QString::fromStdString(std::string(pass.pass->name)) +
                 (pass.changed ? "" : ": no change") + "\n";
  for (auto at = fired.begin(); at != fired.end(); ++at) {
    text += QString("   %1 x %2\n").arg(at.value()).arg(at.key());
  }
  if (pass.changed) text += text_of(pass.after, whole);
  return text;
}

}  // namespace

class PassesGoldenTest : public QObject {
  Q_OBJECT
 private slots:
  void pipeline_data() {
    QTest::addColumn<QString>("sample");
    for (const QString& file :
         QDir(ng::testing::sourceFile("sample_graphs")).entryList({"*.ngraph"})) {
      QTest::newRow(qPrintable(file)) << file;
    }
  }

  void pipeline() {
    QFETCH(QString, sample);
    const ng::Document document =
        ng::load_document(ng::testing::sourceFile("sample_graphs/" + sample).toStdString());
    QString text;
    for (const ng::Op& computation : document.computations) {
      ng::CompileOptions options;
      options.keep_record = options.verify = true;
      const auto compiled =
          ng::compile(computation.value().node, *ng::find_backend("cpu"), options);
      const ng::Graph& written = compiled->passes.front().before;
      const bool whole = ng::ordered_nodes(written).size() <= large;
      text += "#### " + QString::fromStdString(compiled->computation) + "\n== as written\n" +
              text_of(written, whole);
      for (const ng::PassResult& pass : compiled->passes) {
        if (pass.pass->phase == ng::PassPhase::graph) text += text_of(pass, whole);
      }
    }
    compare(ng::testing::sourceFile("tests/golden/passes/") + QFileInfo(sample).baseName() + ".txt",
            text);
  }

 private:
  static void compare(const QString& path, const QString& text) {
    QFile file(path);
    if (qEnvironmentVariableIsSet("NGRAPH_REWRITE_GOLDEN")) {
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text.toUtf8());
      return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path + " is missing"));
    const QStringList expected = QString::fromUtf8(file.readAll()).split('\n');
    const QStringList found = text.split('\n');
    for (int i = 0; i < std::min(expected.size(), found.size()); ++i) {
      QVERIFY2(expected[i] == found[i], qPrintable(QString("%1:%2\n  expected %3\n  found    %4")
                                                       .arg(path)
                                                       .arg(i + 1)
                                                       .arg(expected[i], found[i])));
    }
    QCOMPARE(found.size(), expected.size());
  }
};

NGRAPH_TEST(PassesGoldenTest)
#include "passes_golden_test.moc"
