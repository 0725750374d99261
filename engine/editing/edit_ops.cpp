// SPDX-License-Identifier: Apache-2.0
// Edits of single ops: create, connect, disconnect, remove, rename, attributes, places.
#include <algorithm>

#include "engine/base/quote.h"
#include "engine/documents/export_op.h"
#include "engine/editing/edit.h"
#include "engine/formats/documents/model_traits.h"
#include "engine/ops/attribute_types.h"
#include "engine/ops/op_table.h"

namespace ng::editing {
namespace {

std::string display_name(const OpModel& op) {
  return op.named ? unscoped_name(op.name) : op.op;
}

// "#5", or the name if it is an identifier.
std::string title(const OpModel& op) {
  return display_name(op);
}

Kind kind_of(AttributeType type) {
  switch (type) {
    case AttributeType::flag:
      return Kind::flag;
    case AttributeType::integer:
      return Kind::integer;
    case AttributeType::number:
      return Kind::number;
    case AttributeType::text:
      return Kind::text;
    case AttributeType::axes:
      return Kind::axes;
    case AttributeType::tensor:
      return Kind::array;
  }
  return Kind::text;
}

Given given_axes(const AxesModel& uses, const std::map<std::string, Axis>& axes) {
  GivenList list;
  for (const AxisUse& use : uses) {
    if (use.id.empty())
      list.push_back(given_axes(use.members, axes));
    else
      list.push_back({axes.at(use.id) + use.level, 0});
  }
  return {std::move(list), 0};
}

// Parameters of `function` that are required operands, in order.
std::vector<const Parameter*> operands_of(const Function& function) {
  std::vector<const Parameter*> list;
  for (const Parameter& each : function.parameters)
    if (each.kind == Kind::operand && each.required()) list.push_back(&each);
  return list;
}

bool takes_list(const Function& function) {
  return !function.parameters.empty() && function.parameters[0].kind == Kind::operands;
}

[[noreturn]] void refuse_loop(const OpModel& row, int column) {
  refuse_at(column, quote(display_name(row)) + " belongs to a loop or has no function here",
            row.op, {}, "change it in the program that makes the document");
}

}  // namespace

// make("dot", W, None): operands that are missing or None can be connected later.
void Edit::make(const Statement& statement) {
  const Syntax& call = statement.value;
  if (call.parts.empty() || (call.parts[0].kind != Syntax::Kind::text &&
                             call.parts[0].kind != Syntax::Kind::name))
    refuse_at(call.column, "\"make\" requires a function name", {}, "as in make(\"dot\")");
  const Function* function = find_function(call.parts[0].text);
  if (!function)
    refuse_at(call.parts[0].column, "there is no function " + quote(call.parts[0].text));
  OpModel row;
  row.id = rows_.next_id();
  row.op = function->name;
  row.named = false;
  row.name = automatic_name(std::string(function->op->class_name));
  row.document_line = waiting_line;
  const std::size_t count = takes_list(*function) ? call.parts.size() - 1 : function->operands();
  if (call.parts.size() - 1 > count)
    refuse_at(call.parts[0].column, quote(function->name) + " takes " + std::to_string(count) +
                                        " operands", {}, signature(*function));
  for (std::size_t i = 0; i < count; ++i) {
    const bool given = i + 1 < call.parts.size() && call.parts[i + 1].kind != Syntax::Kind::none;
    row.operands.push_back({given ? draft_.row(call.parts[i + 1]).id : 0, 0});
  }
  about_ = row.id;
  name_ = "Add " + std::string(function->name);
  rows_.set_op(rows_.model().ops.size(), std::move(row));
  if (!statement.target.empty()) name_row(about_, statement.target, statement.target_column);
  place(about_);
}

std::size_t Edit::operand_index(const OpModel& row, const Syntax& syntax) const {
  if (syntax.kind == Syntax::Kind::whole) {
    const auto index = static_cast<std::size_t>(syntax.number);
    if (index < row.operands.size()) return index;
  }
  const Function* function = find_function(row.op);
  std::string known;
  if (function) {
    const auto operands = operands_of(*function);
    for (std::size_t i = 0; i < operands.size() && i < row.operands.size(); ++i) {
      if (syntax.text == operands[i]->name) return i;
      known += (known.empty() ? "" : ", ") + std::string(operands[i]->name);
    }
  }
  refuse_at(syntax.column, quote(display_name(row)) + " has no such operand", quote(syntax.text),
            known);
}

void Edit::refuse_cycle(RowId from, RowId to, int column) const {
  std::vector<RowId> next{from};
  std::set<RowId> seen;
  while (!next.empty()) {
    const RowId id = next.back();
    next.pop_back();
    if (id == to) {
      refuse_at(column, "the link would create a cycle",
                quote(display_name(*rows_.find(from))) + " is computed from " +
                    quote(display_name(*rows_.find(to))),
                "an op that does not depend on it");
    }
    if (id == 0 || !seen.insert(id).second) continue;
    for (const OperandModel& operand : rows_.find(id)->operands) next.push_back(operand.op);
  }
}

// Marks the op as waiting; it is rebuilt once all its operands are connected.
void Edit::set_operand(RowId id, std::size_t index, OperandModel operand) {
  OpModel row = *rows_.find(id);
  if (!find_function(row.op)) refuse_loop(row, 0);
  row.operands[index] = operand;
  row.document_line = waiting_line;
  rows_.set_op(rows_.index_of(id), std::move(row));
}

void Edit::connect(const Statement& statement) {
  const Syntax& call = statement.value;
  const char* const signature = "connect(from, to, operand)";
  const OpModel from = row_at(call, 0, signature), to = row_at(call, 1, signature);
  if (call.parts.size() < 3) refuse_at(call.column, "\"connect\" lacks the operand", {}, signature);
  const std::size_t index = operand_index(to, call.parts[2]);
  refuse_cycle(from.id, to.id, call.parts[0].column);
  set_operand(to.id, index, {from.id, 0});
  about_ = to.id;
  name_ = "Connect " + title(from) + " to " + title(to);
}

void Edit::disconnect(const Statement& statement) {
  const Syntax& call = statement.value;
  const OpModel to = row_at(call, 0, "disconnect(to, operand)");
  if (call.parts.size() < 2)
    refuse_at(call.column, "\"disconnect\" lacks the operand", {}, "disconnect(to, operand)");
  const std::size_t index = operand_index(to, call.parts[1]);
  const OpModel* from = rows_.find(to.operands[index].op);
  if (!from) refuse_at(call.parts[1].column, "nothing is connected there");
  name_ = "Disconnect " + title(*from) + " from " + title(to);
  set_operand(to.id, index, {0, 0});
  about_ = to.id;
}

void Edit::remove(const Statement& statement) {
  const Syntax& call = statement.value;
  if (call.parts.empty()) refuse_at(call.column, "\"remove\" requires ops", {}, "remove(op, …)");
  std::set<RowId> gone;
  for (const Syntax& part : call.parts) gone.insert(draft_.row(part).id);
  name_ = "Remove " + (gone.size() == 1 ? title(*rows_.find(*gone.begin()))
                                         : std::to_string(gone.size()) + " ops");
  const std::vector<OpModel> rows = rows_.model().ops;
  for (const OpModel& row : rows) {
    const bool loop = !row.step_parameters.empty() || kind_of(row) == OpKind::loop_parameter;
    if (loop && gone.count(row.id) > 0) refuse_loop(row, call.column);
    if (gone.count(row.id) > 0) continue;
    for (std::size_t i = 0; i < row.operands.size(); ++i)
      if (gone.count(row.operands[i].op) > 0) set_operand(row.id, i, {0, 0});
  }
  for (const RowId id : gone) forget(id);
}

// Removes the op from computations and the plan, then removes its row.
void Edit::forget(RowId id) {
  const std::string name = rows_.find(id)->name;
  const std::vector<ComputationModel> computations = rows_.model().computations;
  for (std::size_t i = computations.size(); i-- > 0;) {
    ComputationModel changed = computations[i];
    const auto lost = std::erase_if(changed.results, [&](const auto& r) { return r.op == id; }) +
                      std::erase(changed.parameters, id);
    if (lost == 0) continue;
    if (changed.results.empty())
      rows_.set_computation(i, std::nullopt);
    else
      rows_.set_computation(i, std::move(changed));
  }
  if (rows_.model().plan) {
    RunPlan plan = *rows_.model().plan;
    const auto lost =
        std::erase_if(plan.bindings, [&](const auto& b) { return b.placeholder == name; }) +
        std::erase_if(plan.plots, [&](const auto& p) { return p.series == name; });
    if (lost > 0) set_plan(std::move(plan));
  }
  rows_.set_place(id, std::nullopt);
  rows_.set_op(rows_.index_of(id), std::nullopt);
}

void Edit::rename(const Statement& statement) {
  const Syntax& call = statement.value;
  const OpModel row = row_at(call, 0, "rename(op, \"name\")");
  if (call.parts.size() != 2 || (call.parts[1].kind != Syntax::Kind::text &&
                                 call.parts[1].kind != Syntax::Kind::name))
    refuse_at(call.column, "\"rename\" takes an op and a name", {}, "rename(op, \"name\")");
  const std::string& name = call.parts[1].text;
  name_row(row.id, name, call.parts[1].column);
  about_ = row.id;
  name_ = "Rename " + title(row) + " to " + name;
  if (!rows_.model().plan) return;
  RunPlan plan = *rows_.model().plan;
  for (PlanBinding& each : plan.bindings)
    if (each.placeholder == row.name) each.placeholder = name;
  for (PlanPlot& each : plan.plots)
    if (each.series == row.name) each.series = name;
  set_plan(std::move(plan));
}

void Edit::set(const Statement& statement) {
  const Syntax& call = statement.value;
  OpModel row = row_at(call, 0, "set(op, attribute=value, …)");
  const OpModel before = row;
  AxisTable axes(rows_.model().axes, draft_.axes_);
  const Names names = draft_.names();
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
    if (*type == AttributeType::tensor) value = TensorModel{*one.array(key), {}, {}};
    row.attributes.emplace_back(key, std::move(value));
  }
  if (keys.empty())
    refuse_at(call.column, "\"set\" requires an attribute", {}, "set(op, eps=1e-6)");
  std::sort(row.attributes.begin(), row.attributes.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  about_ = row.id;
  name_ = "Set " + keys + " of " + title(before);
  rows_.set_op(rows_.index_of(row.id), std::move(row));
}

void Edit::move(const Statement& statement) {
  const Syntax& call = statement.value;
  const OpModel row = row_at(call, 0, "move(op, x, y)");
  const Arguments to =
      bind(call, {{"x", Kind::number}, {"y", Kind::number}}, "move(op, x, y)", 1);
  about_ = row.id;
  name_ = "Move " + title(row);
  rows_.set_place(row.id, CardPlace{to.number("x", 0), to.number("y", 0)});
}

void Edit::make_axis(const Statement& statement) {
  const Arguments given = bind(statement.value,
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
  const std::vector<AxisModel>& axes = rows_.model().axes;
  std::size_t index = 0;
  while (index < axes.size() && axes[index].id != id) ++index;
  name_ = (index < axes.size() ? "Set axis " : "Add axis ") + id +
          (row.length ? " " + std::to_string(*row.length) : "");
  rows_.set_axis(index, std::move(row));
}

void Edit::build_waiting() {
  for (bool again = true; again;) {
    again = false;
    draft_.bring_to_life();
    const std::vector<OpModel> rows = rows_.model().ops;
    for (const OpModel& row : rows) {
      if (is_waiting(row) && !again) again = build(row);
    }
  }
}

// Builds a waiting op. Returns false if an operand is missing or unfinished.
bool Edit::build(const OpModel& row) {
  const Function* function = find_function(row.op);
  if (!function) return false;
  Arguments arguments;
  GivenList operands;
  for (const OperandModel& operand : row.operands) {
    const auto live = draft_.live_ops_.find(operand.op);
    if (operand.op == 0 || live == draft_.live_ops_.end()) return false;
    operands.push_back({Op(Value{live->second.value().node, operand.result}), 0});
  }
  std::size_t next = 0;
  for (const Parameter& parameter : function->parameters) {
    Given given;
    if (parameter.kind == Kind::operands)
      given.value = operands;
    else if (parameter.kind == Kind::operand && next < operands.size())
      given = operands[next++];
    for (const auto& [key, value] : row.attributes) {
      if (key != parameter.attribute()) continue;
      if (const auto* axes = std::get_if<AxesModel>(&value)) given = given_axes(*axes, draft_.axes_);
      if (const auto* flag = std::get_if<bool>(&value)) given.value = *flag;
      if (const auto* whole = std::get_if<std::int64_t>(&value)) given.value = *whole;
      if (const auto* number = std::get_if<double>(&value)) given.value = *number;
      if (const auto* text = std::get_if<std::string>(&value)) given.value = *text;
    }
    arguments.set(std::string(parameter.name), given);
  }
  if (takes_list(*function) && operands.empty()) return false;
  for (const Parameter& each : function->parameters)
    if (each.required() && !arguments.has(std::string(each.name))) return false;
  const Op result = Evaluator::build(*function, arguments, 0);
  const RowId made = adopt(result, {});
  if (made == row.id || rows_.find(made)->document_line == waiting_line ||
      draft_.live_ops_.count(made) > 0)
    refuse_at(0, quote(function->name) + " returns its operand unchanged", {}, {},
              "remove the op and connect its operand");
  // Keeps the id of the waiting op, and with it its card, name and readers.
  OpModel final = *rows_.find(made);
  rows_.set_op(rows_.index_of(made), std::nullopt);
  if (row.named || final.op == row.op) final.name = row.name;
  final.id = row.id;
  final.named = row.named;
  final.metadata = row.metadata;
  rows_.set_op(rows_.index_of(row.id), std::move(final));
  return true;
}

}  // namespace ng::editing
