// SPDX-License-Identifier: Apache-2.0
// The inspector: shows the most recently selected object with links to related ones. Tabs switch to
// the other selected objects and to the document.
#pragma once

#include <array>
#include <utility>

#include "views/core/view_base.h"
#include "views/core/workspace.h"

class QStackedWidget;
class QTabBar;

namespace ng::views {

class EmptyState;
class OpPage;
class SectionColumn;

class InspectorView : public ViewBase {
  Q_OBJECT

 public:
  enum class Subject { op, group, kernel, buffer, pass, document };

  explicit InspectorView(Workspace& workspace, QWidget* parent = nullptr);

  Subject subject() const { return subject_; }
  QSize sizeHint() const override { return {340, 640}; }

 private:
  void follow(Facets what);
  void showSubject(Subject subject);
  void rebuild();  // delayed until the view is visible
  void fill();
  void updateTabs();
  bool applies(Subject subject) const;
  QString title(Subject subject) const;

  Workspace& workspace_;
  Subject subject_ = Subject::document;
  QTabBar* tabs_;
  QStackedWidget* pages_;
  EmptyState* empty_;
  OpPage* opPage_;
  SectionColumn* otherPage_;
  std::pair<int, int> length_;  // displayed epochs, and batches per epoch
  QString shown_;               // identifies the content of otherPage_
  Update update_;
};

}  // namespace ng::views
