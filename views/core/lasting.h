// SPDX-License-Identifier: Apache-2.0
// Beside QWidget: a view that stands as it stood when a document is opened again.
#pragma once

#include <QJsonObject>

namespace ng::views {

class Lasting {
 public:
  virtual ~Lasting() = default;
  // Small; ops and groups by name, since ids are made anew.
  virtual QJsonObject lasting() const = 0;
  // What a view once gave for this document, perhaps before the document changed: what is no more
  // there is passed over. Called when the document is compiled and shown.
  virtual void restoreLasting(const QJsonObject& state) = 0;
};

}  // namespace ng::views
