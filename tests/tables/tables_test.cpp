// SPDX-License-Identifier: Apache-2.0
// Tests the columns of the tables of records: unique keys, headings, and cells whose text and JSON
// say the same.
#include <QtTest>
#include <cmath>
#include <set>

#include "app/cli/table_output.h"
#include "engine/documents/document.h"
#include "engine/graph/axis_name.h"
#include "engine/records/compilation_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "engine/tables/kernel_table.h"
#include "engine/tables/memory_table.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::cli;

namespace {

CompilationRecordPtr compiled(const std::string& sample, const std::string& without = {}) {
  const Document document =
      load_document(testing::source_file("sample_graphs/") + sample + ".ngraph");
  const TransformerPtr transformer = allocate_transformer("cpu");
  CompileOptions options;
  options.keep_record = true;
  if (!without.empty()) options.passes.disabled.insert(without);
  return make_record(transformer->add_computation(document.computations[0], options).compilation());
}

std::string withoutCommas(std::string text) {
  std::erase(text, ',');
  return text;
}

// The largest difference between a number and its text.
double rounding(CellKind kind, double number) {
  if (kind == CellKind::figures) return std::abs(number) * 5.1e-4;
  return kind == CellKind::measure && number < 10 ? 0.0051 : 0.051;
}

bool agree(const ColumnInfo& column, const Cell& cell) {
  const std::string text = cellText(column, cell);
  const Json json = cellJson(cell);
  if (json.is_null()) return text.empty();
  if (json.is_boolean()) return text == (json.get<bool>() ? "yes" : "");
  if (column.kind == CellKind::bytes) return text == byteText(json.get<std::int64_t>());
  if (json.is_number_integer()) {
    const auto number = json.get<std::int64_t>();
    const bool signs = column.kind == CellKind::change && number > 0;
    return withoutCommas(text) == (signs ? "+" : "") + std::to_string(number);
  }
  if (json.is_number()) {
    const double number = json.get<double>() * column.scale;
    return std::abs(std::stod(text) - number) <= rounding(column.kind, number);
  }
  if (json.is_string()) return text == json.get<std::string>();
  if (std::holds_alternative<StepRange>(cell)) return text == json[0].dump() + "-" + json[1].dump();
  std::string all;
  if (std::holds_alternative<std::vector<AxisRecord>>(cell)) {
    for (const Json& axis : json)
      if (text.find(shown_axis_name(axis.get<std::string>())) == text.npos) return false;
    return text.starts_with("(") && text.ends_with(")");
  }
  for (const Json& each : json) {
    if (!all.empty()) all += ", ";
    all += each.is_string() ? each.get<std::string>() : each.dump();
  }
  return text == all;
}

// Every column has a cell in some row, so that none is compared by its absence alone.
template <class Row>
void checkTable(const Columns<Row>& columns, const std::vector<Row>& rows,
                const std::set<std::string_view>& absent = {}) {
  std::set<std::string_view> keys;
  QVERIFY(!rows.empty());
  for (const Column<Row>& column : columns) {
    const std::string key(column.key);
    QVERIFY2(!key.empty() && keys.insert(column.key).second, key.c_str());
    QVERIFY2(!heading(column).empty(), key.c_str());
    bool any = false;
    for (const Row& row : rows) {
      const Cell cell = column.value(row);
      any = any || !is_absent(cell);
      QVERIFY2(agree(column, cell), (key + ": " + cellText(column, cell)).c_str());
      QVERIFY2(is_number(column.kind) || !std::holds_alternative<double>(cell), key.c_str());
      const std::string shown = cellText(column, shown_cell(column, row));
      const bool replaced = column.instead && !column.instead(row).empty();
      QCOMPARE(shown, replaced ? column.instead(row) : cellText(column, cell));
      Json object;
      addCells(object, columns, {column.key}, row);
      QCOMPARE(object[key].dump(), cellJson(cell).dump());
    }
    QVERIFY2(any != (absent.count(column.key) > 0), key.c_str());
  }
}

}  // namespace

