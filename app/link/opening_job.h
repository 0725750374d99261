// SPDX-License-Identifier: Apache-2.0
// Job for the document being read: shown in the status line and ended by Stop (Shift+F5).
#pragma once

#include <QObject>

#include "app/link/session/engine_documents.h"
#include "views/core/jobs.h"

namespace ng::views {

class OpeningJob : public QObject {
  Q_OBJECT

 public:
  // Both arguments must outlive this object.
  OpeningJob(EngineDocuments& documents, Jobs& jobs);

 private:
  void follow();

  EngineDocuments& documents_;
  Jobs& jobs_;
  JobId job_ = 0;
};

}  // namespace ng::views
