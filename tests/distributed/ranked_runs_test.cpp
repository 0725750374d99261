// SPDX-License-Identifier: Apache-2.0
// Tests `ngraph run --parallel`, as threads and under mpirun, and the transformer 'mpi' of Python:
// equal values, killed ranks, and runs that continue on another number of ranks.
#include <signal.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/documents/checkpoint.h"
#include "tests/distributed/mpirun.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::testing;

namespace {

QString ngraph() {
  return QString::fromStdString(built_program("ngraph"));
}

QString mlp() {
  return QString::fromStdString(source_file("sample_graphs/06_mlp.ngraph"));
}

Ended run_alone(const QStringList& arguments) {
  QProcess process;
  process.setProcessChannelMode(QProcess::MergedChannels);
  process.start(ngraph(), arguments);
  return wait_for_end(process);
}

// The values of the last line of a `run --json`.
std::vector<double> last_points(const QString& text) {
  const QString line = text.trimmed().section('\n', -1);
  std::vector<double> points;
  for (const auto& series : QJsonDocument::fromJson(line.toUtf8()).object()["series"].toArray())
    points.push_back(series.toObject()["y"].toArray().last().toDouble());
  return points;
}

}  // namespace

class RankedRunsTest : public QObject {
  Q_OBJECT
 private slots:
  void threads_give_what_one_process_gives();
  void processes_give_what_one_process_gives_data();
  void processes_give_what_one_process_gives();
  void the_number_of_ranks_is_needed();
  void lengths_must_be_divisible();
  void a_killed_rank_ends_all_and_the_run_continues();
  void other_input_on_a_rank_is_refused();
  void only_the_first_rank_writes();
  void state_in_parts_data();
  void state_in_parts();
  void state_in_parts_needs_ranks();
  void links_are_measured_between_processes();
  void python_divides_its_computations();
  void checkpoints_of_stages_load_elsewhere();
  void stages_have_lanes();
};

void RankedRunsTest::threads_give_what_one_process_gives() {
  const auto alone = last_points(run_alone({"run", mlp(), "--json", "--epochs", "3"}).text);
  QVERIFY(alone.size() >= 2);
  const QStringList all[] = {{"--parallel", "N=2"},
                             {"--parallel", "N=2,K=2"},
                             {"--stages", "3"},
                             {"--micro-batches", "4"},
                             {"--parallel", "N=2", "--stages", "2", "--micro-batches", "8"}};
  for (const QStringList& options : all) {
    const Ended ended = run_alone(QStringList{"run", mlp(), "--json", "--epochs", "3"} + options);
    QCOMPARE(ended.status, 0);
    const QString wrong = difference(last_points(ended.text), alone, 1e-5, 1e-6);
    QVERIFY2(wrong.isEmpty(), qPrintable(options.join(' ') + ": " + wrong));
  }
}

void RankedRunsTest::processes_give_what_one_process_gives_data() {
  QTest::addColumn<int>("ranks");
  QTest::addColumn<QStringList>("options");
  QTest::addRow("2 ranks, batch") << 2 << QStringList{"--parallel", "N"};
  QTest::addRow("4 ranks, batch and hidden layer") << 4 << QStringList{"--parallel", "N=2,K"};
  QTest::addRow("3 ranks, stages") << 3 << QStringList{"--stages", "3"};
  QTest::addRow("4 ranks, batch and stages")
      << 4 << QStringList{"--parallel", "N", "--stages", "2", "--micro-batches", "4"};
}

void RankedRunsTest::processes_give_what_one_process_gives() {
  QFETCH(int, ranks);
  QFETCH(QStringList, options);
  if (const QString reason = without_mpirun(); !reason.isEmpty()) QSKIP(qPrintable(reason));
  const auto alone = last_points(run_alone({"run", mlp(), "--json", "--epochs", "3"}).text);
  const Ended ended =
      run_mpirun(ranks, QStringList{ngraph(), "run", mlp(), "--json", "--epochs", "3"} + options);
  QCOMPARE(ended.status, 0);
  const QString wrong = difference(last_points(ended.text), alone, 1e-5, 1e-6);
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong + "\n" + ended.text));
  QCOMPARE(ended.text.count("\"computation\""), 1);
}

