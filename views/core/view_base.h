// SPDX-License-Identifier: Apache-2.0
// Base of every view of the table: what the window asks of a view, and updates that wait until the
// view is visible. GUI thread only.
#pragma once

#include <QJsonObject>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <vector>

namespace ng::views {

class ViewBase : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  // The state that is saved per document. Keep it small; refer to ops and groups by name, because
  // ids may change when the document is opened again. Empty: nothing to save.
  virtual QJsonObject savedState() const { return {}; }
  // Restores a state returned by savedState(), possibly for an older version of the document:
  // ignores names that no longer exist. Called when the document is compiled and shown.
  virtual void restoreState(const QJsonObject&) {}
  // Applies options of the view's row, by name: {"direction": "right"}. Returns an error text;
  // empty on success. Called again with the same options as the document is compiled and drawn.
  virtual QString arrange(const QJsonObject& options);
  // Writes the picture of all that the view can show, at `scale` pixels per point. Returns why it
  // could not be written; empty on success.
  virtual QString exportTo(const QString& file, double scale, bool dark);
  // Shows a file of the kind that the view's row names (View::opens).
  virtual void openFile(const QString&) {}
  // Saves what is edited in the view; false: nothing is edited in it, the document is meant.
  virtual bool save() { return false; }

 signals:
  // The command-line words that repeat what the user just did: options of this view or, if
  // `command` is not empty, arguments of that command of `ngraph`.
  void echoed(const QString& command, const QStringList& words);
  // The view opened files; `before` was opened before them.
  void opened(const QStringList& files, const QString& before);
  void notOpened();                      // the file of openFile() cannot be read
  void helpWanted(const QString& page);  // of helpPages() in the window

 protected:
  // All panels get a show event when a document opens; expensive work uses `later` to run in a
  // later turn of the event loop.
  enum class Shown { atOnce, later };

  // One part of the view's content. Requests of a hidden view are merged: the work runs once, when
  // the view becomes visible. Most views are behind a tab, and a compilation may have tens of
  // thousands of kernels.
  class Update : public QObject {
   public:
    // `view` is the owner of this.
    Update(ViewBase* view, std::function<void()> work, Shown shown = Shown::atOnce);
    void request();
    bool waits() const { return waits_; }
    // Requests the update at each signal.
    template <class Sender, class Signal>
    void follow(const Sender* sender, Signal signal) {
      connect(sender, signal, this, [this] { request(); });
    }

   private:
    friend ViewBase;
    ViewBase* view_;
    std::function<void()> work_;
    Shown shown_;
    bool waits_ = false;
  };

  bool seen() const;  // a dock behind a tab counts as visible, but its visible region is empty
  bool event(QEvent* event) override;

 private:
  std::vector<Update*> updates_;
};

}  // namespace ng::views
