// SPDX-License-Identifier: Apache-2.0
// A node: one immutable op in a graph, shared between the graphs that contain it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/graph/attributes.h"
#include "engine/graph/axis.h"
#include "engine/graph/metadata.h"
#include "engine/graph/names.h"

namespace ng {

struct OpDef;
struct Node;
using NodePtr = std::shared_ptr<const Node>;
using OpId = std::uint64_t;

struct TensorType {
  Axes axes;
  DType dtype = DType::f32;
};
std::string to_string(const TensorType& type);  // "float32 (C: 4, N: 128)"

// One result of a node. Ops without a value (assign, doall) are referred to with result 0.
struct Value {
  NodePtr node;
  int result = 0;

  explicit operator bool() const { return node != nullptr; }
  bool has_type() const;
  const TensorType& type() const;  // internal Error when the op has no such result
  const Axes& axes() const { return type().axes; }
  DType dtype() const { return type().dtype; }
  bool operator==(const Value& other) const = default;
};

// What the user calls an op and where it was made. Kept beside the node, never part of its meaning;
// the only thing about a node that changes after it is built.
struct Label {
  std::string name;                  // with its scopes: "outer/inner/W"
  bool named = false;                // by the user, not automatically
  Metadata metadata;
  std::string file;
  int line = 0;
  std::optional<UniqueName> unique;  // keeps the name taken; none for ops read from a document

  std::string scope() const;         // "outer/inner", or nothing
};

// A graph owned by a node: what a fused kernel computes, or one step of a scan.
struct Body {
  std::vector<NodePtr> parameters;  // stand for the node's operands, in order
  std::vector<Value> results;       // in order; of a scan's step a null one is not asked for
  std::vector<NodePtr> order;       // the ops inside, operands first
};

struct Node {
  const OpDef* def = nullptr;
  std::vector<Value> operands;
  Attributes attributes;
  std::vector<TensorType> results;
  std::shared_ptr<const Body> body;  // of a fused kernel
  std::shared_ptr<const Body> loop;  // of a scan: one step
  OpId id = 0;
  std::vector<OpId> origins;         // the user's ops it comes from; {id} for a user's own op
  std::string made_by;               // pass or rule; empty for a user's op
  std::string name;                  // of an op made by a pass: "multiply_14a", after its origin
  bool gradient = false;             // made by differentiation, or from such an op
  std::shared_ptr<Label> label;      // null for ops made by passes
};

// Builds a node: runs the record's infer, gives it an id. Outside a Creation the op is the user's
// and gets a fresh id; `file` and `line` say where it was made. Throws Error naming the op, its
// operands and axes when they do not fit.
NodePtr make_node(const OpDef& def, std::vector<Value> operands, Attributes attributes = {},
                  const char* file = "", int line = 0);

// The same for an op that owns a loop, whose results its body tells.
NodePtr make_loop_node(const OpDef& def, std::vector<Value> operands, Attributes attributes,
                       std::vector<TensorType> results, std::shared_ptr<const Body> loop,
                       const char* file = "", int line = 0);

// The same op over other operands (or another body): id, origins and label stay.
NodePtr with_operands(const NodePtr& node, std::vector<Value> operands);

// While one exists on a thread, make_node makes ops of a pass: their ids follow from origin, rule
// and ordinal, so that they are the same at the next compilation.
class Creation {
 public:
  Creation(std::string rule, std::vector<OpId> origins, bool gradient = false);
  // From `node`: its origins, a gradient if it is one.
  Creation(std::string rule, const Node& node) : Creation(std::move(rule), node.origins, node.gradient) {}
  ~Creation();
  Creation(const Creation&) = delete;
  Creation& operator=(const Creation&) = delete;

  // All ops made in this one, in order.
  const std::vector<NodePtr>& made() const { return made_; }

 private:
  friend NodePtr registered(const std::shared_ptr<Node>&, const char*, int);
  std::string rule_;
  std::vector<OpId> origins_;
  bool gradient_;
  std::vector<NodePtr> made_;
  Creation* outer_;
};

// Ordinals of the ids that Creations give; one per compilation, so that compilations repeat.
class CreationCounter {
 public:
  CreationCounter();
  ~CreationCounter();
  CreationCounter(const CreationCounter&) = delete;
  CreationCounter& operator=(const CreationCounter&) = delete;
  int next(OpId origin, const std::string& rule);

 private:
  std::map<std::pair<OpId, std::string>, int> next_;
  CreationCounter* outer_;
};

// Ids below `id` are taken (they were read from a document); fresh ones start above.
void reserve_op_ids(OpId id);

// For messages: "dot 'z' (C: 4, N: 128) made at model.cpp:12".
std::string describe(const Node& node);
std::string describe(const Value& value);

}  // namespace ng
