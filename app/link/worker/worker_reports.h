// SPDX-License-Identifier: Apache-2.0
// Messages of the engine's thread to the window. Exceptions become messages here, so that none
// reaches the event loop.
#pragma once

#include <QObject>
#include <QString>
#include <functional>

#include "engine/base/error.h"

namespace ng::views {

class WorkerReports : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  // Runs `work`; false: it failed and the reason was sent, or it was cancelled.
  bool attempt(const char* what, const std::function<void()>& work);
  void note(const char* what, const QString& where);

 signals:
  void said(ng::Diagnostic diagnostic);
};

}  // namespace ng::views
