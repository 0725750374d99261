// SPDX-License-Identifier: Apache-2.0
// Tests views/core: selection and its history, jobs, theme, icons, requests, messages, and the
// sample used by view tests.
#include <QSignalSpy>
#include <cmath>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/sample_record.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"
#include "views/core/heaviest_op.h"
#include "views/core/workspace.h"

using namespace ng;
using namespace ng::views;

class CoreTest : public QObject {
  Q_OBJECT

 private slots:
  void changesOfOneEventAreOneAnnouncement();
  void historyGoesBackWithTheView();
  void revealAnnouncesTheSelectionFirst();
  void shownGraphFollowsThePass();
  void jobHandsItsResultToTheGuiThread();
  void cancelledJobsReportNothing();
  void failureOfAJobIsADiagnostic();
  void exclusiveJobsWaitForOthers();
  void escCancelsTheLongestJob();
  void iconsAreTintedByTheTheme();
  void themeChangeIsAnnounced();
  void colourMapsEndWhereTheyShould();
  void textIsReadableInBothThemes();
  void sampleIsSound();
  void onlyTheNewestRequestIsAnswered();
  void messagesOfTheWindowOutliveADocument();
};

void CoreTest::changesOfOneEventAreOneAnnouncement() {
  Selection selection;
  QSignalSpy spy(&selection, &Selection::changed);
  selection.selectOp(7);
  selection.selectPass(2);
  selection.selectKernel("k0");
  QCOMPARE(spy.count(), 0);
  QTRY_COMPARE(spy.count(), 1);
  const auto what = spy[0][0].value<Facets>();
  QVERIFY(what.testFlag(Facet::op) && what.testFlag(Facet::pass) && what.testFlag(Facet::kernel));
  QVERIFY(!what.testFlag(Facet::buffer));
  selection.selectOp(7);
  testing::settle(5);
  QCOMPARE(spy.count(), 1);
}

void CoreTest::historyGoesBackWithTheView() {
  Selection selection;
  QSignalSpy view(&selection, &Selection::viewRestored);
  QSignalSpy front(&selection, &Selection::frontRestored);
  selection.noteView(QRectF(0, 0, 10, 10));
  selection.noteFront("run");
  selection.selectOp(1);
  testing::settle();
  selection.noteView(QRectF(5, 5, 20, 20));
  selection.selectOp(2);
  testing::settle();
  selection.noteFront("kernels");
  QVERIFY(selection.canGoBack() && !selection.canGoForward());
  selection.back();
  QCOMPARE(selection.op(), OpId(1));
  QCOMPARE(front.count(), 1);
  QCOMPARE(front.last()[0].toString(), QString("run"));
  QCOMPARE(view.last()[0].toRectF(), QRectF(5, 5, 20, 20));
  selection.back();
  QCOMPARE(selection.op(), OpId(0));
  QCOMPARE(view.last()[0].toRectF(), QRectF(0, 0, 10, 10));
  selection.forward();
  selection.selectOp(9);
  testing::settle();
  QVERIFY(!selection.canGoForward());
}

void CoreTest::revealAnnouncesTheSelectionFirst() {
  Selection selection;
  QStringList order;
  connect(&selection, &Selection::changed, this, [&] { order << "changed"; });
  connect(&selection, &Selection::revealed, this, [&] { order << "revealed"; });
  selection.selectOp(3);
  selection.reveal(Facet::op);
  QCOMPARE(order, QStringList({"changed", "revealed"}));
}

void CoreTest::shownGraphFollowsThePass() {
  const CompilationRecordPtr c = testing::sample_compilation();
  QCOMPARE(shownGraph(c, -1), c->passes.front().before);
  QCOMPARE(shownGraph(c, 2), c->passes[2].after);
  QCOMPARE(shownGraph(c, 99), c->passes.back().after);
  QVERIFY(!shownGraph(nullptr, 0));
}

