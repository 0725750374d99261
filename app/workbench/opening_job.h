// SPDX-License-Identifier: Apache-2.0
// The document that is being read, as a job: the status line shows it and Stop (Shift+F5) ends it.
#pragma once

#include <QObject>

#include "app/workbench/engine_session.h"
#include "views/core/jobs.h"

namespace ng::views {

class OpeningJob : public QObject {
  Q_OBJECT

 public:
  // Both outlive it.
  OpeningJob(EngineSession& session, Jobs& jobs);

 private:
  void follow();

  EngineSession& session_;
  Jobs& jobs_;
  JobId job_ = 0;
};

}  // namespace ng::views
