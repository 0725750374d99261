// SPDX-License-Identifier: Apache-2.0
// Tests that an opened ONNX model is trained on from the window: dialog, edit, F5.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <cmath>

#include "app/window/training/training_dialog.h"
#include "engine/records/series_record.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;

class TrainingDialogTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { w_.reset(); }
  void attachesAndTrains();
  void explainsWhatIsWrong();
  void typingTriesTheEditOnce();

 private:
  TrainingDialog* open() {
    w_->window->actions()["run.train_on"]->trigger();
    return w_->window->findChild<TrainingDialog*>();
  }
  static QString said(const TrainingDialog& dialog) {
    return dialog.findChildren<QLabel*>().back()->text();
  }
  std::unique_ptr<testing::BuildWindow> w_;
  QTemporaryDir folder_;
};

void TrainingDialogTest::init() {
  QSettings().clear();
  w_ = std::make_unique<testing::BuildWindow>();
  QVERIFY(!w_->window->actions()["run.train_on"]->isEnabled());
  const QString model = folder_.filePath("torch_mlp.onnx");
  QFile::copy(testing::sourceFile("tests/onnx/models/torch_mlp.onnx"), model);
  w_->window->open(model);
  QTRY_VERIFY(w_->session.compilations.compilation() != nullptr);
}

void TrainingDialogTest::attachesAndTrains() {
  TrainingDialog* dialog = open();
  QVERIFY(dialog != nullptr);
  QTRY_COMPARE(dialog->refusal(), QString());
  QVERIFY2(
      dialog->line().endsWith("loss=\"cross_entropy\", optimizer=\"adam\", learning_rate=0.001)"),
      qPrintable(dialog->line()));
  const auto buttons = dialog->findChildren<QPushButton*>();
  const auto attach = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* each) {
    return each->text() == "&Attach";
  });
  QVERIFY(attach != buttons.end());
  (*attach)->click();
  QTRY_COMPARE(w_->session.compilations.computation(), QString("train"));
  QTRY_VERIFY(!w_->session.compilations.compileProgress().busy);
  QVERIFY(w_->op("loss") != 0 && w_->op("target") != 0);
  w_->session.run.run();
  QVERIFY(w_->finished());
  QCOMPARE(w_->session.run.status().lastIteration, std::int64_t{100});
  const std::vector<SeriesRecord> series = w_->session.values.series();
  QCOMPARE(series.size(), std::size_t{1});
  QCOMPARE(series[0].name, std::string("loss"));
  QVERIFY(std::isfinite(series[0].y.back()) && series[0].y.back() != series[0].y.front());
  QCOMPARE(w_->window->actions()["edit.undo"]->text(), QString("Undo Train y"));
}

void TrainingDialogTest::explainsWhatIsWrong() {
  TrainingDialog* dialog = open();
  QVERIFY(dialog != nullptr);
  const auto edits = dialog->findChildren<QLineEdit*>();
  QVERIFY(edits.size() >= 2);
  edits[0]->setText("fast");
  QTRY_VERIFY2(!dialog->refusal().isEmpty(), qPrintable(dialog->line()));
  edits[0]->setText("0.1");
  QTRY_VERIFY(dialog->refusal().isEmpty());
  QTRY_VERIFY(said(*dialog).startsWith("Random data"));
  QVERIFY(dialog->line().contains("learning_rate=0.1"));
}

// In a job, after a pause, and without a draft.
void TrainingDialogTest::typingTriesTheEditOnce() {
  TrainingDialog* dialog = open();
  QVERIFY(dialog != nullptr);
  QTRY_VERIFY(said(*dialog).startsWith("Random data"));
  int tried = 0;
  Jobs* jobs = &w_->window->workspace().jobs;
  connect(jobs, &Jobs::changed, this, [&] {
    const std::vector<JobInfo> running = jobs->running();
    tried += std::any_of(running.begin(), running.end(),
                         [](const JobInfo& each) { return each.name == "Checking the edit"; });
  });
  auto* rate = dialog->findChildren<QLineEdit*>()[0];
  rate->selectAll();
  QTest::keyClicks(rate, "0.0125");
  QCOMPARE(tried, 0);
  QCOMPARE(said(*dialog), QString::fromUtf8("Checking the edit…"));
  QTRY_VERIFY(said(*dialog).startsWith("Random data"));
  QCOMPARE(tried, 1);
  QVERIFY(!w_->editor.editing());
  QTest::keyClicks(rate, "x");
  dialog->close();  // before the trial ends
  testing::settle(300);
}

NGRAPH_VIEW_TEST(TrainingDialogTest)
#include "training_dialog_test.moc"
