// SPDX-License-Identifier: Apache-2.0
// Starts programs with mpirun: as root, with more ranks than processors.
#pragma once

#include <QProcess>
#include <QStandardPaths>
#include <QStringList>

#include "engine/distributed/launcher.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

namespace ng::testing {

struct Ended {
  int status = 0;
  QString text;
};

// Why mpirun cannot be used here; empty if it can.
inline QString without_mpirun() {
  if (QStandardPaths::findExecutable("mpirun").isEmpty())
    return "mpirun is missing (apt-get install openmpi-bin libopenmpi-dev)";
  const Availability mpi = mpi_availability();
  return mpi.available ? "" : QString::fromStdString(mpi.reason);
}

inline void prepare_mpirun(QProcess& process, int ranks, const QStringList& command,
                           const QString& transports = "self,vader") {
  auto environment = QProcessEnvironment::systemEnvironment();
  environment.insert("OMPI_ALLOW_RUN_AS_ROOT", "1");
  environment.insert("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
  environment.insert("OMPI_MCA_rmaps_base_oversubscribe", "1");
  environment.insert("OMPI_MCA_hwloc_base_binding_policy", "none");
  environment.insert("OMPI_MCA_mpi_yield_when_idle", "1");
  environment.insert("OMPI_MCA_btl", transports);
  environment.insert("OMPI_MCA_btl_tcp_if_include", "lo");
  environment.insert("OMPI_MCA_btl_vader_single_copy_mechanism", "none");
  process.setProcessEnvironment(environment);
  process.setProcessChannelMode(QProcess::MergedChannels);
  process.setProgram("mpirun");
  process.setArguments(QStringList{"-n", QString::number(ranks)} + command);
}

inline Ended wait_for_end(QProcess& process, const QString& before = {}) {
  if (!process.waitForFinished(patience)) {
    process.kill();
    process.waitForFinished();
    return {-1, "mpirun did not end:\n" + process.readAll()};
  }
  return {process.exitCode(), before + process.readAll()};
}

inline Ended run_mpirun(int ranks, const QStringList& command,
                        const QString& transports = "self,vader") {
  QProcess process;
  prepare_mpirun(process, ranks, command, transports);
  process.start();
  return wait_for_end(process);
}

}  // namespace ng::testing
