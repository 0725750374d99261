// SPDX-License-Identifier: Apache-2.0
// Writes one statement for each axis and for each op that has a name or several uses; other ops are
// written inline.
#include "engine/formats/programs/program_writer.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "engine/base/error.h"
#include "engine/base/joined.h"
#include "engine/base/quote.h"
#include "engine/formats/documents/model_traits.h"
#include "engine/formats/programs/program_attributes.h"
#include "engine/formats/programs/program_form.h"
#include "engine/formats/programs/program_lines.h"
#include "engine/formats/programs/program_literals.h"
#include "engine/formats/programs/program_names.h"
#include "engine/formats/programs/program_walk.h"
#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"

namespace ng {
namespace {

constexpr std::size_t longest_inside = 56;  // of an inline expression

using Texts = ProgramLanguage::Texts;

// Operator precedence.
enum Level { comparison, sum, product, sign, power, primary };

struct Expression {
  std::string text;
  Level level = primary;
  bool number = false;  // a literal, not an op, where an operand is expected
};

Level level_of(const std::string& infix) {
  if (infix == "+" || infix == "-") return sum;
  if (infix == "*" || infix == "/" || infix == "//" || infix == "%") return product;
  return infix == "**" ? power : comparison;
}

std::string in_brackets(const Expression& expression, bool needed) {
  return needed ? "(" + expression.text + ")" : expression.text;
}

// Ops that must be statements of their own.
bool stands_alone(const OpModel& op) {
  const OpDef* const def = find_op(op.op);
  if (!def || def->traits.kind == OpKind::constant) return false;
  return def->traits.is_source() || def->traits.kind == OpKind::loop || def->traits.random ||
         def->family == Family::effect;
}

[[noreturn]] void refuse_op(const OpModel& op, const std::string& why) {
  Diagnostic diagnostic;
  diagnostic.what = "the document cannot be written as a program: " + why + " " + quote(op.name);
  diagnostic.found = op.op;
  diagnostic.action = "convert it to .ngraph, which holds every op";
  throw Error(Fault::user, ErrorKind::unavailable, std::move(diagnostic));
}

class Writer {
 public:
  Writer(const DocumentModel& model, const OwnOutputs& outputs, const ProgramLanguage& language,
         std::string file)
      : model_(model),
        outputs_(outputs),
        language_(language),
        file_(std::move(file)),
        walk_(model),
        names_(language.reserved()),
        attributes_(language),
        lines_(language.indentation(), language.depth()) {}

  ProgramText run() {
    add_axes();
    lines_.blank();
    write_block(0);
    lines_.blank();
    lines_.line(language_.transformer());
    for (const ComputationModel& each : model_.computations) add_computation(each);
    const std::string file = attributes_.arrays.empty() ? "" : file_;
    const std::string head =
        language_.head({model_.title, model_.description, file, attributes_.needs_numpy()});
    return {head + lines_.text() + language_.tail(), std::move(attributes_.arrays)};
  }

 private:
  void declare(ProgramLanguage::Declared what, const std::string& name, const std::string& value) {
    lines_.line(language_.declare(what, name, value) + language_.statement_end());
  }

  // --- axes ---

  void add_axes() {
    std::set<std::string> wanted;
    for (const OpModel* op : walk_.order) {
      if (op->named) wanted.insert(program_name(op->name));
    }
    for (const ComputationModel& each : model_.computations) {
      wanted.insert(program_name(each.name));
    }
    const std::set<std::string> used = used_axes();
    for (const AxisModel& axis : model_.axes) {
      if (used.count(axis.id) == 0) continue;
      const std::string plain = program_name(axis.id);
      const std::string name = names_.take(wanted.count(plain) > 0 ? plain + "_axis" : plain);
      attributes_.add_axis(axis.id, name);
      declare(ProgramLanguage::Declared::axis, name, language_.axis(axis));
    }
  }