class TablesTest : public QObject {
  Q_OBJECT
 private slots:
  void headings();
  void unknown_keys_are_refused();
  void optional_columns_without_cells_are_left_out();
  void buffers();
  void plan_changes();
  void kernels();
};

void TablesTest::headings() {
  const auto both = [](ColumnInfo column) { return heading(column) + "|" + small_heading(column); };
  QCOMPARE(both({.key = "a", .title = "Bytes"}), std::string("Bytes|bytes"));
  QCOMPARE(both({.key = "a", .title = "FLOP"}), std::string("FLOP|FLOP"));
  QCOMPARE(both({.key = "a", .title = "", .unit = "µs"}), std::string("µs|µs"));
  QCOMPARE(both({.key = "a", .title = "Saving", .unit = "µs"}), std::string("Saving µs|saving µs"));
  QCOMPARE(both({.key = "a", .title = "of total", .unit = "%"}),
           std::string("% of total|% of total"));
}

void TablesTest::unknown_keys_are_refused() {
  QVERIFY_THROWS_EXCEPTION(Error, column_of(kernel_columns(), "no such column"));
}

void TablesTest::optional_columns_without_cells_are_left_out() {
  const CompilationRecordPtr record = compiled("06_mlp");
  std::vector<KernelRow> rows = kernel_rows(*record);
  const Keys keys = {"name", "device", "flops"};
  QCOMPARE(shownCells(kernel_columns(), keys, rows).columns.size(), std::size_t(2));
  KernelRecord kernel = *rows.front().kernel;
  kernel.device = "gpu";
  rows.front().kernel = &kernel;
  QCOMPARE(shownCells(kernel_columns(), keys, rows).columns.size(), std::size_t(3));
  QVERIFY(tableText(kernel_columns(), keys, rows).find("  device  ") != std::string::npos);
  QCOMPARE(tableText(kernel_columns(), keys, std::vector<KernelRow>()), std::string());
}

void TablesTest::buffers() {
  CompilationRecord record = *compiled("16_ptb_char_lstm");
  record.buffers.back().in_place_of = record.buffers.front().name;  // a flag
  const MemoryPlan plan(record);
  const std::vector<BufferRow> rows = buffer_rows(plan);
  checkTable(buffer_columns(), rows, {"device"});
  // Of the fields that the records have too.
  for (const BufferRow& row : rows) {
    const Json fields = asJson(row.record());
    for (const char* key : {"name", "kind", "bytes", "dtype", "reason"})
      QCOMPARE(cellJson(column_of(buffer_columns(), key).value(row)).dump(), fields[key].dump());
  }
}

void TablesTest::plan_changes() {
  const CompilationRecordPtr before = compiled("06_mlp", "fuse"), after = compiled("06_mlp");
  std::vector<PlanChange> changes = compare_plans(*before, *after);
  const std::vector<PlanChange> back = compare_plans(*after, *before);
  changes.insert(changes.end(), back.begin(), back.end());
  checkTable(plan_change_columns(), changes);
}

void TablesTest::kernels() {
  CompilationRecord record = *compiled("06_mlp");
  for (std::size_t i = 0; i < record.kernels.size(); ++i) {
    record.kernels[i].microseconds = 1.25 * static_cast<double>(i + 1);
    record.kernels[i].launches = 1;
    record.kernels[i].cached = i % 2 == 0;
  }
  const std::vector<KernelRow> rows = kernel_rows(record);
  checkTable(kernel_columns(), rows, {"device", "nodes"});
  for (const KernelRow& row : rows) {
    const Json fields = asJson(*row.kernel);
    for (const char* key : {"name", "loops", "flops", "bytes", "reads", "writes", "microseconds"})
      QCOMPARE(cellJson(column_of(kernel_columns(), key).value(row)).dump(), fields[key].dump());
  }
}

NGRAPH_TEST(TablesTest, QCoreApplication)
#include "tables_test.moc"
