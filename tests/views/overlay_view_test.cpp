// SPDX-License-Identifier: Apache-2.0
// Tests overlays in the window: a dropped file colours the cards with a legend, the inspector and
// the description list its numbers, unmatched names are reported, malformed files are refused.
#include <QDragEnterEvent>
#include <QJsonDocument>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/window/commands/overlay_files.h"
#include "app/window/message_strip.h"
#include "app/window/opening/opening.h"
#include "app/window/window_description.h"
#include "engine/formats/overlays/overlay.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::testing;

class OverlayViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { w_.reset(); }
  void aDroppedFileColoursTheCards();
  void theInspectorListsTheNumber();
  void itIsDescribed();
  void anotherFileReplacesIt();
  void itIsRemoved();
  void malformedFilesAreRefused();
  void otherFilesAreNoOverlays();
  void theCommandLineShowsIt();
  void theCommandLineReportsAnUnusableFile();

 private:
  MainWindow& window() { return *w_->window; }
  Overlays& overlays() { return *window().workspace().overlays; }
  QString write(const QString& name, const QByteArray& text) {
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) return {};
    return file.fileName();
  }
  // As a drag from a file manager ends.
  void drop(const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({400, 400}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &enter);
    QDropEvent event(QPointF(400, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &event);
  }
  bool shows(const char* title) {
    return QTest::qWaitFor([&] { return overlays().shown() && overlays().shown()->title == title; },
                           patience);
  }
  std::optional<float> heat(const char* op) {
    const int card = w_->canvas().scene().find(w_->graph().grouping().item(w_->op(op)));
    const auto& heat = w_->canvas().lit().heat;
    return card < 0 || heat.empty() ? std::nullopt : heat[static_cast<std::size_t>(card)];
  }
  QTemporaryDir folder_;
  std::unique_ptr<BuildWindow> w_;
};

void OverlayViewTest::init() {
  QSettings().clear();
  w_ = std::make_unique<BuildWindow>();
  window().open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QTRY_VERIFY(w_->session.compilations.compilation() && w_->op("W") != 0);
  QVERIFY(w_->settled());
  QTRY_VERIFY(!w_->graph().busy());
  drop(write("values.csv", "op,importance\nW,0.5\nX,-1.5\nalpha,2.5\nnobody,1\n"));
  QVERIFY(shows("importance"));
}

// Linear from the least to the largest number.
void OverlayViewTest::aDroppedFileColoursTheCards() {
  QCOMPARE(w_->graph().colours().chosen(), ColourBy::overlay);
  QCOMPARE(w_->graph().crumbs().colourBy(), ColourBy::overlay);
  QCOMPARE(heat("X"), std::optional(0.0F));
  QCOMPARE(heat("W"), std::optional(0.5F));
  QCOMPARE(heat("alpha"), std::optional(1.0F));
  QCOMPARE(heat("Y"), std::optional<float>());
  QCOMPARE(w_->graph().legend().entries().front(), QString("importance"));
  QCOMPARE(w_->graph().legend().hottest(), QString("2.5"));
  QCOMPARE(w_->graph().crumbs().noticeText(),
           QString("Overlay: 1 of 4 names match no op, see Messages"));
  const QString strip = window().strip().text();
  QVERIFY2(strip.contains("1 of 4 names of the overlay match no op"), qPrintable(strip));
}

void OverlayViewTest::theInspectorListsTheNumber() {
  window().workspace().selection.selectOp(w_->op("X"));
  const auto inspector = [this] {
    return QJsonDocument(describeWindow(window(), "inspector")["views"].toArray()).toJson();
  };
  QTRY_VERIFY(inspector().contains("importance") && inspector().contains("-1.5"));
  QVERIFY(inspector().contains("values.csv"));
  window().workspace().selection.selectOp(w_->op("Y"));
  QTRY_VERIFY(!inspector().contains("importance"));
}

void OverlayViewTest::itIsDescribed() {
  const QJsonObject overlay = describeWindow(window(), "graph")["overlay"].toObject();
  QCOMPARE(overlay["title"].toString(), QString("importance"));
  QVERIFY(overlay["file"].toString().endsWith("/values.csv"));
  QCOMPARE(overlay["values"].toObject(), (QJsonObject{{"W", 0.5}, {"X", -1.5}, {"alpha", 2.5}}));
  QCOMPARE(overlay["unmatched"].toArray(), (QJsonArray{"nobody"}));
}