  std::set<std::string> used_axes() const {
    std::set<std::string> used;
    std::vector<const AxesModel*> waiting;
    for (const OpModel* op : walk_.order) {
      for (const auto& [key, value] : op->attributes) {
        if (const auto* axes = std::get_if<AxesModel>(&value)) waiting.push_back(axes);
      }
    }
    while (!waiting.empty()) {
      const AxesModel& axes = *waiting.back();
      waiting.pop_back();
      for (const AxisUse& use : axes) {
        if (use.id.empty()) waiting.push_back(&use.members);
        used.insert(use.id);
      }
    }
    return used;
  }

  // --- ops ---

  void write_block(std::uint64_t loop) {
    for (const OpModel* op : walk_.order) {
      if (walk_.loop_of(*op) == loop && kind_of(*op) != OpKind::loop_parameter) add_op(*op);
    }
  }

  void add_op(const OpModel& op) {
    if (kind_of(op) == OpKind::loop) return add_loop(op);
    Expression made = expression(op);
    const bool inside = !op.named && walk_.is_used_once(op) && !stands_alone(op) &&
                        !walk_.is_loop_operand(op) && made.text.size() <= longest_inside;
    if (inside) {
      ops_[op.id] = std::move(made);
      return;
    }
    if (made.number) made = {called(op), primary, false};
    std::string value = made.text;
    if (op.named) value = in_brackets(made, made.level < primary) + named(op.name);
    const std::string name = names_.take(variable_of(op));
    declare(ProgramLanguage::Declared::op, name, value);
    ops_[op.id] = {name, primary, false};
  }

  std::string named(const std::string& name) const {
    return ".named(" + language_.text(name) + ")";
  }

  // The op's name, or its scope and kind.
  static std::string variable_of(const OpModel& op) {
    if (op.named) return op.name;
    const std::size_t scope = op.name.rfind('/');
    return (scope == std::string::npos ? "" : op.name.substr(0, scope + 1)) + op.op;
  }

  // Of the ops that compute one function, the first: the others have other gradients.
  static bool has_operator(const OpDef& def) {
    const auto rows = op_table();
    const auto first = std::find_if(rows.begin(), rows.end(),
                                    [&def](const OpDef* row) { return row->fn == def.fn; });
    return def.fn && *first == &def;
  }

  Expression expression(const OpModel& op) {
    if (is_plain_number(op)) return number_expression(op);
    const OpDef* const def = find_op(op.op);
    const std::string infix = def && has_operator(*def) ? language_.infix(*def->fn) : "";
    if (infix.empty() || !op.attributes.empty()) return {called(op), primary, false};
    if (op.operands.size() == 1) {
      const Expression x = operand(op.operands[0], op);
      return {infix + in_brackets(x, x.level <= sign), sign, false};
    }
    const Expression x = operand(op.operands[0], op), y = operand(op.operands[1], op);
    const Level level = level_of(infix);
    // Two literals would be evaluated by the host language, and `0 < y` would be reversed by it.
    const bool call = x.number && (y.number || level == comparison);
    if (call) return {called(op), primary, false};
    const bool left = level == comparison || level == power ? x.level <= level : x.level < level;
    const bool right = level == power ? y.level < primary : y.level <= level;
    return {in_brackets(x, left) + " " + infix + " " + in_brackets(y, right), level, false};
  }

  // A float32 scalar, which functions convert from a literal operand.
  static bool is_plain_number(const OpModel& op) {
    if (kind_of(op) != OpKind::constant || op.named) return false;
    const AttributeModel* value = find_attribute(op, "value");
    const auto* tensor = value ? std::get_if<TensorModel>(value) : nullptr;
    return tensor && tensor->value.dtype == DType::f32 && tensor->value.shape.empty() &&
           attribute_or<AxesModel>(op, "axes", {}).empty();
  }

  Expression number_expression(const OpModel& op) const {
    const auto& tensor = std::get<TensorModel>(*find_attribute(op, "value")).value;
    const std::string text = language_.number(number_at(tensor, 0), tensor.dtype);
    return {text, text[0] == '-' ? sign : primary, true};
  }

