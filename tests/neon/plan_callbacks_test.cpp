// SPDX-License-Identifier: Apache-2.0
// Tests a plan's callbacks after epochs: checkpoints, logs, early stopping, and rejected plans.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/documents/import_document.h"
#include "engine/neon/training/training.h"
#include "tests/support/counting_plan.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

TrainingRun run_of(const Document& document) {
  return TrainingRun(document, allocate_transformer("reference"));
}

// Epoch numbers of a log's lines.
std::vector<int> epochs_of(const QString& path) {
  QFile file(path);
  std::vector<int> epochs;
  if (!file.open(QIODevice::ReadOnly)) return epochs;
  for (const QByteArray& line : file.readAll().trimmed().split('\n'))
    epochs.push_back(line.split(':').value(1).split(',').value(0).toInt());
  return epochs;
}

}  // namespace

class PlanCallbacksTest : public QObject {
  Q_OBJECT
 private slots:
  void callbacks_save_and_log();
  void each_log_has_its_own_lines();
  void a_callback_stops_the_run();
  void refusals_data();
  void refusals();
  void a_file_for_each();
  void links_out_of_the_folder_are_not_written_through_data();
  void links_out_of_the_folder_are_not_written_through();

 private:
  QTemporaryDir folder_;
};

void PlanCallbacksTest::callbacks_save_and_log() {
  const std::string folder = folder_.path().toStdString();
  Document document = counting(folder);
  document.plan->epochs = 3;
  PlanCallback save, log;
  save.every = 2;
  save.file = "kept.safetensors";
  log.kind = PlanCallback::Kind::log;
  log.file = "run.jsonl";
  document.plan->callbacks = {save, log};
  std::vector<std::int64_t> saved_at;
  TrainingOptions options;
  options.after_epoch = [&](const TrainingRun& run) {
    if (!QFile::exists(folder_.filePath("kept.safetensors"))) return;
    saved_at.push_back(read_checkpoint(folder + "/kept.safetensors").position->iteration);
    QVERIFY(run.last_evaluation(0).has_value());
  };
  TrainingRun run(document, allocate_transformer("reference"), options);
  run.run();
  QCOMPARE(saved_at, (std::vector<std::int64_t>{16, 24}));  // including the last epoch
  const auto lines = [&] {
    QFile file(folder_.filePath("run.jsonl"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().split('\n') : QByteArrayList();
  };
  QCOMPARE(lines().size(), 3);
  QVERIFY(lines()[1].startsWith("{\"epoch\":2,\"iteration\":16,\"results\":{\"y\":"));
  QVERIFY(lines()[1].contains("\"evaluations\":{\"sum of labels\":"));
  // Continuing appends lines; starting over truncates the log.
  TrainingRun more(document, allocate_transformer("reference"));
  more.restore(folder + "/kept.safetensors");
  more.set_epochs(4);
  more.run();
  QCOMPARE(lines().size(), 4);
  // Killed after epoch 4 while writing the line of epoch 5: epochs 3 and 4 are logged again.
  document.plan->epochs = 2;
  TrainingRun two(document, allocate_transformer("reference"));
  two.run();
  const Checkpoint second = two.checkpoint();
  two.set_epochs(4);
  two.run();
  const QByteArrayList all = lines();
  QFile file(folder_.filePath("run.jsonl"));
  QVERIFY(file.open(QIODevice::Append));
  file.write("{\"epoch\":5,\"itera");
  file.close();
  document.plan->epochs = 4;
  TrainingRun again(document, allocate_transformer("reference"));
  again.restore(second);
  again.run();
  QCOMPARE(lines().size(), 4);
  for (int i = 0; i < 4; ++i) {
    QCOMPARE(lines()[i].split(',')[0], all[i].split(',')[0]);
    QCOMPARE(lines()[i].split(',')[1], all[i].split(',')[1]);
  }
  again.reset();
  again.run_epoch();
  QCOMPARE(lines().size(), 1);
}

// Logs are independent of each other; a run with more epochs keeps its lines.
void PlanCallbacksTest::each_log_has_its_own_lines() {
  Document document = counting(folder_.path().toStdString());
  document.plan->epochs = 3;
  PlanCallback often, seldom;
  often.kind = seldom.kind = PlanCallback::Kind::log;
  often.file = "often.jsonl";
  seldom.file = "seldom.jsonl";
  seldom.every = 5;
  document.plan->callbacks = {often, seldom};
  const QString path = folder_.filePath("often.jsonl"), other = folder_.filePath("seldom.jsonl");
  TrainingRun run = run_of(document);
  run.run();
  const Checkpoint third = run.checkpoint();
  QCOMPARE(epochs_of(other), std::vector<int>{3});
  run.set_epochs(6);
  run.run();
  QCOMPARE(epochs_of(path), (std::vector<int>{1, 2, 3, 4, 5, 6}));
  QCOMPARE(epochs_of(other), (std::vector<int>{3, 5, 6}));
  document.plan->epochs = 5;
  TrainingRun again = run_of(document);
  again.restore(third);
  again.run();
  QCOMPARE(epochs_of(path), (std::vector<int>{1, 2, 3, 4, 5}));
  QCOMPARE(epochs_of(other), (std::vector<int>{3, 5}));
}

void PlanCallbacksTest::a_callback_stops_the_run() {
  Document document = counting(folder_.path().toStdString());
  PlanBinding infinite;
  infinite.placeholder = "x";
  infinite.source = PlanBinding::Source::schedule;
  infinite.schedule = "1/(2-iteration)";
  document.plan->bindings = {infinite};
  document.plan->batches = 4;
  PlanCallback stop;
  stop.kind = PlanCallback::Kind::stop_at_non_finite;
  document.plan->callbacks = {stop};
  TrainingRun run = run_of(document);
  QVERIFY_THROWS_EXCEPTION(Error, run.run());
  QCOMPARE(run.state(), RunState::failed);
  QCOMPARE(run.iteration(), 3);
}

void PlanCallbacksTest::refusals_data() {
  QTest::addColumn<int>("every");
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("said");
  QTest::newRow("never") << 0 << "run.jsonl"
                         << "invalid callback frequency";
  QTest::newRow("before the start") << -1 << "run.jsonl"
                                    << "invalid callback frequency";
  QTest::newRow("no file") << 1 << ""
                           << "it is empty";
  QTest::newRow("outside") << 1 << "../run.jsonl"
                           << "leaves the folder";
  QTest::newRow("an array") << 1 << "0123456789abcdef0123456789abcdef.jsonl"
                            << "keep their arrays";
  QTest::newRow("another kind") << 1 << "run.txt"
                                << "ends in .jsonl";
}

// A plan built in code is validated like one that was read.
void PlanCallbacksTest::refusals() {
  QFETCH(int, every);
  QFETCH(QString, file);
  QFETCH(QString, said);
  Document document = counting(folder_.path().toStdString());
  PlanCallback log;
  log.kind = PlanCallback::Kind::log;
  log.every = every;
  log.file = file.toStdString();
  document.plan->callbacks = {log};
  const QString made = refusal([&] { run_of(document); });
  QVERIFY2(made.contains(said), qPrintable(made));
  const std::string path = folder_.path().toStdString() + "/refused.ngraph";
  save_document(document, path);
  const QString read = refusal([&] { load_document(path); });
  const QString expected = every < 1 ? "does not fit" : file.isEmpty() ? "empty" : said;
  QVERIFY2(read.contains(expected), qPrintable(read));
}

void PlanCallbacksTest::a_file_for_each() {
  Document document = counting(folder_.path().toStdString());
  PlanCallback log;
  log.kind = PlanCallback::Kind::log;
  log.file = "one.jsonl";
  document.plan->callbacks = {log, log};
  const QString said = refusal([&] { run_of(document); });
  QVERIFY2(said.contains("two callbacks write the same file"), qPrintable(said));
}

void PlanCallbacksTest::links_out_of_the_folder_are_not_written_through_data() {
  QTest::addColumn<bool>("log");
  QTest::addColumn<bool>("folder");
  QTest::newRow("a log") << true << false;
  QTest::newRow("a checkpoint") << false << false;
  QTest::newRow("a log in a folder") << true << true;
}

// The target need not exist: writing through a dangling link would create it.
void PlanCallbacksTest::links_out_of_the_folder_are_not_written_through() {
  QFETCH(bool, log);
  QFETCH(bool, folder);
  const QTemporaryDir inside, outside;
  Document document = counting(inside.path().toStdString());
  document.plan->epochs = 1;
  PlanCallback callback;
  if (log) callback.kind = PlanCallback::Kind::log;
  const QString name = log ? "out.jsonl" : "out.safetensors";
  callback.file = ((folder ? "sub/" : "") + name).toStdString();
  document.plan->callbacks = {callback};
  const QString target = outside.filePath(folder ? "sub" : name);
  QVERIFY(QFile::link(target, inside.filePath(folder ? "sub" : name)));
  QVERIFY_THROWS_EXCEPTION(Error, run_of(document).run());
  QVERIFY(!QFile::exists(target));
  if (folder) QVERIFY(QDir().mkpath(target));
  QVERIFY_THROWS_EXCEPTION(Error, run_of(document).run());
  QVERIFY(QDir(outside.path()).entryList(QDir::Files).isEmpty());
}

NGRAPH_TEST(PlanCallbacksTest, QCoreApplication)
#include "plan_callbacks_test.moc"
