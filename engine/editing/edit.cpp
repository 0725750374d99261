// SPDX-License-Identifier: Apache-2.0
// The table of verbs, and the conversion of expressions to rows.
#include "engine/editing/edit.h"

#include <algorithm>

#include "engine/base/quote.h"
#include "engine/editing/copy_verbs.h"
#include "engine/editing/link_verbs.h"
#include "engine/editing/op_verbs.h"
#include "engine/editing/plan_verbs.h"
#include "engine/editing/row_builder.h"
#include "engine/editing/row_names.h"
#include "engine/editing/training_verb.h"
#include "engine/formats/documents/model_traits.h"
#include "engine/graph/op_def.h"
#include "engine/ops/random.h"

namespace ng::editing {
namespace {

struct Verb {
  const char* name;
  const char* signature;
  void (*run)(EditContext&, const Statement&);
};

const Verb* find_verb(const std::string& name) {
  static const Verb rows[] = {
      {"make_axis", "C = make_axis(length, batch=False, recurrent=False, docstring=None)",
       &verbs::make_axis},
      {"axis", "C = axis(length, batch=False, recurrent=False, docstring=None)", &verbs::make_axis},
      {"make", "make(\"dot\", W, None): an op whose operands may be missing", &verbs::make},
      {"connect", "connect(from, to, operand)", &verbs::connect},
      {"disconnect", "disconnect(to, operand)", &verbs::disconnect},
      {"remove", "remove(op, …)", &verbs::remove},
      {"copy", "copy(op, …, places=None): with fresh names and the same operands", &verbs::copy},
      {"paste", "paste(\"piece\", at=None): ops that were copied in another document",
       &verbs::paste},
      {"rename", "rename(op, \"name\")", &verbs::rename},
      {"set", "set(op, attribute=value, …)", &verbs::set},
      {"move", "move(op, x, y)", &verbs::move},
      {"computation", "train = computation([results, …], parameters, …)", &verbs::computation},
      {"feed", "feed(x, 4), feed(x, schedule=\"1/(1+epoch)\"), feed(x, data=\"set.train.xs\")",
       &verbs::feed},
      {"data", "digits = data(\"mnist\", seed=0, batch=128)", &verbs::data},
      {"plan", "plan(computation=train, epochs=10, batches=10)", &verbs::plan},
      {"plot", "plot(L, title=None, x_title=\"iteration\", y_title=None)", &verbs::plot},
      {"training",
       "train = training(y, loss=\"cross_entropy\", optimizer=\"adam\", learning_rate=None, "
       "classes=None, variables=None)",
       &verbs::training},
      {"describe", "describe(title=None, description=None)", &verbs::describe},
  };
  for (const Verb& row : rows) {
    if (name == row.name) return &row;
  }
  return nullptr;
}

std::string title_of(const Node& node, const std::string& target) {
  return std::string(node.def->name) + (target.empty() ? "" : " " + target);
}

// Creates the axes that `syntax` names for the first time, with their length: (C: 4).
void make_new_axes(EditContext& edit, const Syntax& syntax) {
  const bool named = syntax.kind == Syntax::Kind::axis_item &&
                     syntax.parts[0].kind == Syntax::Kind::name &&
                     edit.axes().count(syntax.text) == 0;
  if (named) {
    Statement statement{syntax.text, syntax.column, {}};
    statement.value.kind = Syntax::Kind::call;
    statement.value.column = syntax.column;
    statement.value.text = "make_axis";
    statement.value.parts.push_back(syntax.parts[1]);
    const std::string name = edit.name;
    verbs::make_axis(edit, statement);
    edit.name = name;
    edit.bring_to_life();
  }
  for (const Syntax& part : syntax.parts) make_new_axes(edit, part);
  for (const Keyword& keyword : syntax.keywords) make_new_axes(edit, keyword.value);
}

}  // namespace

void Edit::run(const Statement& statement, const std::string& line) {
  const Verb* verb = nullptr;
  if (statement.value.kind == Syntax::Kind::call) verb = find_verb(statement.value.text);
  if (!verb) return expression(statement, line);
  const bool named = verb->run == &verbs::make_axis || verb->run == &verbs::computation ||
                     verb->run == &verbs::data || verb->run == &verbs::make ||
                     verb->run == &verbs::training;
  if (!statement.target.empty() && !named)
    refuse_at(statement.target_column, quote(verb->name) + " has no result to name", {},
              verb->signature);
  verb->run(edit_, statement);
  build_waiting(edit_);
}

void Edit::expression(const Statement& statement, const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t");
  edit_.name = line.substr(first, last - first + 1);
  seed_random(edit_.rows().next_id());  // equal lines draw equal random numbers
  make_new_axes(edit_, statement.value);
  const Names names = edit_.names();
  Evaluator evaluator(names);
  for (const OpModel& row : edit_.rows().model().ops) {
    if (statement.target.empty() || row.name != statement.target) continue;
    return assign_value(row, evaluator.evaluate(statement.value, Kind::array),
                        statement.target_column);
  }
  const Op result = evaluator.op(statement.value);
  const bool known = edit_.live_ops().count(result.id()) > 0 &&
                     edit_.live_ops().at(result.id()).value().node == result.value().node;
  if (known) {
    const std::string is = result.name();
    refuse_at(statement.value.column, "this is the op " + quote(is) + ", so no op is created", {},
              {},
              statement.target.empty()
                  ? ""
                  : "write rename(" + is + ", \"" + statement.target + "\") for another name");
  }
  edit_.about = add_rows(edit_, result, evaluator.inputs());
  if (!statement.target.empty())
    name_row(edit_.rows(), edit_.about, statement.target, statement.target_column);
  edit_.place(edit_.about);
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
  edit_.about = row.id;
  if (traits.kind == OpKind::placeholder) {
    PlanBinding binding;
    binding.placeholder = row.name;
    const DType dtype = value_type(row);
    binding.value.value = dtype == DType::f32 ? array_of(value, dtype) : exact_array_of(value);
    RunPlan plan = edit_.plan_or_new();
    std::erase_if(plan.bindings,
                  [&](const PlanBinding& each) { return each.placeholder == row.name; });
    plan.bindings.push_back(std::move(binding));
    return edit_.set_plan(std::move(plan));
  }
  const std::string key = constant ? "value" : "initial_value";
  OpModel changed = row;
  std::erase_if(changed.attributes, [&](const auto& each) { return each.first == key; });
  changed.attributes.emplace_back(key, TensorModel{array_of(value, value_type(row)), {}, {}});
  std::sort(changed.attributes.begin(), changed.attributes.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  edit_.rows().set_op(edit_.rows().index_of(row.id), std::move(changed));
}

Preview preview_of(const Statement& statement, const Names& names, const Draft& draft) {
  const Syntax& value = statement.value;
  if (value.kind == Syntax::Kind::call) {
    if (const auto* verb = find_verb(value.text)) return {verb->signature, {}};
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
