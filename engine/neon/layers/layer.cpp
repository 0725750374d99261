// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/layer.h"

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/graph/metadata.h"
#include "engine/graph/op_def.h"

namespace ng::neon {
namespace {

thread_local bool inference = false;

}  // namespace

Layer::Layer(std::string kind, std::string name)
    : kind_(std::move(kind)), name_(name.empty() ? kind_ : std::move(name)) {}

Layer::Entered::Entered(Layer& layer)
    : name_(layer.scope_ ? ScopedName(layer.scope_) : ScopedName(layer.name_)) {
  layer.scope_ = name_.scope();
  if (layer.line_) line_.emplace(*layer.line_);
}

Op Layer::operator()(const Op& in) {
  return in_scope([&] { return build(in); });
}

void Layer::set_name(std::string name) {
  if (scope_) {
    fail("a layer cannot be renamed after its first call", name, "",
         "name it before its first call, which creates its parameters");
  }
  name_ = std::move(name);
}

std::string Layer::path() const {
  return scope_ ? ng::path_of(*scope_) : name_;
}

const Op* Layer::find(std::string_view name) const {
  for (const Parameter& parameter : parameters_) {
    if (parameter.name == name) return &parameter.op;
  }
  return nullptr;
}

Op Layer::parameter(std::string_view name) const {
  if (const Op* found = find(name)) return *found;
  std::string names;
  for (const Parameter& parameter : parameters_) {
    names += (names.empty() ? "" : ", ") + parameter.name;
  }
  const bool called = initialized() || !layers().empty();
  fail("a layer has no such parameter", quote(std::string(name)),
       names.empty() ? "none" : "one of: " + names,
       called ? "" : "call the layer first, which creates its parameters", ErrorKind::key);
}

std::vector<Op> Layer::variables() const {
  std::vector<Op> all;
  for (const Parameter& parameter : parameters_) {
    if (parameter.op.node().def->traits.kind == OpKind::variable) all.push_back(parameter.op);
  }
  for (const LayerPtr& part : layers()) {
    for (const Op& op : part->variables()) all.push_back(op);
  }
  return all;
}

void Layer::require_same(const Op& found, const Axes& axes) const {
  bool same = found.axes().size() == axes.size();
  for (std::size_t i = 0; same && i < axes.size(); ++i) {
    same = found.axes()[i] == axes[i] && found.axes()[i].known_length() == axes[i].known_length();
  }
  if (same) return;
  fail("a layer that shares its weights was called with other axes than before",
       unscoped_name(found.name()) + " would be over (" + axes.text() + ")",
       "(" + found.axes().text() + ")", "create another layer for this input");
}

Op Layer::parameter_of(const std::string& name, const Axes& axes, const Initialiser& initialiser,
                       const std::string& label) {
  if (const Op* found = find(name)) {
    require_same(*found, axes);
    return *found;
  }
  if (!axes.all_lengths_known()) {
    fail("a layer's weights need axes with lengths", "(" + axes.text() + ")",
         "every feature axis of the input with its length");
  }
  if (!initialiser) {
    fail("a layer's weights need an initialiser", "none for " + name,
         "a function of axes, such as gaussian(), or a number");
  }
  const ScopedMetadata metadata({{"label", label}});
  const Op op = variable(axes, initialiser(axes, seed_of(current_scope() + "/" + name)));
  parameters_.push_back({name, op.named(name)});
  return op;
}

Op Layer::state_of(const std::string& name, const Axes& axes, double initial) {
  if (const Op* found = find(name)) {
    require_same(*found, axes);
    return *found;
  }
  parameters_.push_back({name, persistent_tensor(axes, initial).named(name)});
  return parameters_.back().op;
}

void Layer::fail(std::string what, std::string found, std::string expected, std::string action,
                 ErrorKind kind) const {
  Diagnostic diagnostic;
  diagnostic.what = path() + ": " + std::move(what);
  const Operand::Where none, line = line_ ? *line_ : user_line(none);
  if (line.line() > 0) {
    diagnostic.where = std::string(line.file_name()) + ":" + std::to_string(line.line());
  }
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  diagnostic.action = std::move(action);
  refuse(kind, std::move(diagnostic));
}

InferenceMode::InferenceMode(bool on)
    : before_(inference), metadata_(on ? Metadata{{"mode", "inference"}} : Metadata()) {
  inference = on;
}

InferenceMode::~InferenceMode() {
  inference = before_;
}

bool InferenceMode::on() {
  return inference;
}

}  // namespace ng::neon
