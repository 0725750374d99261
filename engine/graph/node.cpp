// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/node.h"

#include <atomic>
#include <cstdint>
#include <utility>

#include "engine/base/cancellation.h"
#include "engine/base/error.h"
#include "engine/graph/node_memory.h"
#include "engine/graph/op_def.h"
#include "engine/graph/op_ids.h"

namespace ng {
namespace {

std::atomic<OpId> last_id{0};
thread_local Creation* current_creation = nullptr;
thread_local CreationCounter* current_counter = nullptr;

// FNV-1a hash of the parts. The top bit marks ids of passes, so that they differ from user ids.
OpId derived_id(OpId origin, const std::string& rule, int ordinal) {
  std::uint64_t hash = 1469598103934665603ull;
  auto mix = [&hash](std::uint64_t byte) { hash = (hash ^ byte) * 1099511628211ull; };
  for (int i = 0; i < 8; ++i) mix((origin >> (8 * i)) & 255);
  for (char c : rule) mix(static_cast<unsigned char>(c));
  for (int i = 0; i < 4; ++i) mix((static_cast<unsigned>(ordinal) >> (8 * i)) & 255);
  return hash | (OpId{1} << 63);
}

// "multiply_14a", "multiply_14b" … "multiply_14a1": the origin's id and a letter.
std::string derived_name(const OpDef& def, OpId origin, int ordinal) {
  std::string text = std::string(def.name) + "_" + std::to_string(origin);
  text += static_cast<char>('a' + ordinal % 26);
  return ordinal < 26 ? text : text + std::to_string(ordinal / 26);
}

std::shared_ptr<Label> user_label(const OpDef& def, const char* file, int line) {
  auto label = std::make_shared<Label>();
  label->unique.emplace(std::string(def.class_name));
  label->name = label->unique->text();
  label->metadata = current_metadata();
  label->file = file;
  label->line = line;
  return label;
}

// Throws if the elements or bytes of a result overflow. Lengths set later are checked when the
// computation is created.
void require_countable(const Node& node) {
  for (const TensorType& type : node.results) {
    if (!type.axes.all_lengths_known()) continue;
    try {
      byte_size(type);
    } catch (const Error& error) {
      Diagnostic diagnostic = error.diagnostic();
      diagnostic.found = to_string(type);
      refuse(error.kind(), std::move(diagnostic));
    }
  }
}

}  // namespace

std::string Label::scope() const {
  const std::size_t slash = name.rfind('/');
  return slash == std::string::npos ? std::string() : name.substr(0, slash);
}

NodePtr registered(const std::shared_ptr<Node>& node, const char* file, int line);

NodePtr make_node(const OpDef& def, std::vector<Value> operands, Attributes attributes,
                  const char* file, int line) {
  poll_cancellation();
  auto node = new_node();
  node->def = &def;
  node->results = def.infer(operands, attributes);
  require_countable(*node);
  node->operands = std::move(operands);
  node->attributes = std::move(attributes);
  return registered(node, file, line);
}

NodePtr make_loop_node(const OpDef& def, std::vector<Value> operands, Attributes attributes,
                       std::vector<TensorType> results, std::shared_ptr<const Body> loop,
                       const char* file, int line) {
  auto node = new_node();
  node->def = &def;
  node->results = std::move(results);
  require_countable(*node);
  node->operands = std::move(operands);
  node->attributes = std::move(attributes);
  node->loop = std::move(loop);
  return registered(node, file, line);
}

// Assigns id, name, origins and label to a new node.
NodePtr registered(const std::shared_ptr<Node>& node, const char* file, int line) {
  const OpDef& def = *node->def;
  if (Creation* creation = current_creation) {
    node->made_by = creation->rule_;
    node->origins = creation->origins_;
    const OpId origin = node->origins.empty() ? 0 : node->origins.front();
    check(current_counter != nullptr, "a pass creates ops outside a compilation");
    node->id = derived_id(origin, node->made_by, current_counter->next(origin, node->made_by));
    node->name =
        derived_name(def, origin, current_counter->next(origin, "name " + std::string(def.name)));
    node->gradient = creation->gradient_;
    creation->made_.push_back(node);
  } else {
    node->id = ++last_id;
    node->origins = {node->id};
    node->label = user_label(def, file, line);
  }
  return node;
}

NodePtr with_operands(const NodePtr& node, std::vector<Value> operands) {
  auto copy = new_node(*node);
  if (!node->loop && !node->body) copy->results = node->def->infer(operands, node->attributes);
  copy->operands = std::move(operands);
  return copy;
}

Creation::Creation(std::string rule, std::vector<OpId> origins, bool gradient)
    : rule_(std::move(rule)),
      origins_(std::move(origins)),
      gradient_(gradient),
      outer_(current_creation) {
  current_creation = this;
}

Creation::~Creation() {
  current_creation = outer_;
  if (outer_) outer_->made_.insert(outer_->made_.end(), made_.begin(), made_.end());
}

CreationCounter::CreationCounter() : outer_(current_counter) {
  current_counter = this;
}
CreationCounter::~CreationCounter() {
  current_counter = outer_;
}
int CreationCounter::next(OpId origin, const std::string& rule) {
  return next_[{origin, rule}]++;
}

void reserve_op_ids(OpId id) {
  OpId seen = last_id.load();
  while (seen < id && !last_id.compare_exchange_weak(seen, id)) {
  }
}

OpId take_op_ids(OpId count) {
  OpId before = last_id.load();
  do {
    if (before > INT64_MAX - count) refuse(ErrorKind::value, "no ids are left for more ops");
  } while (!last_id.compare_exchange_weak(before, before + count));
  return before;
}

std::string describe(const Node& node) {
  std::string text(node.def->name);
  if (node.label) text += " '" + node.label->name + "'";
  if (!node.results.empty()) text += " (" + node.results[0].axes.text() + ")";
  if (node.label && !node.label->file.empty()) {
    text += " created at " + node.label->file + ":" + std::to_string(node.label->line);
  }
  return text;
}

std::string describe(const Value& value) {
  return value ? describe(*value.node) : "nothing";
}

}  // namespace ng