  // Functions that get a result type convert literals to it, but not ops.
  Expression operand(const OperandModel& operand, const OpModel& user) {
    const OpModel& op = walk_.op(operand.op);
    if (kind_of(op) == OpKind::loop) return {loop_result(op, operand.result), primary, false};
    if (operand.result != 0) refuse_op(user, "no variable holds what is read by");
    const Expression& made = ops_.at(operand.op);
    if (made.number && find_attribute(user, "dtype")) return {called(op), primary, false};
    return made;
  }

  std::string loop_result(const OpModel& loop, int result) const {
    const int states = static_cast<int>(count_of(loop, "states"));
    const bool state = result < states;
    return language_.loop_result(ops_.at(loop.id).text, state, state ? result : result - states);
  }

  // A list item must be an op, so literals are wrapped in a call.
  std::string item(const OperandModel& model, const OpModel& user) {
    const Expression made = operand(model, user);
    return made.number ? called(walk_.op(model.op)) : made.text;
  }
  Texts items(const std::vector<OperandModel>& models, const OpModel& user) {
    Texts texts;
    for (const OperandModel& each : models) texts.push_back(item(each, user));
    return texts;
  }

  // --- calls ---

  std::string called(const OpModel& op) {
    const ProgramForm* form = program_form(op.op);
    if (!form) refuse_op(op, "no public function makes the op");
    const std::string type = type_around(op, *form);
    Texts arguments;
    std::vector<std::pair<std::string, std::string>> options;
    std::set<std::string_view> written;
    if (!type.empty()) written.insert("dtype");
    std::size_t next_operand = 0, missing = 0;
    for (const FormArgument& each : form->arguments) {
      std::string text = argument(op, each, next_operand, written);
      if (each.option && !text.empty()) options.emplace_back(each.keyword, text);
      if (each.option || (each.python_alone && !type.empty())) continue;
      if (text.empty() || text == each.when_absent) {
        arguments.emplace_back(language_.positional() ? each.when_absent : "");
        ++missing;
        continue;
      }
      missing = 0;
      if (each.python_alone && language_.positional()) {
        refuse_op(op, "in this language no function gives this type to the op");
      }
      if (!type.empty() && each.as == Written::operand) text = variable_with(text, op);
      arguments.push_back(each.keyword.empty() ? text : language_.keyword(each.keyword, text));
    }
    arguments.resize(arguments.size() - missing);
    std::erase(arguments, "");
    if (!options.empty()) arguments.push_back(language_.options(options));
    require_all_written(op, *form, written, next_operand);
    const std::string call = language_.function(form->function) + "(" + joined(arguments) + ")";
    return type.empty() ? call : language_.in_type(type, call);
  }

  // The element type that is set around the call of an elementwise op, where no function takes it;
  // empty: none.
  std::string type_around(const OpModel& op, const ProgramForm& form) const {
    const auto takes_type = [](const FormArgument& each) {
      return each.as == Written::dtype && !each.python_alone;
    };
    const OpDef* def = find_op(op.op);
    const AttributeModel* value = find_attribute(op, "dtype");
    if (!value || !def || !def->fn || !language_.positional() ||
        std::any_of(form.arguments.begin(), form.arguments.end(), takes_type))
      return {};
    const auto dtype = dtype_from_name(std::get<std::string>(*value));
    return dtype ? language_.dtype(*dtype) : "";
  }

