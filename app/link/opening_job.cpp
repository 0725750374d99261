// SPDX-License-Identifier: Apache-2.0
#include "app/link/opening_job.h"

#include <QFileInfo>
#include <utility>

namespace ng::views {

OpeningJob::OpeningJob(EngineSession& session, Jobs& jobs) : session_(session), jobs_(jobs) {
  connect(&session, &EngineSession::openingChanged, this, &OpeningJob::follow);
}

void OpeningJob::follow() {
  jobs_.finish(std::exchange(job_, 0));
  const QString path = session_.opening();
  if (path.isEmpty()) return;
  job_ = jobs_.begin(tr("Opening %1").arg(QFileInfo(path).fileName()), [this] {
    job_ = 0;
    session_.cancelOpening();
  });
}

}  // namespace ng::views
