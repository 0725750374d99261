// SPDX-License-Identifier: Apache-2.0
// Interface of a view that saves and restores its state per document. Inherit it together with
// QWidget.
#pragma once

#include <QJsonObject>
#include <QStringList>
#include <functional>

namespace ng::views {

class Lasting {
 public:
  virtual ~Lasting() = default;
  // The state to save. Keep it small; refer to ops and groups by name, because ids may
  // change when the document is opened again.
  virtual QJsonObject lasting() const = 0;
  // Restores a state returned by lasting(), possibly for an older version of the document: ignores
  // names that no longer exist. Called when the document is compiled and shown.
  virtual void restoreLasting(const QJsonObject& state) = 0;
  // Applies command-line options for this view, by name: {"direction": "right"}. Returns an error
  // text; empty on success.
  virtual QString arrange(const QJsonObject& options) {
    return options.isEmpty() ? QString() : "This view has no layout options.";
  }
  // Called with the command-line words that repeat what the user just did.
  std::function<void(const QStringList& words)> said;
};

}  // namespace ng::views
