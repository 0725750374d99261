// SPDX-License-Identifier: Apache-2.0
// Tests what a table copies and selects when columns are hidden or moved and rows are filtered.
#include <QHeaderView>

#include "tests/support/view_main.h"
#include "views/widgets/column_model.h"
#include "views/widgets/table_view.h"

using namespace ng::views;

class TableViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    const auto column = [](const QString& title, const QStringList& texts) {
      return TableColumn{title, false, [texts](int row) { return texts[row]; }, {}, {}};
    };
    model_ = std::make_unique<ColumnModel>(std::vector{column("Name", {"conv", "dot"}),
                                                       column("Nodes", {"n1", "n2"}),
                                                       column("Time", {"1", "2"})});
    model_->setRows(2);
    table_ = std::make_unique<TableView>(model_.get());
  }

  void copiesHaveTheColumnsThatAreShown() {
    QCOMPARE(table_->asText('\t'), QString("Name\tNodes\tTime\nconv\tn1\t1\ndot\tn2\t2\n"));
    table_->setColumnHidden(1, true);
    table_->horizontalHeader()->moveSection(2, 0);
    QCOMPARE(table_->asText('\t'), QString("Time\tName\n1\tconv\n2\tdot\n"));
  }

  void aRowThatIsFilteredOutIsNotSelected() {
    table_->setCurrentSourceRow(1);
    QCOMPARE(table_->currentSourceRow(), 1);
    table_->setFilter("dot");
    table_->setCurrentSourceRow(0);
    QCOMPARE(table_->currentSourceRow(), -1);
    QVERIFY(table_->selectionModel()->selectedRows().isEmpty());
  }

 private:
  std::unique_ptr<ColumnModel> model_;
  std::unique_ptr<TableView> table_;
};

NGRAPH_VIEW_TEST(TableViewTest)
#include "table_view_test.moc"