void CoreTest::jobHandsItsResultToTheGuiThread() {
  Jobs jobs;
  QThread* worker = nullptr;
  QThread* receiver = nullptr;
  jobs.start("add", [&](JobContext& context) -> Jobs::Done {
    worker = QThread::currentThread();
    context.progress(0.5);
    return [&receiver] { receiver = QThread::currentThread(); };
  });
  QVERIFY(!jobs.idle());
  QTRY_VERIFY(jobs.idle());
  QCOMPARE(receiver, QThread::currentThread());
  QVERIFY(worker != receiver);
}

void CoreTest::cancelledJobsReportNothing() {
  Jobs jobs;
  std::atomic<bool> ended = false;
  bool done = false;
  const JobId id = jobs.start("wait", [&](JobContext& context) -> Jobs::Done {
    while (!context.cancelled()) QThread::msleep(1);
    ended = true;
    return [&done] { done = true; };
  });
  jobs.cancel(id);
  QVERIFY(jobs.idle());
  QTRY_VERIFY(ended.load());
  testing::settle(10);
  QVERIFY(!done);
}

void CoreTest::failureOfAJobIsADiagnostic() {
  Jobs jobs;
  QSignalSpy spy(&jobs, &Jobs::failed);
  jobs.start("read", [](JobContext&) -> Jobs::Done { refuse(ErrorKind::bad_file, "broken"); });
  QTRY_COMPARE(spy.count(), 1);
  QCOMPARE(spy[0][1].value<Diagnostic>().what, std::string("broken"));
}

void CoreTest::exclusiveJobsWaitForOthers() {
  Jobs jobs;
  QStringList order;
  std::atomic<bool> go = false;
  const auto named = [&order](const QString& name) {
    return [&order, name](JobContext&) -> Jobs::Done { return [&order, name] { order << name; }; };
  };
  jobs.start("first", [&](JobContext&) -> Jobs::Done {
    while (!go) QThread::msleep(1);
    return [&] {
      order << "first";
      jobs.start("what follows", named("what follows"));
    };
  });
  jobs.startAfterOthers("waits", named("waits"));
  const JobId dropped = jobs.startAfterOthers("dropped", named("dropped"));
  testing::settle(20);
  QVERIFY(order.isEmpty());
  jobs.cancel(dropped);
  go = true;
  QTRY_VERIFY(jobs.idle());
  QCOMPARE(order, QStringList({"first", "what follows", "waits"}));
  jobs.startAfterOthers("at once", named("at once"));
  QTRY_COMPARE(order.size(), 4);
}

void CoreTest::escCancelsTheLongestJob() {
  Jobs jobs;
  QStringList cancelled;
  jobs.begin("first", [&] { cancelled << "first"; });
  testing::settle(15);
  const JobId second = jobs.begin("second", [&] { cancelled << "second"; });
  jobs.report(second, 0.25);
  QCOMPARE(jobs.running().front().name, QString("first"));
  QCOMPARE(jobs.running().back().fraction.value_or(0), 0.25);
  QVERIFY(jobs.cancelLongest());
  jobs.finish(second);
  QVERIFY(!jobs.cancelLongest());
  QCOMPARE(cancelled, QStringList("first"));
}

void CoreTest::iconsAreTintedByTheTheme() {
  const auto ink = [](const char* name, QIcon::Mode mode) {
    const QImage image = Theme::current().icon(name).pixmap(32, 32, mode).toImage();
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        if (image.pixelColor(x, y).alpha() == 255) return image.pixelColor(x, y);
      }
    }
    return QColor();
  };
  const Colours& c = Theme::current().colours();
  QCOMPARE(ink("run", QIcon::Normal), c.run);
  QCOMPARE(ink("stop", QIcon::Normal), c.stop);
  QCOMPARE(ink("pause", QIcon::Normal), c.text);
  QCOMPARE(ink("pause", QIcon::Disabled), c.disabledText);
}

void CoreTest::themeChangeIsAnnounced() {
  Theme& theme = Theme::current();
  QSignalSpy spy(&theme, &Theme::changed);
  theme.setDark(true);
  theme.setDark(true);
  QCOMPARE(spy.count(), 1);
  QCOMPARE(qApp->palette().color(QPalette::Text), theme.colours().text);
  theme.setDark(false);
}

