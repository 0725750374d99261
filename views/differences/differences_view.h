// SPDX-License-Identifier: Apache-2.0
// Differences view: what differs between the two compared documents, one row a difference, with
// the elements of tensors and values side by side; counts by block, times by op, renamed ops, and
// what both were made by and measured on.
#pragma once

#include <span>

#include "views/core/view_base.h"
#include "views/core/view_option.h"
#include "views/core/workspace.h"

class QAbstractItemModel;
class QLabel;
class QLineEdit;
class QStackedLayout;
class QStackedWidget;
class QTabBar;

namespace ng {
struct BlockDifference;
struct Change;
struct ComparedFact;
struct OpTimes;
struct Rename;
}  // namespace ng

namespace ng::views {

template <class Row>
class RecordTable;
class ElementPanes;
class EmptyState;
class TableView;

class DifferencesView : public ViewBase {
  Q_OBJECT

 public:
  enum Page { differences, blocks, times, renamed, facts };

  explicit DifferencesView(Workspace& workspace, QWidget* parent = nullptr);

  int rows() const;
  TableView* table() const { return tables_.front(); }
  TableView* table(Page page) const { return tables_[static_cast<std::size_t>(page)]; }
  ElementPanes& elements() { return *elements_; }
  QString summary() const;  // "12 ops match, 3 added …"
  void showPage(Page page);
  static std::span<const ViewOption> options();
  QString arrange(const QJsonObject& options) override;

 private:
  const Change& change(int row) const;
  void makeTables();
  static QString titleOf(Page page);
  void addPage(Page page, QWidget* widget);
  QWidget* makeContent();
  void follow();
  void putTitles();
  void select(int row);  // the op, kernel or buffer of the row
  void reveal(int row);
  void selectTimes(int row);
  void filterBlock(int row);
  void selectRename(int row);

  Workspace& workspace_;
  DocumentDifferencePtr difference_;
  RecordTable<Change>* model_;
  RecordTable<BlockDifference>* blocksModel_;
  RecordTable<OpTimes>* timesModel_;
  RecordTable<Rename>* renamedModel_;
  RecordTable<ComparedFact>* factsModel_;
  std::vector<TableView*> tables_;  // by Page
  ElementPanes* elements_;
  QTabBar* tabs_;
  QStackedWidget *pages_, *filters_;
  QLineEdit* filter_ = nullptr;  // of the differences
  QLabel* summary_;
  EmptyState* empty_;
  QWidget* filled_;
  QStackedLayout* stack_;
};

}  // namespace ng::views
