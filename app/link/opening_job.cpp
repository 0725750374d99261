// SPDX-License-Identifier: Apache-2.0
#include "app/link/opening_job.h"

#include <QFileInfo>
#include <utility>

namespace ng::views {

OpeningJob::OpeningJob(EngineDocuments& documents, Jobs& jobs)
    : documents_(documents), jobs_(jobs) {
  connect(&documents, &EngineDocuments::openingChanged, this, &OpeningJob::follow);
}

void OpeningJob::follow() {
  jobs_.finish(std::exchange(job_, 0));
  const QString path = documents_.opening();
  if (path.isEmpty()) return;
  job_ = jobs_.begin(tr("Opening %1").arg(QFileInfo(path).fileName()), [this] {
    job_ = 0;
    documents_.cancelOpening();
  });
}

}  // namespace ng::views
