// SPDX-License-Identifier: Apache-2.0
// Beside QWidget: a view that stands as it stood when a document is opened again.
#pragma once

#include <QJsonObject>
#include <QStringList>
#include <functional>

namespace ng::views {

class Lasting {
 public:
  virtual ~Lasting() = default;
  // Small; ops and groups by name, since ids are made anew.
  virtual QJsonObject lasting() const = 0;
  // What a view once gave for this document, perhaps before the document changed: what is no more
  // there is passed over. Called when the document is compiled and shown.
  virtual void restoreLasting(const QJsonObject& state) = 0;
  // Options of the command line for this view, by name: {"direction": "right"}. What is wrong with
  // them, or empty: it is done.
  virtual QString arrange(const QJsonObject& options) {
    return options.isEmpty() ? QString() : "There is nothing to arrange here.";
  }
  // Called with the words of the command line that do what the user just did.
  std::function<void(const QStringList& words)> said;
};

}  // namespace ng::views