void RankedRunsTest::the_number_of_ranks_is_needed() {
  const Ended ended = run_alone({"run", mlp(), "--parallel", "N"});
  QCOMPARE(ended.status, 2);
  QVERIFY2(ended.text.contains("N=4"), qPrintable(ended.text));
  const Ended twice = run_alone({"run", mlp(), "--parallel", "N=2,N=2"});
  QCOMPARE(twice.status, 2);
  QVERIFY2(twice.text.contains("named twice"), qPrintable(twice.text));
}

void RankedRunsTest::lengths_must_be_divisible() {
  const Ended ended = run_alone({"run", mlp(), "--parallel", "N=3"});
  QVERIFY(ended.status != 0);
  QVERIFY2(ended.text.contains("N: 64"), qPrintable(ended.text));
}

// The last checkpoint is whole, and the run continues from it on another number of ranks.
void RankedRunsTest::a_killed_rank_ends_all_and_the_run_continues() {
  if (const QString reason = without_mpirun(); !reason.isEmpty()) QSKIP(qPrintable(reason));
  QTemporaryDir folder;
  const QString saved = folder.filePath("mlp.safetensors");
  const Ended first =
      run_mpirun(2, {ngraph(), "run", mlp(), "--epochs", "2", "--parallel", "N", "--save", saved});
  QCOMPARE(first.status, 0);
  QProcess process;
  prepare_mpirun(process, 2,
                 {ngraph(), "run", mlp(), "--epochs", "1000000", "--parallel", "N", "--restore",
                  saved, "--save", saved});
  process.start();
  QString text;
  while (!text.contains("epoch 5") && process.waitForReadyRead(patience)) text += process.readAll();
  QVERIFY2(text.contains("epoch 5"), qPrintable(text));
  QProcess children;
  children.start("pgrep", {"-P", QString::number(process.processId())});
  children.waitForFinished();
  const QString pid = QString(children.readAll()).trimmed().section('\n', -1);
  QCOMPARE(kill(pid.toInt(), SIGKILL), 0);
  QElapsedTimer timer;
  timer.start();
  const Ended ended = wait_for_end(process, text);
  QVERIFY(ended.status != 0);
  QVERIFY2(ended.text.contains("signal 9"), qPrintable(ended.text));
  const Ended resumed =
      run_alone({"run", mlp(), "--epochs", "3", "--json", "--parallel", "N=4", "--restore", saved});
  QCOMPARE(resumed.status, 0);
  const auto alone = last_points(run_alone({"run", mlp(), "--json", "--epochs", "3"}).text);
  const QString wrong = difference(last_points(resumed.text), alone, 1e-5, 1e-6);
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

// On machines without a shared folder, files and options can differ.
void RankedRunsTest::other_input_on_a_rank_is_refused() {
  if (const QString reason = without_mpirun(); !reason.isEmpty()) QSKIP(qPrintable(reason));
  QTemporaryDir folder;
  const QString saved = folder.filePath("mlp.safetensors"), other = folder.filePath("other.ckpt");
  const QStringList run{ngraph(), "run", mlp()};
  const QStringList once = run.mid(1) + QStringList{"--epochs", "1", "--save"};
  QCOMPARE(run_alone(once + QStringList{saved}).status, 0);
  QCOMPARE(run_alone(once + QStringList{other, "--feed", "alpha=0.001"}).status, 0);
  const auto pair = [&](const QStringList& first, const QStringList& second) {
    const QStringList on_ranks = run + QStringList{"--parallel", "N"};
    return run_mpirun(1, on_ranks + first + QStringList{":", "-n", "1"} + on_ranks + second);
  };
  const Ended whole = run_mpirun(2, run + QStringList{"--epochs", "1"});
  QCOMPARE(whole.text.count("each of the 2 processes runs the whole"), 1);
  const QStringList more{"--epochs", "2", "--restore"};
  const std::pair<QString, Ended> all[] = {
      {"different checkpoints", pair(more + QStringList{saved}, more + QStringList{other})},
      {"different values of 'alpha'", pair({}, {"--feed", "alpha=9"})},
      {"different numbers of epochs", pair({}, {"--epochs", "2"})}};
  for (const auto& [what, ended] : all) {
    QVERIFY(ended.status != 0);
    QVERIFY2(ended.text.contains(what), qPrintable(ended.text));
    QVERIFY2(ended.text.contains("differ"), qPrintable(ended.text));
  }
}

void RankedRunsTest::only_the_first_rank_writes() {
  QTemporaryDir folder;
  const QString saved = folder.filePath("mlp.safetensors");
  const Ended ended = run_alone({"run", mlp(), "--epochs", "2", "--parallel", "N=4", "--save",
                                 saved, "--out", folder.path()});
  QCOMPARE(ended.status, 0);
  QCOMPARE(ended.text.count("epoch 1"), 1);
  QVERIFY(!read_checkpoint(saved.toStdString()).tensors.empty());
}

void RankedRunsTest::state_in_parts_data() {
  QTest::addColumn<QString>("state");
  QTest::addColumn<bool>("processes");
  for (const char* state : {"optimizer", "all"}) {
    QTest::addRow("%s, threads", state) << QString(state) << false;
    QTest::addRow("%s, processes", state) << QString(state) << true;
  }
}

// Saved on 2 ranks, continued on 4 with weights in parts, and on one process.
void RankedRunsTest::state_in_parts() {
  QFETCH(QString, state);
  QFETCH(bool, processes);
  if (const QString reason = without_mpirun(); processes && !reason.isEmpty())
    QSKIP(qPrintable(reason));
  const auto alone = last_points(run_alone({"run", mlp(), "--json", "--epochs", "3"}).text);
  QTemporaryDir folder;
  const QString saved = folder.filePath("mlp.safetensors");
  const QStringList first = {"run",        mlp(), "--epochs",      "2",  "--save", saved,
                             "--parallel", "N=2", "--shard-state", state};
  const Ended half = processes ? run_mpirun(2, QStringList{ngraph()} + first) : run_alone(first);
  QVERIFY2(half.status == 0, qPrintable(half.text));
  const QStringList rest = {"run", mlp(), "--epochs", "3", "--json", "--restore", saved};
  for (const QStringList& more :
       {QStringList(), QStringList{"--parallel", "N=4", "--shard-state", "all"}}) {
    const Ended ended = run_alone(rest + more);
    QVERIFY2(ended.status == 0, qPrintable(ended.text));
    const QString wrong = difference(last_points(ended.text), alone, 1e-5, 1e-6);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }
}

void RankedRunsTest::state_in_parts_needs_ranks() {
  const Ended without = run_alone({"run", mlp(), "--shard-state", "all"});
  QCOMPARE(without.status, 2);
  QVERIFY2(without.text.contains("--parallel"), qPrintable(without.text));
  const Ended unknown = run_alone({"run", mlp(), "--parallel", "N=2", "--shard-state", "half"});
  QCOMPARE(unknown.status, 2);
  QVERIFY2(unknown.text.contains("'optimizer'"), qPrintable(unknown.text));
}

// Times differ from run to run: only what they must have in common is checked.
void RankedRunsTest::links_are_measured_between_processes() {
  const Ended alone = run_alone({"scale", mlp(), "--parallel", "N", "--measure"});
  QCOMPARE(alone.status, 4);
  QVERIFY2(alone.text.contains("mpirun -n 2"), qPrintable(alone.text));
  if (const QString reason = without_mpirun(); !reason.isEmpty()) QSKIP(qPrintable(reason));
  const Ended ended = run_mpirun(2, {ngraph(), "scale", mlp(), "--parallel", "N", "--ranks", "1,2",
                                     "--calls", "2", "--measure", "--json"});
  QVERIFY2(ended.status == 0, qPrintable(ended.text));
  const QString line = ended.text.trimmed();
  QVERIFY2(!line.contains('\n'), qPrintable(line));  // of the first rank alone
  const QJsonObject found = QJsonDocument::fromJson(line.toUtf8()).object();
  const QJsonObject cluster = found["cluster"].toObject();
  QVERIFY(cluster["within"].toObject()["latency_microseconds"].toDouble() > 0);
  QVERIFY(cluster["within"] == cluster["between"]);
  const double overlap = cluster["overlap"].toDouble(-1);
  QVERIFY(overlap >= 0 && overlap <= 1);
  const QJsonObject two = found["rows"].toArray()[1].toObject();
  QVERIFY(two["exchange_microseconds"].toDouble() > 0);
}

void RankedRunsTest::python_divides_its_computations() {
  const QString package = QString(NGRAPH_PYTHON_FOLDER);
  if (!QFile::exists(package + "/ngraph/__init__.py")) QSKIP("the Python package is not built");
  if (const QString reason = without_mpirun(); !reason.isEmpty()) QSKIP(qPrintable(reason));
  QTemporaryDir folder;
  const QString script = folder.filePath("train.py");
  QFile file(script);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(R"(
import os
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import ngraph as ng
import ngraph.transformers as ngt
C, N = ng.make_axis(4, name="C"), ng.make_axis(6, name="N")
x, w = ng.placeholder([C, N]), ng.variable([C], initial_value=0.5)
loss = ng.sum(ng.square(ng.dot(w, x) - 1.0), out_axes=()) / 6.0
step = ng.sequential([ng.assign(w, w - 0.1 * ng.deriv(loss, w)), loss])
values = np.arange(24).reshape(4, 6) / 24.0
answers, weights = [], []
for name, options in (("cpu", {}), ("mpi", {}), ("mpi", {"shard_state": "all"}),
                      ("mpi", {"stages": 2, "micro_batches": 3})):
    transformer = ngt.make_transformer_factory(name, **options)()
    train = transformer.computation(step, x)
    answers.append([float(train(values)) for _ in range(3)])
    weights.append(transformer.get_tensor_view_value(w))
for other in (1, 2, 3):
    assert np.allclose(answers[0], answers[other], rtol=1e-6), answers
    assert np.allclose(weights[0], weights[other], rtol=1e-6), weights
with open(__file__ + "." + os.environ["OMPI_COMM_WORLD_RANK"], "w") as done:
    done.write(str(len(answers[1])))
)");
  file.close();
  const Ended ended = run_mpirun(2, {"/usr/bin/python3", "-B", script, package});
  QVERIFY2(ended.status == 0, qPrintable(ended.text));
  for (const char* rank : {".0", ".1"}) {  // launchers may lose the last line of a rank's output
    QFile done(script + rank);
    QVERIFY2(done.open(QIODevice::ReadOnly), qPrintable(ended.text));
    QCOMPARE(done.readAll(), QByteArray("3"));
  }
}

void RankedRunsTest::checkpoints_of_stages_load_elsewhere() {
  const auto run = [](const QStringList& more) {
    return run_alone(QStringList{"run", mlp(), "--json", "--epochs", "2"} + more);
  };
  QTemporaryDir folder;
  const QString staged = folder.filePath("staged.safetensors"),
                alone = folder.filePath("alone.safetensors");
  QCOMPARE(run({"--stages", "3", "--save", staged}).status, 0);
  QCOMPARE(run({"--save", alone}).status, 0);
  const auto expected = last_points(run({"--restore", alone}).text);
  QVERIFY(!expected.empty());
  for (const QStringList& more :
       {QStringList{"--restore", staged}, QStringList{"--restore", alone, "--stages", "2"}}) {
    const QString wrong = difference(last_points(run(more).text), expected, 1e-5, 1e-6);
    QVERIFY2(wrong.isEmpty(), qPrintable(more.join(' ') + ": " + wrong));
  }
}

// Each with the steps of its own program.
void RankedRunsTest::stages_have_lanes() {
  QTemporaryDir folder;
  const QString path = folder.filePath("trace.json");
  QCOMPARE(run_alone({"run", mlp(), "--epochs", "1", "--stages", "2", "--trace", path}).status, 0);
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray text = file.readAll();
  for (const char* name : {"rank 0, stage 0", "rank 1, stage 1", "\"send\"", "\"receive\""})
    QVERIFY2(text.contains(name), name);
}

NGRAPH_TEST(RankedRunsTest)
#include "ranked_runs_test.moc"
