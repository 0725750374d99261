// SPDX-License-Identifier: Apache-2.0
// Tests that a model of a table of records shows the cells of its columns.
#include "views/widgets/tables/record_table.h"

#include <cmath>

#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;

namespace {

struct Row {
  std::string name;
  Cell number;
  bool replaced = false;
};

const Columns<Row>& columns() {
  static const Columns<Row> all = {
      {{.key = "name", .title = "Name", .doc = "What it is called"},
       [](const Row& r) -> Cell { return r.name; }},
      {{.key = "count", .title = "Count", .kind = CellKind::integer},
       [](const Row& r) { return r.number; },
       [](const Row& r) -> std::string { return r.replaced ? "cached" : ""; }},
      {{.key = "bytes", .title = "Bytes", .kind = CellKind::bytes},
       [](const Row& r) { return r.number; }},
      {{.key = "change", .title = "Change", .kind = CellKind::change},
       [](const Row& r) { return r.number; },
       {},
       [](const Row& r) { return "of " + r.name; }},
  };
  return all;
}

QString text(CellKind kind, const Cell& cell, double scale = 1) {
  return cellText({.key = "a", .title = "", .kind = kind, .scale = scale}, cell);
}

}  // namespace

class RecordTableTest : public QObject {
  Q_OBJECT
 private slots:
  void cells_have_one_text_a_kind();
  void models_show_the_columns();
};

void RecordTableTest::cells_have_one_text_a_kind() {
  QCOMPARE(text(CellKind::integer, std::int64_t{79510}), QString("79,510"));
  QCOMPARE(text(CellKind::change, std::int64_t{1024}), QString("+1,024"));
  QCOMPARE(text(CellKind::change, std::int64_t{-1024}), QString("−1,024"));
  QCOMPARE(text(CellKind::change, -0.5, 100), QString("−50"));
  QCOMPARE(text(CellKind::change, 0.051, 100), QString("+5.1"));
  QCOMPARE(text(CellKind::bytes, std::int64_t{1} << 21), QString("2.00 MiB"));
  QCOMPARE(text(CellKind::measure, 7.1), QString("7.10"));
  QCOMPARE(text(CellKind::measure, 71.23), QString("71.2"));
  QCOMPARE(text(CellKind::measure, 7'784'287'000.0, 1e-3), QString("7,784,287"));
  QCOMPARE(text(CellKind::decimal, 0.125, 100), QString("12.5"));
  QCOMPARE(text(CellKind::figures, 0.0123456), QString("0.01235"));
  QCOMPARE(text(CellKind::value, 0.5), QString("0.5000"));
  QCOMPARE(text(CellKind::value, -HUGE_VAL), QString("−∞"));
  QCOMPARE(text(CellKind::value, std::nan("")), QString());
  QCOMPARE(text(CellKind::value, Number(std::int64_t{9007199254740993})),
           QString("9007199254740993"));
  QCOMPARE(text(CellKind::steps, StepRange{0, 1200}), QString("0–1,200"));
  QCOMPARE(text(CellKind::text, Words{"a_W", "a_X"}), QString("a_W, a_X"));
  QCOMPARE(text(CellKind::text, Integers{1, 1024}), QString("1, 1024"));
  AxisRecord axis, bare;
  axis.name = "C", axis.length = 4, bare.length = 7;
  QCOMPARE(text(CellKind::text, std::vector{axis, bare}), QString("C 4 · 7"));
  QCOMPARE(text(CellKind::text, std::vector<AxisRecord>()), QString("scalar"));
  QCOMPARE(text(CellKind::integer, {}), QString());
}

void RecordTableTest::models_show_the_columns() {
  RecordTable<Row> table(columns(), {"name", "count", "bytes", "change"}, nullptr);
  table.set({{"k0", std::int64_t{2000}}, {"k1", {}}, {"k2", std::int64_t{3}, true}},
            [](const Row& row) { return row.replaced; });
  QCOMPARE(table.rowCount(), 3);
  for (int column = 0; column < table.columnCount(); ++column) {
    const Column<Row>& of = columns()[static_cast<std::size_t>(column)];
    const auto head = [&](int role) { return table.headerData(column, Qt::Horizontal, role); };
    QCOMPARE(head(Qt::DisplayRole).toString(), QString::fromStdString(heading(of)));
    QCOMPARE(head(Qt::ToolTipRole).toString(), QString::fromUtf8(of.doc.data()));
    for (int row = 0; row < table.rowCount(); ++row) {
      const QModelIndex index = table.index(row, column);
      QCOMPARE(index.data().toString(), cellText(of, shown_cell(of, *table.row(row))));
      const bool right = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
      QCOMPARE(right, is_number(of.kind));
    }
  }
  QCOMPARE(table.index(2, 1).data().toString(), QString("cached"));
  QCOMPARE(table.index(2, 1).data(ColumnModel::sortRole).toDouble(), 3.0);  // the value itself
  const auto sort = [&](int row) {
    return table.index(row, 2).data(ColumnModel::sortRole).toDouble();
  };
  QVERIFY(sort(1) < sort(2) && sort(2) < sort(0));  // absent ones first
  QCOMPARE(table.index(0, 0).data(Qt::ToolTipRole).toString(), QString("k0"));
  QCOMPARE(table.index(0, 3).data(Qt::ToolTipRole).toString(), QString("of k0"));
  QVERIFY(table.index(2, 0).data(Qt::ForegroundRole).isValid());
  QVERIFY(!table.index(0, 0).data(Qt::ForegroundRole).isValid());
  QCOMPARE(table.rowWhere([](const Row& row) { return row.name == "k1"; }), 1);
  QCOMPARE(table.rowWhere([](const Row& row) { return row.name == "k9"; }), -1);
  QVERIFY(table.row(3) == nullptr && table.row(-1) == nullptr);
  QVERIFY(table.hasCells(columns()[1]));
  table.show(columns(), {"change"});
  QCOMPARE(table.columnCount(), 1);
}

NGRAPH_VIEW_TEST(RecordTableTest)
#include "record_table_test.moc"