void CoreTest::colourMapsEndWhereTheyShould() {
  QCOMPARE(QColor(Theme::heat(-3)), QColor(0, 32, 77));
  QCOMPARE(QColor(Theme::heat(2)), QColor(255, 234, 70));
  const QColor zero(Theme::signedHeat(0));
  QVERIFY(zero.lightness() > 240);
  QVERIFY(QColor(Theme::signedHeat(-.6)).blue() > QColor(Theme::signedHeat(-.6)).red());
  QVERIFY(QColor(Theme::signedHeat(.6)).red() > QColor(Theme::signedHeat(.6)).blue());
  QCOMPARE(QColor(Theme::heat(std::nan(""))), Theme::current().colours().nan);
}

static double contrast(const QColor& a, const QColor& b) {
  const auto luminance = [](const QColor& c) {
    const auto linear = [](double v) {
      return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
  };
  const double low = std::min(luminance(a), luminance(b)),
               high = std::max(luminance(a), luminance(b));
  return (high + 0.05) / (low + 0.05);
}

void CoreTest::textIsReadableInBothThemes() {
  for (const bool dark : {false, true}) {
    Theme::current().setDark(dark);
    const Colours& c = Theme::current().colours();
    for (const QColor& surface : {c.canvas, c.card, c.chrome, c.panel, c.group}) {
      QVERIFY(contrast(c.text, surface) >= 7);
      QVERIFY(contrast(c.dimText, surface) >= 4.5);
    }
    for (const QColor& ink : {c.codeKeyword, c.codeType, c.codeNumber, c.codeString, c.codeComment,
                              c.codeFunction, c.error, c.warning, c.run})
      QVERIFY2(contrast(ink, c.panel) >= 4.5, qPrintable(ink.name()));
    QVERIFY(contrast(c.onSelection, c.selection) >= 4.5);
    QVERIFY(contrast(c.text, c.selectionRow) >= 7);
  }
  Theme::current().setDark(false);
}

void CoreTest::sampleIsSound() {
  const CompilationRecordPtr c = testing::sample_compilation();
  for (const PassRecord& pass : c->passes) {
    QVERIFY(pass.before && pass.after);
    for (const OpRecord& op : pass.after->ops) {
      for (const OperandRecord& operand : op.operands)
        QVERIFY2(pass.after->find(operand.op), qPrintable(QString::fromStdString(op.name)));
    }
  }
  QCOMPARE(c->final_graph()->find(testing::id_sigmoid)->kernel_name, std::string("k0"));
  QVERIFY(c->kernel_of(testing::id_sigmoid) == c->kernel("k0"));
  const OpRecord* heaviest = heaviestOp(*c, *c->kernel("k0"));
  QVERIFY(heaviest && heaviest->kernel_name == "k0");
  for (const OpId op : c->kernel("k0")->ops)
    QVERIFY(c->final_graph()->find(op)->flops <= heaviest->flops);
  QCOMPARE(heaviestOp(*c, KernelRecord()), nullptr);
}

void CoreTest::onlyTheNewestRequestIsAnswered() {
  NewestRequest compile, draw;
  QVERIFY(!compile.get());
  const Request first = compile.renew(), other = draw.renew(), second = compile.renew();
  QVERIFY(first && first < other && other < second);
  QVERIFY(!compile.is(first) && compile.is(second) && draw.is(other));
}

void CoreTest::messagesOfTheWindowOutliveADocument() {
  Messages messages;
  const QSignalSpy said(&messages, &Messages::message);
  Diagnostic diagnostic;
  diagnostic.what = "of the document";
  messages.say(diagnostic);
  diagnostic.what = "of a program";
  messages.say(diagnostic, Messages::Scope::window);
  QCOMPARE(said.count(), 2);
  messages.forget(Messages::Scope::document);
  QCOMPARE(messages.messages().size(), std::size_t{1});
  QCOMPARE(messages.messages().front().what, std::string("of a program"));
  messages.forget(Messages::Scope::window);
  QVERIFY(messages.messages().empty());
}

NGRAPH_VIEW_TEST(CoreTest)

#include "core_test.moc"
