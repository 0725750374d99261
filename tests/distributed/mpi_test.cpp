// SPDX-License-Identifier: Apache-2.0
// Tests ranks over MPI: mpirun starts mpi_program, with shared memory and over TCP.
#include "tests/distributed/mpirun.h"
#include "tests/support/test_program.h"

#include <signal.h>

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QtTest>

#include "engine/distributed/launcher.h"

using namespace ng;
using namespace ng::testing;

namespace {

const QString long_timeout = "300000";  // ms

QStringList program(const QString& name, const QString& timeout) {
  return {QString::fromStdString(built_program("mpi_program")), name, timeout};
}

Ended run(int ranks, const QString& name, const QString& timeout = long_timeout,
          const QString& transports = "self,vader") {
  return run_mpirun(ranks, program(name, timeout), transports);
}

bool has(const QString& text, const QString& part) {
  if (text.simplified().contains(part)) return true;
  qWarning().noquote() << "'" + part + "' is not in:\n" + text;
  return false;
}

}  // namespace

class MpiTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (const QString reason = without_mpirun(); !reason.isEmpty()) QSKIP(qPrintable(reason));
  }

  void without_a_launcher_there_is_a_reason() {
    const OpenedWorld opened = open_world();
    QVERIFY(!opened.communicator);
    QVERIFY(has(QString::fromStdString(opened.reason), "start it with mpirun"));
  }

  void collectives_are_those_of_the_simulated_world_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("transports");
    for (const int ranks : {1, 2, 3, 4}) {
      QTest::addRow("all, %d ranks", ranks) << ranks << "all" << "self,vader";
    }
    QTest::addRow("all over TCP") << 2 << "all" << "self,tcp";
    for (const char* name : {"groups", "messages", "fast"}) {
      QTest::addRow("%s, 3 ranks", name) << 3 << name << "self,vader";
      QTest::addRow("%s, 4 ranks over TCP", name) << 4 << name << "self,tcp";
    }
  }
  void collectives_are_those_of_the_simulated_world() {
    QFETCH(int, ranks);
    QFETCH(QString, name);
    QFETCH(QString, transports);
    const Ended ended = run(ranks, name, long_timeout, transports);
    for (int rank = 0; rank < ranks; ++rank) {
      QVERIFY(has(ended.text, QString("rank %1: ok").arg(rank)));
    }
    QCOMPARE(ended.status, 0);
  }

  void failures_are_named_by_all_ranks_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("timeout");
    QTest::addColumn<QStringList>("messages");
    QTest::addRow("calls differ")
        << 2 << "differ" << long_timeout
        << QStringList{
               "rank 0: rank 0 of 2 cannot complete all_reduce (add) of 4 float32 "
               "'gradient of W'",
               "rank 1: rank 1 of 2 cannot complete all_reduce (add) of 3 float32",
               "rank 0 calls all_reduce (add) of 4 float32 'gradient of W', rank 1 calls "
               "all_reduce (add) of 3 float32 'gradient of W'"};
    QTest::addRow("programs differ")
        << 3 << "programs" << long_timeout
        << QStringList{"rank 0: the ranks have compiled different programs 'train'",
                       "rank 1: the ranks", "rank 2: the ranks",
                       "rank 1 differs from the other ranks"};
    QTest::addRow("a rank hangs")
        << 3 << "hang" << "1000"
        << QStringList{
               "rank 2 did not arrive within 1 s in all_reduce (add) of 1 float32 "
               "'step 2'"};
    QTest::addRow("a rank ends") << 3 << "end" << long_timeout
                                 << QStringList{"rank 0: ok",
                                                "rank 0 ended before all_reduce (add) of 1 "
                                                "float32 'step 2'"};
    QTest::addRow("a sender ends")
        << 2 << "end of a sender" << long_timeout
        << QStringList{"rank 0: ok", "rank 0 ended before receive 'input'"};
    QTest::addRow("a rank aborts") << 2 << "abort" << long_timeout
                                   << QStringList{"rank 1 of 2 ends the program: no space left"};
    QTest::addRow("a rank fails alone")
        << 2 << "failure of one" << long_timeout
        << QStringList{"rank 1: no data", "rank 1 ended before all_reduce (add)"};
    QTest::addRow("a library of a rank fails")
        << 3 << "failure of a library" << long_timeout
        << QStringList{"rank 0: rank 1 failed: NCCL: no route", "rank 1: NCCL has failed",
                       "rank 2: rank 1 failed: NCCL: no route"};
    QTest::addRow("a message of another length")
        << 2 << "lengths" << long_timeout << QStringList{"rank 1 of 2 cannot complete receive 'x'"};
  }
  void failures_are_named_by_all_ranks() {
    QFETCH(int, ranks);
    QFETCH(QString, name);
    QFETCH(QString, timeout);
    QFETCH(QStringList, messages);
    const Ended ended = run(ranks, name, timeout);
    for (const QString& message : messages) QVERIFY(has(ended.text, message));
    QVERIFY2(ended.status > 0, qPrintable(ended.text));
  }

  // At random moments within a long series of collectives: the other ranks end, with a message.
  void a_killed_rank_ends_all() {
    for (int round = 0; round < 3; ++round) {
      QProcess process;
      prepare_mpirun(process, 3, program("loop", long_timeout));
      process.start();
      QString text;
      const QRegularExpression pid("pid (\\d+)");
      while (text.count(pid) < 3 && process.waitForReadyRead(patience)) text += process.readAll();
      QCOMPARE(text.count(pid), 3);
      QTest::qWait(static_cast<int>(QRandomGenerator::global()->bounded(300)));
      auto found = pid.globalMatch(text);
      for (int skip = round; skip > 0; --skip) found.next();
      QCOMPARE(kill(found.next().captured(1).toInt(), SIGKILL), 0);
      const Ended ended = wait_for_end(process);
      QVERIFY(has(ended.text, "exited on signal 9"));
      QVERIFY2(ended.status > 0, qPrintable(ended.text));
    }
  }
};

NGRAPH_TEST(MpiTest)
#include "mpi_test.moc"
