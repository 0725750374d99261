// SPDX-License-Identifier: Apache-2.0
// Documents: the open document. GUI thread only; reading runs on another thread.
#pragma once

#include <QObject>
#include <QString>
#include <memory>

#include "engine/records/records.h"

namespace ng {

struct DocumentDifference;
using DocumentDifferencePtr = std::shared_ptr<const DocumentDifference>;

}  // namespace ng

namespace ng::views {

class Documents : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  virtual DocumentRecordPtr document() const = 0;  // null before the first open
  // Why document() cannot be run, edited or compiled, as a sentence; empty: it can.
  virtual QString readOnly() const { return {}; }
  // Emits documentChanged and compiles, or emits Messages::message.
  virtual void open(const QString& path) = 0;
  // Shows the document of `second` with its differences from that of `first`, read-only. Emits
  // documentChanged, or Messages::message.
  virtual void compare(const QString& /*first*/, const QString& /*second*/) {}
  virtual DocumentDifferencePtr difference() const { return nullptr; }  // null: no comparison
  virtual void close() = 0;  // document() and Compilations::compilation() become null

 signals:
  void documentChanged();
};

}  // namespace ng::views
