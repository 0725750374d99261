// SPDX-License-Identifier: Apache-2.0
// Kernels view: a table, and three texts of the selected kernel side by side. Lines of the selected
// op are highlighted; clicking a line selects its op.
#pragma once

#include <array>

#include "views/core/view_base.h"
#include "views/core/workspace.h"
#include "views/widgets/code/code_text.h"

class QLabel;
class QLineEdit;
class QSplitter;
class QStackedLayout;

namespace ng::views {

class CompiledState;
class ElidedLabel;
class KernelDiff;
class KernelEditor;
class KernelPane;
class KernelTable;
class TableView;

class KernelsView : public ViewBase {
  Q_OBJECT

 public:
  explicit KernelsView(Workspace& workspace, QWidget* parent = nullptr);

  QString kernel() const { return kernel_; }
  KernelPane& pane(int index) { return *panes_[static_cast<std::size_t>(index)]; }
  TableView& table() { return *table_; }
  KernelEditor& editor() { return *editor_; }
  void setEditing(bool editing);  // shows an editor next to the texts
  KernelDiff& diff() { return *diff_; }
  void setComparing(bool comparing);  // shows a diff of two compilations instead of the texts
  QString header() const;
  QSize sizeHint() const override { return {840, 300}; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void followMissed();
  void followCompilation();
  void followSelection(Facets what);
  void followRange();
  static QString firstWithText(const CompilationRecord& compilation);
  void showKernel(const QString& name);
  void followReproducer();
  void showCost();
  QString limitOf(const KernelRecord& kernel) const;  // roofline limit of the machine, if measured
  void light();
  OpSet selectedOps() const;
  void selectOps(const std::vector<OpId>& ops);
  QWidget* makeContent();
  enum class Beside { nothing, editor, diff };  // widget shown next to the texts
  void putBeside(Beside beside);
  void setNarrow(bool narrow);  // stacks the table above one text
  void shareRoom();

  Workspace& workspace_;
  KernelTable* model_;
  TableView* table_;
  std::array<KernelPane*, 3> panes_;
  KernelEditor* editor_;
  KernelDiff* diff_;
  QAction *edit_, *compare_, *reproduce_;
  QLabel* title_;
  ElidedLabel* cost_;
  QLineEdit* filter_ = nullptr;
  QSplitter* splitter_ = nullptr;
  QWidget* content_;
  CompiledState* empty_;
  QStackedLayout* stack_;
  Beside beside_ = Beside::nothing;
  QList<int> usual_;  // splitter sizes without a side widget
  bool narrow_ = false;
  QString rangeNote_;  // text of the time filter
  QString kernel_;
  std::string path_;  // path of the document
  struct Clicked {
    OpId op = 0, shown = 0;  // op in the kernel; the same op in the displayed graph
  };
  Clicked clicked_;  // op of the clicked line; 0: the selection is highlighted
  Update update_;
  Facets missed_;  // selection changes while the view was hidden
};

// Op to select for a click on a line that computes `ops`: the one after the selected op, so that
// repeated clicks cycle through all of them. 0 if the line computes no op.
OpId nextOfLine(const std::vector<OpId>& ops, OpId selected);

}  // namespace ng::views
