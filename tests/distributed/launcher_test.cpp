// SPDX-License-Identifier: Apache-2.0
// Tests what launchers say in the environment of a process.
#include <QtTest>

#include "engine/distributed/launcher.h"
#include "tests/support/test_program.h"

using namespace ng;

class LauncherTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK",
                             "OMPI_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_SIZE",
                             "MV2_COMM_WORLD_LOCAL_RANK", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID",
                             "PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID"})
      qunsetenv(name);
  }

  void without_a_launcher() { QVERIFY(!launched_rank()); }

  // Ranks take the devices of their own machine.
  void local_ranks_data() {
    QTest::addColumn<QByteArray>("rank");
    QTest::addColumn<QByteArray>("size");
    QTest::addColumn<QByteArray>("local");
    const auto add = [](const char* name, const char* rank, const char* size, const char* local) {
      QTest::addRow("%s", name) << QByteArray(rank) << QByteArray(size) << QByteArray(local);
    };
    add("Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK");
    add("MVAPICH", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_LOCAL_RANK");
    add("PMI", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID");
    add("PMI in Slurm", "PMI_RANK", "PMI_SIZE", "SLURM_LOCALID");
    add("PMIx in Slurm", "PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID");
  }
  void local_ranks() {
    QFETCH(QByteArray, rank);
    QFETCH(QByteArray, size);
    QFETCH(QByteArray, local);
    qputenv(rank.constData(), "5");
    qputenv(size.constData(), "8");
    QCOMPARE(launched_rank()->rank, 5);
    QCOMPARE(launched_rank()->size, 8);
    QCOMPARE(launched_rank()->local_rank, 5);
    qputenv(local.constData(), "1");
    QCOMPARE(launched_rank()->local_rank, 1);
    QCOMPARE(launched_rank()->rank, 5);
  }
};

NGRAPH_TEST(LauncherTest)
#include "launcher_test.moc"
