// SPDX-License-Identifier: Apache-2.0
// The kernels of the compilation: a table, and three texts of the selected one side by side. The
// selected op's lines are lit in all of them; a click on a line lights its op and selects it.
#pragma once

#include <QWidget>
#include <array>

#include "views/core/workspace.h"
#include "views/widgets/code_text.h"
#include "views/widgets/when_seen.h"

class QLabel;
class QLineEdit;
class QSplitter;
class QStackedLayout;

namespace ng::views {

class CompiledState;
class KernelDiff;
class KernelEditor;
class KernelPane;
class KernelTable;
class TableView;

class KernelsView : public QWidget {
  Q_OBJECT

 public:
  explicit KernelsView(Workspace& workspace, QWidget* parent = nullptr);

  QString kernel() const { return kernel_; }
  KernelPane& pane(int index) { return *panes_[static_cast<std::size_t>(index)]; }
  TableView& table() { return *table_; }
  KernelEditor& editor() { return *editor_; }
  void setEditing(bool editing);  // a text of one's own beside the kernel's
  KernelDiff& diff() { return *diff_; }
  void setComparing(bool comparing);  // two compilations in place of the kernel's texts
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
  QString limitOf(const KernelRecord& kernel) const;  // of what the machine can do, where known
  void light();
  OpSet selectedOps() const;
  void selectOps(const std::vector<OpKey>& ops);
  QWidget* makeContent();
  enum class Beside { nothing, editor, diff };  // of the kernel's texts
  void putBeside(Beside beside);
  void setNarrow(bool narrow);  // the list stands above one text
  void shareRoom();

  Workspace& workspace_;
  KernelTable* model_;
  TableView* table_;
  std::array<KernelPane*, 3> panes_;
  KernelEditor* editor_;
  KernelDiff* diff_;
  QAction *edit_, *compare_, *reproduce_;
  QLabel *title_, *cost_;
  QLineEdit* filter_ = nullptr;
  QSplitter* splitter_ = nullptr;
  QWidget* content_;
  CompiledState* empty_;
  QStackedLayout* stack_;
  Beside beside_ = Beside::nothing;
  QList<int> usual_;  // widths while nothing is beside
  bool narrow_ = false;
  QString rangeNote_;  // which of the kernels are listed
  QString kernel_;
  std::string path_;  // of the document
  struct Clicked {
    OpKey op = 0, shown = 0;  // of the kernel; as the graph that is shown has it
  };
  Clicked clicked_;  // the lit line's; none: what is selected lights
  WhenSeen seen_;
  Facets missed_;  // what was selected while nobody saw the view
};

// The op that a click on a line of `ops` selects: the one after the selected op, so that repeated
// clicks go through all of them; 0 when the line computes none.
OpKey nextOfLine(const std::vector<OpKey>& ops, OpKey selected);

QWidget* makeKernelsView(Workspace& workspace);

}  // namespace ng::views