  // The type around a call would be that of operands inside it, too.
  std::string variable_with(const std::string& value, const OpModel& user) {
    const bool is_name = std::all_of(value.begin(), value.end(),
                                     [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    if (is_name) return value;
    const std::string name = names_.take(variable_of(user) + "_operand");
    declare(ProgramLanguage::Declared::op, name, value);
    return name;
  }

  static void require_all_written(const OpModel& op, const ProgramForm& form,
                                  const std::set<std::string_view>& written, std::size_t operands) {
    const bool all = std::any_of(form.arguments.begin(), form.arguments.end(),
                                 [](const auto& a) { return a.as == Written::operands; });
    if (!all && operands < op.operands.size()) {
      refuse_op(op, "no public function takes all operands of");
    }
    for (const auto& [key, value] : op.attributes) {
      if (written.count(key) == 0)
        refuse_op(op, "no public function takes the attribute " + quote(key) + " of");
    }
  }

  std::string argument(const OpModel& op, const FormArgument& form, std::size_t& next_operand,
                       std::set<std::string_view>& written) {
    if (form.as == Written::operands) return language_.list(items(op.operands, op));
    if (form.as != Written::operand) return attributes_.argument(op, form, written);
    return next_operand < op.operands.size() ? operand(op.operands[next_operand++], op).text : "";
  }

  // --- loops ---

  void add_loop(const OpModel& op) {
    const std::size_t states = count_of(op, "states"), sequences = count_of(op, "sequences");
    const std::string name = names_.take(variable_of(op)), step = names_.take(name + "_step");
    Texts before, over;
    for (std::size_t i = 0; i < states + sequences; ++i) {
      (i < states ? before : over).push_back(item(op.operands[i], op));
    }
    lines_.blank();
    lines_.line(language_.loop_begin(step, states > 0, sequences > 0));
    lines_.indent();
    for (std::size_t i = 0; i < op.step_parameters.size(); ++i) add_parameter(op, i);
    write_block(op.id);
    const auto at = [&](std::size_t i) { return op.step_results.begin() + static_cast<long>(i); };
    const auto own = outputs_.find(op.id);
    const std::size_t end = own == outputs_.end() ? op.step_results.size() : states + own->second;
    lines_.line(
        language_.loop_end(items({at(0), at(states)}, op), items({at(states), at(end)}, op)) +
        language_.statement_end());
    lines_.outdent();
    if (!language_.loop_close().empty()) lines_.line(language_.loop_close());
    lines_.blank();
    const auto along = attributes_.axes(attribute_or<AxesModel>(op, "axis", {}));
    declare(
        ProgramLanguage::Declared::computation, name,
        language_.loop(step, along.at(0), before, over, attribute_or<bool>(op, "reverse", false)));
    ops_[op.id] = {name, primary, false};
    if (op.named) lines_.line(loop_result(op, 0) + named(op.name) + language_.statement_end());
  }

  // States and elements get their own variables in the step; values from outside keep theirs.
  void add_parameter(const OpModel& op, std::size_t i) {
    const std::size_t states = count_of(op, "states"), sequences = count_of(op, "sequences");
    const OpModel& parameter = walk_.op(op.step_parameters[i]);
    if (i >= states + sequences) {
      ops_[parameter.id] = {item(op.operands[i], op), primary, false};
      return;
    }
    std::string wanted = "element";
    if (i < states) {
      const OpModel& next = walk_.op(op.step_results[i].op);
      wanted = next.named ? next.name + "_before" : "state";
    } else if (const OpModel& whole = walk_.op(op.operands[i].op); whole.named) {
      wanted = whole.name + "_now";
    }
    const std::string name = names_.take(wanted);
    const std::string list = i < states ? "states" : "elements";
    declare(ProgramLanguage::Declared::op, name,
            list + "[" + std::to_string(i < states ? i : i - states) + "]");
    ops_[parameter.id] = {name, primary, false};
  }

  // --- computations ---

  void add_computation(const ComputationModel& each) {
    Texts results, parameters;
    for (const OperandModel& result : each.results) {
      results.push_back(operand(result, walk_.op(result.op)).text);
    }
    for (const std::uint64_t parameter : each.parameters) {
      parameters.push_back(ops_.at(parameter).text);
    }
    declare(ProgramLanguage::Declared::computation, names_.take(each.name),
            language_.computation(results, parameters, each.returns, each.name));
  }

  const DocumentModel& model_;
  const OwnOutputs& outputs_;
  const ProgramLanguage& language_;
  const std::string file_;
  const ProgramWalk walk_;
  ProgramNames names_;
  ProgramAttributes attributes_;
  ProgramLines lines_;
  std::map<std::uint64_t, Expression> ops_;
};

}  // namespace

ProgramText write_program(const DocumentModel& model, const OwnOutputs& outputs,
                          const ProgramLanguage& language, const std::string& arrays_file) {
  return Writer(model, outputs, language, arrays_file).run();
}

}  // namespace ng
