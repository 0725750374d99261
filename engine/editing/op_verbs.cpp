// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/op_verbs.h"

#include <algorithm>
#include <set>

#include "engine/base/quote.h"
#include "engine/documents/export_op.h"
#include "engine/editing/functions.h"
#include "engine/editing/link_verbs.h"
#include "engine/editing/row_names.h"
#include "engine/formats/documents/model_traits.h"
#include "engine/graph/op_def.h"
#include "engine/ops/attribute_types.h"

namespace ng::editing::verbs {
namespace {

Kind kind_of(AttributeType type) {
  switch (type) {
    case AttributeType::flag: return Kind::flag;
    case AttributeType::integer: return Kind::integer;
    case AttributeType::number: return Kind::number;
    case AttributeType::text: return Kind::text;
    case AttributeType::axes: return Kind::axes;
    case AttributeType::tensor: return Kind::array;
  }
  return Kind::text;
}

// Removes the op from computations and the plan, then removes its row.
void forget(EditContext& edit, RowId id) {
  const std::string name = edit.rows().find(id)->name;
  const std::vector<ComputationModel> computations = edit.rows().model().computations;
  for (std::size_t i = computations.size(); i-- > 0;) {
    ComputationModel changed = computations[i];
    const auto lost = std::erase_if(changed.results, [&](const auto& r) { return r.op == id; }) +
                      std::erase(changed.parameters, id);
    if (lost == 0) continue;
    if (changed.results.empty())
      edit.rows().set_computation(i, std::nullopt);
    else
      edit.rows().set_computation(i, std::move(changed));
  }
  if (edit.rows().model().plan) {
    RunPlan plan = *edit.rows().model().plan;
    const auto lost =
        std::erase_if(plan.bindings, [&](const auto& b) { return b.placeholder == name; }) +
        std::erase_if(plan.plots, [&](const auto& p) { return p.series == name; });
    if (lost > 0) edit.set_plan(std::move(plan));
  }
  edit.rows().set_place(id, std::nullopt);
  edit.rows().set_op(edit.rows().index_of(id), std::nullopt);
}

}  // namespace

// make("dot", W, None): operands that are missing or None can be connected later.
void make(EditContext& edit, const Statement& statement) {
  const Syntax& call = statement.value;
  if (call.parts.empty() ||
      (call.parts[0].kind != Syntax::Kind::text && call.parts[0].kind != Syntax::Kind::name))
    refuse_at(call.column, "\"make\" requires a function name", {}, "as in make(\"dot\")");
  const Function* function = find_spelled(call.parts[0].text);
  if (!function)
    refuse_at(call.parts[0].column, "there is no function " + quote(call.parts[0].text));
  OpModel row;
  row.id = edit.rows().next_id();
  row.op = function->name;
  row.named = false;
  row.name = automatic_name(edit.rows(), std::string(function->op->class_name));
  row.document_line = waiting_line;
  const std::size_t count = function->takes_list() ? call.parts.size() - 1 : function->operands();
  if (call.parts.size() - 1 > count)
    refuse_at(call.parts[0].column,
              quote(function->name) + " takes " + std::to_string(count) + " operands", {},
              signature(*function));
  for (std::size_t i = 0; i < count; ++i) {
    const bool given = i + 1 < call.parts.size() && call.parts[i + 1].kind != Syntax::Kind::none;
    row.operands.push_back({given ? edit.row(call.parts[i + 1]).id : 0, 0});
  }
  edit.about = row.id;
  edit.name = "Add " + std::string(function->name);
  edit.rows().set_op(edit.rows().model().ops.size(), std::move(row));
  if (!statement.target.empty())
    name_row(edit.rows(), edit.about, statement.target, statement.target_column);
  edit.place(edit.about);
}

void remove(EditContext& edit, const Statement& statement) {
  const Syntax& call = statement.value;
  if (call.parts.empty()) refuse_at(call.column, "\"remove\" requires ops", {}, "remove(op, …)");
  std::set<RowId> gone;
  for (const Syntax& part : call.parts) gone.insert(edit.row(part).id);
  edit.name = "Remove " + (gone.size() == 1 ? shown_name(*edit.rows().find(*gone.begin()))
                                            : std::to_string(gone.size()) + " ops");
  const std::vector<OpModel> rows = edit.rows().model().ops;
  for (const OpModel& row : rows) {
    const bool loop = !row.step_parameters.empty() || kind_of(row) == OpKind::loop_parameter;
    if (loop && gone.count(row.id) > 0) refuse_loop(row, call.column);
    if (gone.count(row.id) > 0) continue;
    for (std::size_t i = 0; i < row.operands.size(); ++i)
      if (gone.count(row.operands[i].op) > 0) set_operand(edit, row.id, i, {0, 0});
  }
  for (const RowId id : gone) forget(edit, id);
}

void rename(EditContext& edit, const Statement& statement) {
  const Syntax& call = statement.value;
  const OpModel row = edit.row_at(call, 0, "rename(op, \"name\")");
  if (call.parts.size() != 2 ||
      (call.parts[1].kind != Syntax::Kind::text && call.parts[1].kind != Syntax::Kind::name))
    refuse_at(call.column, "\"rename\" takes an op and a name", {}, "rename(op, \"name\")");
  const std::string& name = call.parts[1].text;
  name_row(edit.rows(), row.id, name, call.parts[1].column);
  edit.about = row.id;
  edit.name = "Rename " + shown_name(row) + " to " + name;
  if (!edit.rows().model().plan) return;
  RunPlan plan = *edit.rows().model().plan;
  for (PlanBinding& each : plan.bindings)
    if (each.placeholder == row.name) each.placeholder = name;
  for (PlanPlot& each : plan.plots)
    if (each.series == row.name) each.series = name;
  edit.set_plan(std::move(plan));
}

void set(EditContext& edit, const Statement& statement) {
  const Syntax& call = statement.value;
  OpModel row = edit.row_at(call, 0, "set(op, attribute=value, …)");
  const OpModel before = row;
  AxisTable axes(edit.rows().model().axes, edit.axes());
  const Names names = edit.names();
  Evaluator evaluator(names);
  std::string keys;
  for (const auto& [key, syntax] : call.keywords) {
    const auto type = attribute_type(key);
    if (!type) refuse_at(syntax.column, "ops have no attribute " + quote(key));
    Arguments one;
    one.set(key, evaluator.evaluate(syntax, kind_of(*type)));
    std::erase_if(row.attributes, [&](const auto& each) { return each.first == key; });
    keys += (keys.empty() ? "" : ", ") + key;
    if (!one.has(key)) continue;
    AttributeModel value;
    if (*type == AttributeType::flag) value = one.flag(key, false);
    if (*type == AttributeType::integer) value = one.integer(key, 0);
    if (*type == AttributeType::number) value = one.number(key, 0);
    if (*type == AttributeType::text) value = one.text(key);
    if (*type == AttributeType::axes) value = axes.uses(one.axes(key));
    if (*type == AttributeType::tensor)
      value = TensorModel{*one.array(key, value_type(before)), {}, {}};
    row.attributes.emplace_back(key, std::move(value));
  }
  if (keys.empty())
    refuse_at(call.column, "\"set\" requires an attribute", {}, "set(op, eps=1e-6)");
  std::sort(row.attributes.begin(), row.attributes.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  edit.about = row.id;
  edit.name = "Set " + keys + " of " + shown_name(before);
  edit.rows().set_op(edit.rows().index_of(row.id), std::move(row));
}

void move(EditContext& edit, const Statement& statement) {
  const Syntax& call = statement.value;
  const OpModel row = edit.row_at(call, 0, "move(op, x, y)");
  const Arguments to =
      edit.bind(call, {{"x", Kind::number}, {"y", Kind::number}}, "move(op, x, y)", 1);
  edit.about = row.id;
  edit.name = "Move " + shown_name(row);
  edit.rows().set_place(row.id, CardPlace{to.number("x", 0), to.number("y", 0)});
}

void make_axis(EditContext& edit, const Statement& statement) {
  const Arguments given = edit.bind(statement.value,
                                    {{"length", Kind::integer, "None"},
                                     {"name", Kind::text, "None"},
                                     {"docstring", Kind::text, "None"},
                                     {"batch", Kind::flag, "None"},
                                     {"recurrent", Kind::flag, "None"}},
                                    "C = make_axis(length, batch=False)");
  const std::string id = statement.target.empty() ? given.text("name") : statement.target;
  if (id.empty()) refuse_at(statement.value.column, "an axis needs a name", {}, "C = make_axis(4)");
  AxisModel row;
  row.id = id;
  row.name = given.text("name", id);
  row.length = given.optional_integer("length");
  if (row.length && *row.length < 0)
    refuse_at(statement.value.column, "an axis length must not be negative");
  row.batch = given.flag("batch", id == "N");
  row.recurrent = given.flag("recurrent", id == "REC");
  row.docstring = given.text("docstring");
  const std::vector<AxisModel>& axes = edit.rows().model().axes;
  std::size_t index = 0;
  while (index < axes.size() && axes[index].id != id) ++index;
  edit.name = (index < axes.size() ? "Set axis " : "Add axis ") + id +
              (row.length ? " " + std::to_string(*row.length) : "");
  edit.rows().set_axis(index, std::move(row));
}

}  // namespace ng::editing::verbs