void OverlayViewTest::anotherFileReplacesIt() {
  window().open(write("more.json", "{\"Y\": 3}"));
  QVERIFY(shows("more"));
  QCOMPARE(heat("Y"), std::optional(1.0F));
  QCOMPARE(heat("W"), std::optional<float>());
  QVERIFY(w_->graph().crumbs().noticeText().isEmpty());
}

void OverlayViewTest::itIsRemoved() {
  QAction* remove = window().actions()["file.no_overlay"];
  QVERIFY(remove->isEnabled());
  remove->trigger();
  QCOMPARE(w_->graph().colours().chosen(), ColourBy::family);
  QVERIFY(!remove->isEnabled() && !describeWindow(window(), "graph").contains("overlay"));
  drop(write("values.csv", "op,importance\nW,0.5\n"));
  QVERIFY(shows("importance"));
  window().open(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"));
  QTRY_VERIFY(!overlays().shown());  // it was for the other document
}

void OverlayViewTest::malformedFilesAreRefused() {
  drop(write("bad.csv", "op,importance\nW,high\n"));
  QTRY_VERIFY(window().strip().text().contains("a value is not a number"));
  QCOMPARE(overlays().shown()->rows.size(), 4u);  // the shown one stays
  const auto& messages = w_->session.messages.messages();
  const auto said = std::find_if(messages.begin(), messages.end(), [](const Diagnostic& each) {
    return each.what == "a value is not a number";
  });
  QVERIFY(said != messages.end());
  QVERIFY2(said->where.ends_with("bad.csv' line 2"), said->where.c_str());
  QCOMPARE(said->expected, std::string("a finite number, such as -1.5e-3"));
}

void OverlayViewTest::otherFilesAreNoOverlays() {
  QVERIFY(isOverlayFile(write("a.CSV", "")));
  QVERIFY(isOverlayFile(write("a.json", "{\"title\": \"a\"")));
  QVERIFY(!isOverlayFile(write("trace.json", "{\"traceEvents\": []}")));
  QVERIFY(!isOverlayFile(write("model.safetensors.index.json", "{\"weight_map\": {}}")));
  QVERIFY(!isOverlayFile(folder_.filePath("nothing.json")));
}

// A window as `ngraph-workbench FILE --overlay VALUES --screenshot OUT` makes it.
static int pictureWith(BuildWindow& w, const QString& overlay, const QString& picture,
                       QString* said = nullptr) {
  Options options;
  options.file = testing::sourceFile("sample_graphs/05_logistic_part2.ngraph");
  options.overlay = overlay;
  options.screenshot = picture;
  Opening opening(*w.window, options);
  QSignalSpy done(&opening, &Opening::done);
  opening.start();
  if (!QTest::qWaitFor([&] { return !done.isEmpty(); }, patience)) return -1;
  if (said != nullptr) *said = done[0][1].toString();
  return done[0][0].toInt();
}

void OverlayViewTest::theCommandLineShowsIt() {
  const QString plain = folder_.filePath("plain.png"), shown = folder_.filePath("shown.png");
  BuildWindow without, with;
  QCOMPARE(pictureWith(without, {}, plain), 0);
  QCOMPARE(pictureWith(with, folder_.filePath("values.csv"), shown), 0);
  QVERIFY(with.window->workspace().overlays->shown());
  QCOMPARE(with.graph().colours().chosen(), ColourBy::overlay);
  const QImage before(plain), after(shown);
  QVERIFY(!before.isNull() && before.size() == after.size());
  const QPointF card = with.canvas().cardRect(with.op("alpha")).center();
  const QPoint at = with.canvas().mapTo(with.window.get(), card.toPoint()) - QPoint(60, 0);
  QVERIFY(before.pixelColor(at) != after.pixelColor(at));
}

void OverlayViewTest::theCommandLineReportsAnUnusableFile() {
  QString said;
  BuildWindow w;
  QCOMPARE(pictureWith(w, write("bad.csv", "op,importance\nW,high\n"), folder_.filePath("none.png"),
                       &said),
           3);
  QVERIFY2(said.contains("a value is not a number"), qPrintable(said));
  QVERIFY(!QFile::exists(folder_.filePath("none.png")));
}

NGRAPH_VIEW_TEST(OverlayViewTest)
#include "overlay_view_test.moc"
