// SPDX-License-Identifier: Apache-2.0
// Tests the saved state of a document and the shell lines shown by the window.
#include <QClipboard>
#include <QDir>
#include <QJsonArray>
#include <QToolButton>

#include "app/window/status_line.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/sample_record.h"
#include "tests/support/sample_window.h"
#include "tests/support/view_main.h"
#include "views/graph/graph_view.h"

using namespace ng;
using namespace ng::views;

using Window = testing::SampleWindow;

class WindowMemoryTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QSettings().clear();
    Settings::setReadOnly(false);
  }
  void cleanup() { QSettings().clear(); }

  void documentOpensAsItWasLeft() {
    {
      Window first;
      first.selection().selectPass(2);
      first.selection().selectOp(testing::id_dot);
      testing::settle(20);
      first.window.close();
    }
    Window again;
    QTRY_COMPARE(again.selection().op(), testing::id_dot);
    QCOMPARE(again.selection().pass(), asWritten);  // the graph that the user wrote comes first
  }

  void theSelectedOpIsFoundByItsFullName() {
    const auto show = [](Window& window) {
      auto graph = std::make_shared<GraphRecord>();
      for (const OpId id : {101, 102, 103}) {
        OpRecord op;
        op.id = id;
        op.name = "mean";
        op.scope = "norm" + std::to_string(id);
        graph->ops.push_back(op);
      }
      auto document = std::make_shared<DocumentRecord>(*window.session.documents.document());
      document->path = "norms.ngraph";
      document->graph = graph;
      window.session.use(document, testing::sample_compilation());
    };
    {
      Window first;
      show(first);
      testing::settle(50);
      first.selection().selectOp(103);
      testing::settle(20);
      first.window.close();
    }
    Window again;
    show(again);
    QTRY_COMPARE(again.selection().op(), OpId{103});
  }

  // Closed with another part of the graph in view.
  void theSelectedOpIsInView() {
    const auto canvasOf = [](Window& window) -> GraphCanvas& {
      return dynamic_cast<GraphView*>(window.window.docks().view("graph"))->canvas();
    };
    const auto inView = [&](Window& window) {
      const GraphCanvas& canvas = canvasOf(window);
      const int card = canvas.scene().find(testing::id_dot);
      return card >= 0 && canvas.camera().visibleArea().contains(
                              canvas.scene().cards[static_cast<std::size_t>(card)].rect);
    };
    {
      Window first;
      first.selection().selectOp(testing::id_dot);
      QTRY_VERIFY(inView(first));
      const auto distance = [&](const Card& card) {
        const int dot = canvasOf(first).scene().find(testing::id_dot);
        const QRectF from = canvasOf(first).scene().cards[static_cast<std::size_t>(dot)].rect;
        return (card.rect.center() - from.center()).manhattanLength();
      };
      const std::vector<Card>& cards = canvasOf(first).scene().cards;
      const Card farthest = *std::max_element(
          cards.begin(), cards.end(),
          [&](const Card& a, const Card& b) { return distance(a) < distance(b); });
      canvasOf(first).goTo(farthest.id);
      canvasOf(first).camera().zoomBy(6);
      QVERIFY(!inView(first));
      first.window.close();
    }
    Window again;
    QTRY_COMPARE(again.selection().op(), testing::id_dot);
    QTRY_VERIFY(inView(again));
    QVERIFY(!canvasOf(again).camera().fitted());
  }

  // No script is open in a new session.
  void theScriptLayoutIsNotKept() {
    for (const char* layout : {"script", "profile"}) {
      {
        Window first;
        first.window.docks().setLayout(layout);
        first.window.close();
      }
      Window again;
      const bool script = QString(layout) == "script";
      QCOMPARE(again.window.docks().layout(), QString(script ? "explore" : layout));
    }
  }

  // Cards may have moved since the document was closed.
  void aSavedAreaWithoutCardsIsDropped() {
    const QJsonObject graph{{"by", "role"}, {"area", QJsonArray{90000, 90000, 700, 500}}};
    Settings().setDocumentState(QFileInfo("sample.ngraph").absoluteFilePath(),
                                {{"views", QJsonObject{{"graph", graph}}}});
    Window window;
    const auto& canvas = dynamic_cast<GraphView*>(window.window.docks().view("graph"))->canvas();
    QTRY_VERIFY(canvas.camera().fitted());
    QTRY_COMPARE(canvas.visibleItems().size(), canvas.scene().cards.size());
    QVERIFY(!canvas.visibleItems().empty());
  }

  void aSavedAreaWithCardsIsRestored() {
    QPointF middle;
    {
      Window first;
      auto& canvas = dynamic_cast<GraphView*>(first.window.docks().view("graph"))->canvas();
      canvas.goTo(testing::id_dot);
      canvas.camera().zoomBy(2);
      middle = canvas.camera().visibleArea().center();
      first.window.close();
    }
    Window again;
    const auto& canvas = dynamic_cast<GraphView*>(again.window.docks().view("graph"))->canvas();
    QTRY_VERIFY((canvas.camera().visibleArea().center() - middle).manhattanLength() < 3);
    QVERIFY(!canvas.camera().fitted() && canvas.camera().scale() > 1);
  }

  void pictureStartsFresh() {
    {
      Window first;
      first.selection().selectOp(testing::id_dot);
      testing::settle(20);
      first.window.close();
    }
    Settings::setReadOnly(true);
    Window again;
    testing::settle(50);
    QCOMPARE(again.selection().op(), OpId{0});
  }

  void stateOfAnotherVersionIsIgnored() {
    Settings().setDocumentState(QFileInfo("sample.ngraph").absoluteFilePath(),
                                {{"op", "gone"},
                                 {"pass", "no_such_pass"},
                                 {"views", 7},
                                 {"computation", "nothing"},
                                 {"kernel", "k99"}});
    Window window;
    testing::settle(50);
    QCOMPARE(window.selection().op(), OpId{0});
    QCOMPARE(window.selection().pass(), asWritten);
    QVERIFY(window.selection().state().kernel.isEmpty());
  }

  void everyStepIsAShellLine() {
    Window window;
    const auto last = [&] { return window.window.shell().last(); };
    const QString file = shellWord(QDir::current().absoluteFilePath("sample.ngraph"));
    QTRY_VERIFY(!window.window.shell().lines().isEmpty());
    QCOMPARE(window.window.shell().lines().first(), "ngraph info " + file);
    window.selection().selectOp(testing::id_dot);
    QTRY_VERIFY2(last().startsWith("ngraph op " + file + " "), qPrintable(last()));
    window.selection().selectPass(1);
    QTRY_VERIFY2(last().startsWith("ngraph passes " + file + " --show "), qPrintable(last()));
    window.selection().selectKernel("k0");
    QTRY_VERIFY2(last().startsWith("ngraph kernels " + file + " --show k0"), qPrintable(last()));
    window.session.run.run();
    QTRY_VERIFY2(last().startsWith("ngraph run " + file), qPrintable(last()));
    QToolButton* shown = nullptr;
    for (QToolButton* button : window.window.statusLine().findChildren<QToolButton*>())
      if (button->text().startsWith("$ ngraph")) shown = button;
    QVERIFY(shown);
    shown->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), last());
  }

  void wordsAreQuotedForTheShell() {
    QCOMPARE(shellWord("a_b-c/d.ngraph"), QString("a_b-c/d.ngraph"));
    QCOMPARE(shellWord("a\n"), QString("'a\n'"));
    QCOMPARE(shellWord("two words"), QString("'two words'"));
    QCOMPARE(shellWord("it's $HOME"), QString("'it'\\''s $HOME'"));
    QCOMPARE(shellWord("f('x', 1)"), QString("\"f('x', 1)\""));
    QCOMPARE(shellWord(""), QString("''"));
  }
};

NGRAPH_VIEW_TEST(WindowMemoryTest)
#include "window_memory_test.moc"
