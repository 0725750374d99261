// SPDX-License-Identifier: Apache-2.0
// Tests values on cards: shown from 100 % zoom on, taken from the iteration being shown, and not
// watched at smaller zooms.
#include "views/graph/canvas/card_values.h"
#include "app/link/session/engine_session.h"
#include "engine/records/document_record.h"
#include "engine/records/op_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/graph/graph_view.h"
#include "views/widgets/number_text.h"

using namespace ng;
using namespace ng::views;
using testing::patience;

namespace {

struct Stage {
  EngineSession session;
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  GraphView view{workspace};

  explicit Stage(const QString& sample) {
    view.resize(1100, 700);
    view.show();
    session.documents.open(testing::sourceFile("sample_graphs/") + sample + ".ngraph");
  }
  CardValues& values() { return *view.findChild<CardValues*>(); }
  OpId op(const std::string& name) const {
    for (const OpRecord& each : session.documents.document()->graph->ops)
      if (each.name == name) return each.id;
    return 0;
  }
  bool compiled() {
    return QTest::qWaitFor(
        [this] {
          return session.compilations.compilation() && !session.values.series().empty() &&
                 !view.busy();
        },
        patience);
  }
  bool finished() {
    session.run.run();
    return QTest::qWaitFor([this] { return session.run.status().state == RunState::finished; },
                           patience);
  }
};

}  // namespace

class CardValuesTest : public QObject {
  Q_OBJECT

 private slots:
  void numbersAndStripsAreOnCards();
  void zoomedOutNothingIsWatched();
  void nonFiniteValuesAreReported();
  void aTipBringsTheValueOfAnyOp();
};

// An op between the sources and the results, which nothing watches.
void CardValuesTest::aTipBringsTheValueOfAnyOp() {
  Stage stage("05_logistic_part2");
  QVERIFY(stage.compiled() && stage.finished());
  const GraphScene& scene = stage.view.canvas().scene();
  const Card& card = scene.cards[static_cast<std::size_t>(scene.find(stage.op("Y_hat")))];
  QVERIFY(!stage.view.canvas().cardTip(card).contains("<td>0."));
  QTRY_VERIFY(stage.session.values.value(card.id));
  const QString tip = stage.view.canvas().cardTip(card);
  QVERIFY2(tip.contains(" … of 128"), qPrintable(tip));
}

void CardValuesTest::numbersAndStripsAreOnCards() {
  Stage stage("05_logistic_part2");
  QVERIFY(stage.compiled() && stage.finished());
  const OpId W = stage.op("W"), b = stage.op("b");
  stage.view.canvas().camera().oneToOne();
  stage.view.canvas().goTo(W);
  const auto& shown = stage.values().shown();
  QTRY_VERIFY(shown.count(W) == 1 && shown.count(b) == 1);
  QTRY_COMPARE(shown.at(b).text, valueText(2.10985851, 4));
  QVERIFY(shown.at(W).text.isEmpty() && !shown.at(W).strip.isNull());
  stage.session.run.showIteration(37);
  QTRY_COMPARE(shown.at(b).text, valueText(1.90262687, 4));
  const QJsonObject drawn = stage.values().description();
  QVERIFY(!drawn["values"].toArray().isEmpty());
  for (const QJsonValue& value : drawn["values"].toArray()) {  // at the bottom edge of its card
    const QRectF card = stage.view.canvas().cardRect(value["card"].toInteger());
    const QJsonArray at = value["at"].toArray();
    QVERIFY(at[0].toDouble() > card.left() && at[0].toDouble() + at[2].toDouble() < card.right());
    QVERIFY(at[1].toDouble() < card.bottom());
    QVERIFY(at[1].toDouble() > card.top() + 0.8 * card.height());  // does not cover the card's text
  }
}

void CardValuesTest::zoomedOutNothingIsWatched() {
  Stage stage("05_logistic_part2");
  QVERIFY(stage.compiled() && stage.finished());
  stage.view.canvas().camera().oneToOne();
  stage.view.canvas().goTo(stage.op("W"));
  QTRY_VERIFY(!stage.session.values.watched().empty());
  stage.view.canvas().camera().zoomBy(0.5);
  QTRY_VERIFY(stage.session.values.watched().empty());
  QTRY_VERIFY(stage.values().description()["values"].toArray().isEmpty());
}

void CardValuesTest::nonFiniteValuesAreReported() {
  Stage stage("07_planted_nan");
  QVERIFY(stage.compiled());
  stage.session.run.run();
  QTRY_COMPARE(stage.session.run.status().state, RunState::failed);
  const OpId L = stage.op("L");
  stage.view.canvas().camera().oneToOne();
  stage.view.canvas().goTo(L);
  const auto& shown = stage.values().shown();
  QTRY_VERIFY(shown.count(L) == 1);
  QVERIFY(!shown.at(L).finite);
  QCOMPARE(shown.at(L).text, QString("nan"));
}

NGRAPH_VIEW_TEST(CardValuesTest)
#include "card_values_test.moc"
