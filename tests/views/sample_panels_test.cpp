// SPDX-License-Identifier: Apache-2.0
// Tests the panels over the numbered samples, really compiled: every link resolves, every text is
// shown, every op has a page, on every transformer.
#include <QDir>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "tests/support/dead_link.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"
#include "views/kernels/kernel_pane.h"
#include "views/kernels/kernels_view.h"
#include "views/view_table.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

namespace {

// A session with one document and one compilation that does not change.
class StillSession : public SampleSession {
 public:
  StillSession(DocumentRecordPtr document, CompilationRecordPtr compilation) {
    computes = [](OpId) { return nullptr; };
    setDocument(std::move(document));
    setCompilation(std::move(compilation));
  }
};

std::vector<GraphRecordPtr> graphsOf(const DocumentRecord& document,
                                     const CompilationRecord& record) {
  std::vector<GraphRecordPtr> graphs{document.graph};
  for (const PassRecord& pass : record.passes) {
    if (graphs.back() != pass.before) graphs.push_back(pass.before);
    if (graphs.back() != pass.after) graphs.push_back(pass.after);
  }
  return graphs;
}

}  // namespace

class SamplePanelsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase_data();
  void noDeadLinks();
  void viewsShowPassesOpsAndKernels();

 private:
  // Calls `check` with the records of each computation of this row's sample.
  template <class Check>
  void eachComputation(Check check);
};

void SamplePanelsTest::initTestCase_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("transformer");
  const QDir samples(testing::sourceFile("sample_graphs"));
  const QStringList files = samples.entryList({"*.ngraph"});
  QVERIFY(files.size() >= 5);
  for (const QString& file : files) {
    for (const char* transformer : {"cpu", "reference"}) {
      // What `reference` changes in the panels does not depend on the size of the sample.
      if (QString(transformer) == "reference" && !file.startsWith('0')) continue;
      QTest::addRow("%s on %s", qPrintable(file), transformer)
          << samples.filePath(file) << QString(transformer);
    }
  }
}

template <class Check>
void SamplePanelsTest::eachComputation(Check check) {
  QFETCH_GLOBAL(QString, path);
  QFETCH_GLOBAL(QString, transformer);
  const Document document = load_document(path.toStdString());
  const DocumentRecordPtr record = make_document_record(document);
  const TransformerPtr on = allocate_transformer(transformer.toStdString());
  CompileOptions options;
  options.keep_record = true;
  for (const Op& node : document.computations) {
    check(record, make_record(on->add_computation(node, options).compilation()));
  }
}

void SamplePanelsTest::noDeadLinks() {
  int checked = 0;
  eachComputation([&](const DocumentRecordPtr& document, const CompilationRecordPtr& compilation) {
    LinkSource source;
    source.document = document.get();
    source.compilation = compilation.get();
    for (const GraphRecordPtr& graph : graphsOf(*document, *compilation)) {
      for (const OpRecord& op : graph->ops) {
        for (const InspectorLink& link : inspectorLinks(source, op.id)) {
          const QString problem = dead_link(link, compilation.get());
          const QString place = QString::fromStdString(op.name) + ", " + link.label + ": ";
          QVERIFY2(problem.isEmpty(), qPrintable(place + problem));
          ++checked;
        }
      }
    }
  });
  QVERIFY(checked > 0);
}

// Stride that visits at most fifteen ops or kernels of a sample.
std::size_t stride(std::size_t count) {
  constexpr std::size_t most = 15;
  return std::max<std::size_t>(1, (count + most - 1) / most);
}

void SamplePanelsTest::viewsShowPassesOpsAndKernels() {
  eachComputation([&](const DocumentRecordPtr& document, const CompilationRecordPtr& compilation) {
    StillSession session(document, compilation);
    Selection selection;
    Jobs jobs;
    Workspace workspace{session, selection, jobs};
    std::vector<std::unique_ptr<QWidget>> widgets;
    for (const char* id : {"inspector", "passes", "kernels", "tensors"}) {
      widgets.emplace_back(findView(id)->make(workspace));
      widgets.back()->resize(420, 400);
      widgets.back()->show();
    }
    const auto look = [&] {
      QCoreApplication::processEvents();
      for (const auto& widget : widgets) QVERIFY(!widget->grab().isNull());
    };
    for (int pass = -1; pass < static_cast<int>(compilation->passes.size()); ++pass) {
      selection.selectPass(pass);
      look();
    }
    const SharedRows<OpRecord>& ops = compilation->final_graph()->ops;
    for (std::size_t i = 0; i < ops.size(); i += stride(ops.size())) {
      selection.selectOp(ops[i].id);
      look();
    }
    auto* kernels = qobject_cast<KernelsView*>(widgets[2].get());
    const std::vector<KernelRecord>& all = compilation->kernels;
    for (std::size_t k = 0; k < all.size(); k += stride(all.size())) {
      const KernelRecord& kernel = all[k];
      selection.selectKernel(QString::fromStdString(kernel.name));
      look();
      QCOMPARE(kernels->kernel(), QString::fromStdString(kernel.name));
      for (int i = 0; i < 3; ++i) {
        QVERIFY(kernels->pane(i).showsText() || !kernels->pane(i).absence().isEmpty());
      }
    }
  });
}

NGRAPH_VIEW_TEST(SamplePanelsTest)
#include "sample_panels_test.moc"
