// SPDX-License-Identifier: Apache-2.0
// The table of verbs, and the conversion of expressions to rows.
#include "engine/editing/edit.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/quote.h"
#include "engine/documents/export_op.h"
#include "engine/formats/documents/model_traits.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/random.h"
#include "engine/ops/state.h"

namespace ng::editing {
namespace {

bool is_counted_name(const std::string& name) {
  return name.starts_with("Axis_") && name.size() > 5 &&
         std::all_of(name.begin() + 5, name.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

// Renames axes such as "Axis_7", which are numbered per process, so that equal lines give equal
// documents.
void name_axes(const Node& node, std::set<std::string>& taken) {
  for (const TensorType& type : node.results) {
    for (const Axis& axis : type.axes) {
      if (axis.is_flattened() || !is_counted_name(axis.name()) || taken.count(axis.name()) > 0)
        continue;
      int n = 0;
      while (!taken.insert("Axis_" + std::to_string(n)).second) ++n;
      axis.named("Axis_" + std::to_string(n));
    }
  }
}

// Generates unused automatic names: "Add", "Add_0", "Add_1" …
class FreshNames {
 public:
  explicit FreshNames(const DocumentModel& model) {
    for (const OpModel& op : model.ops) taken_.insert(op.name);
  }
  void add(const std::string& name) { taken_.insert(name); }
  std::string take(const std::string& class_name) {
    std::string name = class_name;
    for (int& n = next_[class_name]; !taken_.insert(name).second; ++n)
      name = class_name + "_" + std::to_string(n);
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_;
};

std::string title_of(const Node& node, const std::string& target) {
  return std::string(node.def->name) + (target.empty() ? "" : " " + target);
}

}  // namespace

const Edit::VerbRow* Edit::find_verb(const std::string& name) {
  static const VerbRow rows[] = {
      {"make_axis", "C = make_axis(length, batch=False, recurrent=False, docstring=None)",
       &Edit::make_axis},
      {"axis", "C = axis(length, batch=False, recurrent=False, docstring=None)", &Edit::make_axis},
      {"make", "make(\"dot\", W, None): an op whose operands may be missing", &Edit::make},
      {"connect", "connect(from, to, operand)", &Edit::connect},
      {"disconnect", "disconnect(to, operand)", &Edit::disconnect},
      {"remove", "remove(op, …)", &Edit::remove},
      {"copy", "copy(op, …, places=None): with fresh names and the same operands", &Edit::copy},
      {"paste", "paste(\"piece\", at=None): ops that were copied in another document",
       &Edit::paste},
      {"rename", "rename(op, \"name\")", &Edit::rename},
      {"set", "set(op, attribute=value, …)", &Edit::set},
      {"move", "move(op, x, y)", &Edit::move},
      {"computation", "train = computation([results, …], parameters, …)", &Edit::computation},
      {"feed", "feed(x, 4), feed(x, schedule=\"1/(1+epoch)\"), feed(x, data=\"set.train.xs\")",
       &Edit::feed},
      {"data", "digits = data(\"mnist\", seed=0, batch=128)", &Edit::data},
      {"plan", "plan(computation=train, epochs=10, batches=10)", &Edit::plan},
      {"plot", "plot(L, title=None, x_title=\"iteration\", y_title=None)", &Edit::plot},
      {"describe", "describe(title=None, description=None)", &Edit::describe},
  };
  for (const VerbRow& row : rows) {
    if (name == row.name) return &row;
  }
  return nullptr;
}

Edit::Edit(Draft& draft, std::optional<CardPlace> at)
    : draft_(draft), rows_(draft.rows_), at_(at) {}

void Edit::run(const Statement& statement, const std::string& line) {
  const VerbRow* verb = nullptr;
  if (statement.value.kind == Syntax::Kind::call) verb = find_verb(statement.value.text);
  if (!verb) return expression(statement, line);
  const bool named = verb->run == &Edit::make_axis || verb->run == &Edit::computation ||
                     verb->run == &Edit::data || verb->run == &Edit::make;
  if (!statement.target.empty() && !named)
    refuse_at(statement.target_column, quote(verb->name) + " has no result to name", {},
              verb->signature);
  (this->*verb->run)(statement);
  build_waiting();
}

void Edit::expression(const Statement& statement, const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t");
  name_ = line.substr(first, last - first + 1);
  seed_random(rows_.next_id());  // equal lines draw equal random numbers
  const Names names = draft_.names();
  Evaluator evaluator(names);
  for (const OpModel& row : rows_.model().ops) {
    if (statement.target.empty() || row.name != statement.target) continue;
    return assign_value(row, evaluator.evaluate(statement.value, Kind::array),
                        statement.target_column);
  }
  const Op result = evaluator.op(statement.value);
  const bool known = draft_.live_ops_.count(result.id()) > 0 &&
                     draft_.live_ops_.at(result.id()).value().node == result.value().node;
  if (known) {
    const std::string is = result.name();
    refuse_at(statement.value.column, "this is the op " + quote(is) + ", so no op is created",
              {}, {},
              statement.target.empty()
                  ? ""
                  : "write rename(" + is + ", \"" + statement.target + "\") for another name");
  }
  about_ = adopt(result, evaluator.inputs());
  if (!statement.target.empty()) name_row(about_, statement.target, statement.target_column);
  place(about_);
}

// `x = 4` for an existing x: feeds a placeholder, sets the initial value of other sources.
void Edit::assign_value(const OpModel& row, const Given& value, int column) {
  const bool literal = value.number() || std::holds_alternative<GivenList>(value.value);
  const Traits& traits = traits_of(row);
  const bool constant = traits.kind == OpKind::constant;
  const bool source = traits.is_storage() || constant;
  if (!literal || !source)
    refuse_at(column, "there is an op " + quote(row.name) + " already", row.op,
              source ? "a number or an array for it" : "an unused name",
              "remove or rename the other, or take another name");
  about_ = row.id;
  if (traits.kind == OpKind::placeholder) {
    PlanBinding binding;
    binding.placeholder = row.name;
    binding.value.value = array_of(value, DType::f32);
    RunPlan plan = plan_or_new();
    std::erase_if(plan.bindings,
                  [&](const PlanBinding& each) { return each.placeholder == row.name; });
    plan.bindings.push_back(std::move(binding));
    return set_plan(std::move(plan));
  }
  const std::string key = constant ? "value" : "initial_value";
  OpModel changed = row;
  std::erase_if(changed.attributes, [&](const auto& each) { return each.first == key; });
  changed.attributes.emplace_back(key, TensorModel{array_of(value, DType::f32), {}, {}});
  std::sort(changed.attributes.begin(), changed.attributes.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  rows_.set_op(rows_.index_of(row.id), std::move(changed));
}

// Adds rows for all ops below `result` that have none. Returns the row of the result.
RowId Edit::adopt(const Op& result, const std::vector<Evaluator::Input>& inputs) {
  std::map<OpId, RowId> ids;  // row ids by live op
  for (const auto& [id, op] : draft_.live_ops_) ids[op.id()] = id;
  AxisTable axes(rows_.model().axes, draft_.axes_);
  std::set<std::string> taken;
  for (const auto& [id, axis] : draft_.axes_) taken.insert(axis.name());
  std::unordered_map<const Node*, const std::string*> input_names;
  FreshNames names(rows_.model());
  for (const auto& input : inputs) {
    input_names.emplace(input.op.value().node.get(), &input.name);
    names.add(input.name);
  }
  RowId next_id = rows_.next_id();
  const Value roots[] = {result.value()};
  for (const NodePtr& node : ordered_nodes(std::span<const Value>(roots))) {
    const auto live = draft_.live_ops_.find(node->id);
    if (live != draft_.live_ops_.end() && live->second.value().node == node) continue;
    name_axes(*node, taken);
    OpModel row = op_model(*node, axes);
    row.id = next_id++;
    row.file.clear();
    row.line = 0;
    for (OperandModel& operand : row.operands) operand.op = ids.at(operand.op);
    const auto input = input_names.find(node.get());
    // Plans, checkpoints and messages refer to sources by name.
    const bool source = node->def->traits.is_source() && node->def->traits.kind != OpKind::constant;
    const bool given = input != input_names.end();
    row.named = source || given;
    row.name = given    ? *input->second
               : source ? names.take(row.op + "_" + std::to_string(row.id))
                        : names.take(std::string(node->def->class_name));
    ids[node->id] = row.id;
    rows_.set_op(rows_.model().ops.size(), std::move(row));
  }
  for (std::size_t i = rows_.model().axes.size(); i < axes.rows().size(); ++i)
    rows_.set_axis(i, axes.rows()[i]);
  return ids.at(result.id());
}

std::string Edit::automatic_name(const std::string& class_name) const {
  return FreshNames(rows_.model()).take(class_name);
}

void Edit::name_row(RowId id, const std::string& name, int column) {
  if (name.empty() || name.size() > 1000)
    refuse_at(column, "an op's name must have 1 to 1000 bytes");
  for (const OpModel& op : rows_.model().ops) {
    if (op.name == name && op.id != id)
      refuse_at(column, "there is an op " + quote(name) + " already", {}, "an unused name");
  }
  OpModel row = *rows_.find(id);
  row.name = name;
  row.named = true;
  rows_.set_op(rows_.index_of(id), std::move(row));
}

void Edit::place(RowId id) {
  if (at_) rows_.set_place(id, at_);
}

// Binds the arguments after the first `from` to parameters.
Arguments Edit::bind(const Syntax& call, const std::vector<Parameter>& parameters,
                     const char* signature, std::size_t from) {
  Syntax rest = call;
  rest.parts.erase(rest.parts.begin(), rest.parts.begin() + static_cast<std::ptrdiff_t>(
                                                                std::min(from, rest.parts.size())));
  const Names names = draft_.names();
  Evaluator evaluator(names);
  Arguments arguments = evaluator.bind(rest, parameters, signature);
  if (!evaluator.inputs().empty())
    refuse_at(call.column, "there is no op " + quote(evaluator.inputs().front().name));
  return arguments;
}

const OpModel& Edit::row_at(const Syntax& call, std::size_t index, const char* signature) const {
  if (index >= call.parts.size())
    refuse_at(call.column, quote(call.text) + " lacks an argument", {}, signature);
  return draft_.row(call.parts[index]);
}

Preview preview_of(const Statement& statement, const Names& names, const Draft& draft) {
  const Syntax& value = statement.value;
  if (value.kind == Syntax::Kind::call) {
    if (const auto* verb = Edit::find_verb(value.text)) return {verb->signature, {}};
  }
  Evaluator evaluator(names);
  for (const OpModel& row : draft.model().ops) {
    if (statement.target.empty() || row.name != statement.target) continue;
    const Given given = evaluator.evaluate(value, Kind::array);
    if (!given.number() && !std::holds_alternative<GivenList>(given.value))
      refuse_at(statement.target_column, "there is an op " + quote(row.name) + " already");
    return {(kind_of(row) == OpKind::placeholder ? "feeds " : "sets ") + row.name + ": " +
                ng::editing::describe(given),
            {}};
  }
  const Op result = evaluator.op(value);
  Preview preview;
  preview.makes = title_of(result.node(), statement.target);
  if (result.value().has_type()) preview.makes += ": " + to_string(result.value().type());
  for (const auto& input : evaluator.inputs()) preview.inputs.push_back(input.name);
  return preview;
}

}  // namespace ng::editing
