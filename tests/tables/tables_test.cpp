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
#include "engine/records/graph_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "engine/tables/axis_table.h"
#include "engine/tables/block_table.h"
#include "engine/tables/checkpoint_table.h"
#include "engine/tables/comparison_table.h"
#include "engine/tables/debug_table.h"
#include "engine/tables/difference_table.h"
#include "engine/tables/event_table.h"
#include "engine/tables/kernel_table.h"
#include "engine/tables/memory_table.h"
#include "engine/tables/op_table.h"
#include "engine/tables/pass_table.h"
#include "engine/tables/profile_table.h"
#include "engine/tables/scaling_table.h"
#include "tests/support/checkout.h"
#include "tests/support/compiled_sample.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::cli;

namespace {

std::string withoutCommas(std::string text) {
  std::erase(text, ',');
  return text;
}

// The largest difference between a number and its text.
double rounding(CellKind kind, double number) {
  const double size = std::abs(number);
  if (kind == CellKind::value || kind == CellKind::element) return size * 5.1e-9;
  if (kind == CellKind::figures) return size * 5.1e-4;
  if (kind == CellKind::change) return size < 9.95 ? 0.051 : 0.51;
  if (kind == CellKind::measure && size >= 1000) return 0.51;
  return kind == CellKind::measure && size < 10 ? 0.0051 : 0.051;
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
    return std::abs(std::stod(withoutCommas(text)) - number) <= rounding(column.kind, number);
  }
  if (json.is_string()) return text == json.get<std::string>();
  if (std::holds_alternative<StepRange>(cell)) return text == json[0].dump() + "-" + json[1].dump();
  std::string all;
  if (const auto* axes = std::get_if<std::vector<AxisRecord>>(&cell)) {
    for (const AxisRecord& axis : *axes)
      if (text.find(length_text(axis)) == text.npos) return false;
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
  void points();
  void advice_and_times();
  void axes();
  void events();
  void predictions();
  void stages();
  void tensors();
  void bindings();
  void ops();
  void passes();
  void differences();
  void comparisons();
  void trials();
  void health();
  void blocks();
};

void TablesTest::headings() {
  const auto both = [](ColumnInfo column) { return heading(column) + "|" + small_heading(column); };
  QCOMPARE(both({.key = "a", .title = "Bytes"}), std::string("Bytes|bytes"));
  QCOMPARE(both({.key = "a", .title = "FLOP"}), std::string("FLOP|FLOP"));
  QCOMPARE(both({.key = "a", .title = "NaN"}), std::string("NaN|NaN"));
  QCOMPARE(both({.key = "a", .title = "", .unit = "µs"}), std::string("µs|µs"));
  QCOMPARE(both({.key = "a", .title = "Saving", .unit = "µs"}), std::string("Saving µs|saving µs"));
  QCOMPARE(both({.key = "a", .title = "of total", .unit = "%"}),
           std::string("% of total|% of total"));
}

void TablesTest::unknown_keys_are_refused() {
  QVERIFY_THROWS_EXCEPTION(Error, column_of(kernel_columns(), "no such column"));
}

void TablesTest::optional_columns_without_cells_are_left_out() {
  const CompilationRecordPtr record = testing::compiled_sample("06_mlp");
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
  CompilationRecord record = *testing::compiled_sample("16_ptb_char_lstm");
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
  const CompilationRecordPtr before = testing::compiled_sample("06_mlp", "fuse"),
                             after = testing::compiled_sample("06_mlp");
  std::vector<PlanChange> changes = compare_plans(*before, *after);
  const std::vector<PlanChange> back = compare_plans(*after, *before);
  changes.insert(changes.end(), back.begin(), back.end());
  checkTable(plan_change_columns(), changes);
}

void TablesTest::kernels() {
  CompilationRecord record = *testing::compiled_sample("06_mlp");
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

void TablesTest::points() {
  const CompilationRecordPtr record = testing::compiled_sample("06_mlp");
  const MemoryPeak level{"memory", 1 << 30, 20};
  std::vector<KernelPoint> points;
  for (std::size_t i = 0; i < record->kernels.size(); ++i) {
    const auto size = static_cast<double>(i + 1);
    points.push_back({.kernel = record->kernels[i].name,
                      .microseconds = i ? 123.4567 * size : 0,
                      .launches = 1,
                      .once = i == 1,
                      .intensity = 0.25 * size,
                      .gflops = 7.7777 * size,
                      .gigabytes = 31.111 * size,
                      .limit = i == 0   ? Limit::unmeasured
                               : i == 2 ? Limit::uncounted
                                        : Limit::memory,
                      .level = &level,
                      .ceiling = 99 * size,
                      .part = 0.0123 * size,
                      .recoverable = 3 * size,
                      .share = i == 1 ? 0 : 0.04 * size});
  }
  std::vector<PointRow> rows = point_rows(*record, points);
  for (PointRow& row : rows) row.computes = "dot_8", row.op_types = "dot", row.block = "net × 2";
  checkTable(point_columns(), rows, {"device", "nodes"});
  const auto cell = [&](const char* key, std::size_t row) {
    const Column<PointRow>& column = column_of(point_columns(), key);
    return cellText(column, shown_cell(column, rows[row]));
  };
  QCOMPARE(cell("microseconds", 0), std::string());
  rows[1].point.limit = Limit::unmeasured;  // the machine's peaks are not known
  QCOMPARE(cell("microseconds", 1), std::string("246.9"));
  QCOMPARE(cell("microseconds", 2), std::string("370.4"));
  QCOMPARE(cell("microseconds", 9), std::string("1,235"));
  QCOMPARE(cell("gflops", 2), std::string());  // neither FLOP nor bytes are known
  rows[1].point.limit = Limit::memory;
  QCOMPARE(cell("gflops", 1), std::string("15.6"));
  QCOMPARE(cell("part_of_kernels_time", 1), std::string("once"));
  QCOMPARE(cell("part_of_ceiling", 3), std::string("4.92"));
}

void TablesTest::advice_and_times() {
  const std::vector<AdviceRow> rows = advice_rows({{12.5, {"k0", "k1"}, "fuse them"}}, 50);
  checkTable(advice_columns(), rows);
  const Column<AdviceRow>& saving = column_of(advice_columns(), "microseconds");
  QCOMPARE(saving.tip(rows[0]), std::string("25.0 % of kernel time"));
  checkTable(
      time_columns("block"),
      std::vector<TimeRow>{{"layer1 × 2", 1234.5, 0.75, 12, 5'000'000, 4096}, {"", 0, 0, 1, 0, 0}});
}

void TablesTest::axes() {
  const CompilationRecordPtr record = testing::compiled_sample("09_lstm");
  const GraphRecordPtr graph = record->as_written();
  const std::vector<AxisFacts> axes = axis_facts(*graph, record.get());
  const std::vector<AxisRow> rows = axis_rows(axes, *graph);
  checkTable(axis_columns(), rows, {"dual_level"});
}

void TablesTest::events() {
  Timeline timeline;
  const std::uint32_t k0 = timeline.name("k0", "step", "computes dot_8");
  const std::uint32_t k1 = timeline.name("k1", "step");
  const std::uint32_t iteration = timeline.name("iteration", "run");
  const std::size_t lane = timeline.lane("calls");
  timeline.add(lane, 0, {0, 1'234'567, iteration, 0});
  timeline.add(lane, 0, {2'000'000, 4'000'000, iteration, 1});
  timeline.add(lane, 1, {0, 1000, k0, 0});
  timeline.add(lane, 1, {2000, 5500, k1, 0});
  Timeline other;
  other.add(other.lane("calls"), 0, {0, 2000, other.name("k0", "step"), 0});
  other.add(other.lane("calls"), 0, {4000, 9000, other.name("k9", "step"), 0});
  std::vector<SumsRow> rows = joined_statistics(timeline, statistics(timeline, 0, INT64_MAX),
                                                &other, statistics(other, 0, INT64_MAX));
  add_slowest(rows, timeline);
  for (SumsRow& row : rows) row.range = 4'000'000;
  checkTable(event_columns(), rows);
  const Column<SumsRow>& change = column_of(event_columns(), "change");
  std::map<std::string, std::string> changes;
  for (const SumsRow& row : rows)
    changes[row.name.text] = cellText(change, shown_cell(change, row));
  QCOMPARE(changes["k0"], std::string("-50"));
  QCOMPARE(changes["k1"], std::string("new"));
  QCOMPARE(changes["k9"], std::string("removed"));
  QCOMPARE(changes["slowest iteration 1"], std::string());
}

void TablesTest::predictions() {
  ScalingRow row, none;
  row.ranks = 2, row.length = none.length = 128, none.ranks = 3;
  row.total_us = 1234.5, row.compute_us = 1000, row.waiting_us = 234.5;
  row.latency_us = 100, row.transfer_us = 200, row.hidden = 0.25, row.sent_bytes = 5000;
  row.efficiency = 0.9, row.per_second = 12345.6, row.bound = "compute";
  none.reason = "128 cannot be divided by 3";
  ScalingRecord scaling;
  scaling.axis = "N", scaling.rows = {row, none};
  const std::vector<PredictionRow> rows = prediction_rows(scaling);
  checkTable(prediction_columns(true), rows);
  checkTable(prediction_columns(false), rows);
  const Column<PredictionRow>& bound = column_of(prediction_columns(true), "bound");
  QCOMPARE(cellText(bound, shown_cell(bound, rows[1])), scaling.rows[1].reason);
  QVERIFY(is_absent(column_of(prediction_columns(true), "efficiency").value(rows[1])));
  QCOMPARE(column_of(prediction_columns(true), "ranks").tip(rows[0]), std::string("N 128"));
}

void TablesTest::stages() {
  ClusterTime time;
  time.compute_us = 1500, time.waiting_us = 250.5, time.latency_us = 10, time.transfer_us = 20;
  time.sent_bytes = 1 << 20;
  checkTable(stage_columns(), std::vector<StageRow>{{0, time, 0.125}, {1, time, 0.5}});
}

void TablesTest::tensors() {
  CheckpointEntry named, plain;
  named.name = "net/W", named.kind = "variable", named.shape = {2, 3}, named.axes = {"C", "N"};
  plain.name = "x", plain.dtype = StoredType("float8_e4m3fn"), plain.shape = {7};
  named.bytes = 24, plain.bytes = 7, plain.fault = "the file is cut";
  checkTable(tensor_columns(), std::vector<CheckpointEntry>{named, plain});
  const Column<CheckpointEntry>& axes = column_of(tensor_columns(), "axes");
  QCOMPARE(cellText(axes, axes.value(named)), std::string("(C: 2, N: 3)"));
  QCOMPARE(cellText(axes, axes.value(plain)), std::string("(7,)"));
  QCOMPARE(cellJson(axes.value(plain)).dump(), std::string("[]"));

  TensorChange change;
  change.name = "net/W", change.kind = TensorChange::Kind::changed;
  change.most = 0.125, change.before = 3.14159265358979, change.after = 1e-12;
  change.difference = 2.5, change.cosine = 0.5;
  change.dtype_before = change.dtype_after = StoredType(DType::f32);
  change.shape_before = {2, 3}, change.shape_after = {3, 2};
  change.before_name = "enc/W", change.by = PairedBy::rule, change.order = {1, 0};
  TensorChange equal;
  checkTable(tensor_change_columns(), std::vector<TensorChange>{change, equal});
  const Column<TensorChange>& type = column_of(tensor_change_columns(), "type");
  QCOMPARE(cellText(type, type.value(change)), std::string("float32 (2, 3) -> float32 (3, 2)"));
}

void TablesTest::bindings() {
  using State = VariableBinding::State;
  VariableBinding turned, wrong, missing, declined;
  turned.variable = "W", turned.axes = {"C", "N"}, turned.shape = {2, 3};
  turned.state = State::bound, turned.tensor = "net.W", turned.order = {1, 0};
  wrong.state = State::mismatched, wrong.problem = "the tensor is (4,)";
  missing.suggestions = {{"net.V", {1, 0}, 0.599}, {"net.U", {}, 0.5}};
  declined = missing, declined.declined = true;
  checkTable(binding_columns(), std::vector<VariableBinding>{turned, wrong, missing, declined});
  const auto cell = [](const char* key, const VariableBinding& row) {
    return cellText({}, column_of(binding_columns(), key).value(row));
  };
  QCOMPARE(cell("type", turned), std::string("float32 (2, 3)"));
  QCOMPARE(cell("remark", turned), std::string("transposed 1,0"));
  QCOMPARE(cell("remark", wrong), std::string("the tensor is (4,)"));
  QCOMPARE(cell("remark", missing), std::string("similar: net.V transposed 1,0 (60 %)"));
  QCOMPARE(cell("remark", declined), std::string("no tensor"));
  QCOMPARE(cell("remark", VariableBinding()), std::string("no tensor of these lengths"));
}

void TablesTest::ops() {
  const GraphRecordPtr graph = testing::compiled_sample("06_mlp")->as_written();
  std::vector<OpRecord> ops(graph->ops.begin(), graph->ops.end());
  ops.front().scope = "net", ops.front().file = "mlp.ngraph", ops.front().line = 12;
  checkTable(op_columns(), ops);
  QCOMPARE(cellText({}, column_of(op_columns(), "source").value(ops.front())),
           std::string("mlp.ngraph:12"));
}

void TablesTest::passes() {
  CompilationRecord record = *testing::compiled_sample("06_mlp");
  record.passes.back().microseconds = 1234.5;
  const std::vector<PassRow> rows = pass_rows(record);
  checkTable(pass_columns(), rows);
  const auto cell = [](const char* key, const PassRow& row) {
    return cellText(column_of(pass_columns(), key), column_of(pass_columns(), key).value(row));
  };
  QCOMPARE(cell("number", rows.front()), std::string("1"));
  QCOMPARE(cell("microseconds", rows.back()), std::string("1,235"));
  PassRecord pass = record.passes.front();
  pass.enabled = pass.changed = true, pass.phase = PassPhase::graph;
  pass.removed = {1, 2}, pass.added = {3}, pass.modified = {};
  QCOMPARE(change_text(pass), std::string("−2 +1"));
  pass.enabled = false;
  QCOMPARE(change_text(pass), std::string("off"));
}

void TablesTest::differences() {
  Change changed;
  changed.name = "k0", changed.of = ChangeOf::kernel, changed.what = "bytes moved";
  changed.before = "8", changed.after = "24", changed.ratio = 3;
  Change removed;
  removed.name = "gone", removed.kind = ChangeKind::removed, removed.scope = "net";
  Change weights;
  weights.name = "W", weights.what = "initial_value", weights.order = {1, 0};
  const Tensor before = array_of({2}, std::vector<Number>{1.0, 2.0});
  weights.elements.emplace().add(before, array_of({2}, std::vector<Number>{1.0, 2.5}));
  checkTable(difference_columns(), std::vector<Change>{changed, removed, weights});
  const Column<Change>& kind = column_of(difference_columns(), "kind");
  QCOMPARE(cellText(kind, shown_cell(kind, removed)), std::string("−"));
  QCOMPARE(kind.tip(removed), std::string("− gone"));
  checkTable(block_difference_columns(),
             std::vector<BlockDifference>{{"net", 1, 2, 3, 4, 5, 2.0, 3.0}});
  checkTable(op_times_columns(),
             std::vector<OpTimes>{{7, "y", "net", {"k0"}, {"k1", "k2"}, 2.0, 3.0}});
  checkTable(rename_columns(), std::vector<Rename>{{RenameOf::op, "a", "b", 3}});
  checkTable(fact_columns(), std::vector<ComparedFact>{{"threads", "2", "4"}});
}

void TablesTest::comparisons() {
  OpDifference close, far;
  close.name = "h", close.axes = "(N: 4)", close.array = "model.h";
  far.name = "y", far.agrees = false, far.apart = 2.0, far.ulps = 7, far.relative = 0.5;
  far.place = "N 1", far.left = 3.0, far.right = 1.0;
  far.cosine = NAN, far.own = 0.25, far.overflow = DType::f16;
  checkTable(comparison_columns(), std::vector<OpDifference>{close, far});
  const Column<OpDifference>& agrees = column_of(comparison_columns(), "agrees");
  QCOMPARE(cellText(agrees, shown_cell(agrees, far)), std::string("no"));
  QVERIFY(is_absent(column_of(comparison_columns(), "cosine").value(far)));
  QVERIFY(is_absent(column_of(comparison_columns(), "left").value(close)));
  ElementDifference element;
  element.place = "N 3", element.left = 1.5, element.right = 2.0, element.apart = 0.5;
  element.relative = 0.25, element.ulps = 4, element.agrees = false;
  checkTable(element_columns(), std::vector<ElementDifference>{element, {}});
  const Column<ElementDifference>& place = column_of(element_columns(), "place");
  QCOMPARE(cellText(place, shown_cell(place, ElementDifference())), std::string("0"));
}

void TablesTest::trials() {
  BisectRecord record;
  record.trials = {{"", 1e-8, 0, true}, {"fuse", 0.5, 2.5, false}, {"liveness", 0.5, 3, false}};
  record.culprit = "fuse";
  const std::vector<TrialRow> rows = trial_rows(record);
  checkTable(trial_columns(), rows);
  const auto cells = [&](const char* key) {
    std::string all;
    const Column<TrialRow>& column = column_of(trial_columns(), key);
    for (const TrialRow& row : rows) all += cellText(column, shown_cell(column, row)) + "|";
    return all;
  };
  QCOMPARE(cells("pass"), std::string("none|fuse|liveness|"));
  QCOMPARE(cells("microseconds"), std::string("–|2.5|3|"));
  QCOMPARE(cells("result"), std::string("|first bad|bad|"));
}

void TablesTest::health() {
  ValueSummary finite, none;
  finite.op = 7, finite.iteration = none.iteration = 1, finite.count = 2;
  finite.min = -1.5, finite.max = 2, finite.mean = 0.25;
  none.op = 9, none.count = 3, none.nans = 2, none.infs = 1;
  HealthLog log;
  log.add({{finite, none}, 1, 2});
  const std::vector<OpHealth> rows =
      health_rows(log, [](OpId op) { return std::string(op == 7 ? "dot" : ""); });
  checkTable(health_columns(), rows);
  const auto cell = [&](const char* key, std::size_t row) {
    const Column<OpHealth>& column = column_of(health_columns(), key);
    return cellText(column, shown_cell(column, rows[row]));
  };
  QCOMPARE(cell("op", 0), std::string("dot"));
  QCOMPARE(cell("op", 1), std::string("9"));
  QCOMPARE(cell("first_non_finite", 0), std::string("–"));
  QCOMPARE(cell("first_non_finite", 1), std::string("1"));
  for (const char* key : {"min", "max", "mean", "least", "greatest"}) {
    QVERIFY(!cell(key, 0).empty());
    QVERIFY(is_absent(column_of(health_columns(), key).value(rows[1])));
  }
}

void TablesTest::blocks() {
  BlockRow layer, part, rest;
  layer.name = "encoder/layer", layer.blocks = 4, layer.ops = 40, layer.parameters = 12345;
  layer.flops = 1 << 20, layer.bytes = 1 << 22;
  layer.microseconds = 12.5, layer.share = 0.75;
  part.name = "attention", part.blocks = 4, part.depth = 1;
  layer.parts = {part};
  const std::vector<BlockRow> rows = with_parts({layer, rest});
  QCOMPARE(rows.size(), std::size_t{3});
  checkTable(block_columns(), rows);
  const Column<BlockRow>& name = column_of(block_columns(), "name");
  QCOMPARE(cellText(name, shown_cell(name, rows[0])), std::string("encoder/layer × 4"));
  QCOMPARE(cellText(name, shown_cell(name, rows[1])), std::string("  attention × 4"));
  QCOMPARE(cellText(name, shown_cell(name, rows[2])), std::string("(no scope)"));
  QVERIFY(is_absent(column_of(block_columns(), "microseconds").value(rows[2])));
}

NGRAPH_TEST(TablesTest, QCoreApplication)
#include "tables_test.moc"
