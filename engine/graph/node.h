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
#include "engine/graph/metadata.h"
#include "engine/graph/names.h"
#include "engine/graph/op.h"

namespace ng {

struct OpDef;
struct IterationSpace;

// Name and source location of a user's op. Kept separately from the node and not part of its
// meaning; the only mutable state of a node.
struct Label {
  std::string name;    // with scopes: "outer/inner/W"
  bool named = false;  // by the user, not automatically
  Metadata metadata;
  std::string file;
  int line = 0;
  std::optional<UniqueName> unique;  // reserves the name; empty for ops read from a document

  std::string scope() const;  // "outer/inner", or empty
};

// A graph owned by a node: the contents of a fused kernel, or the loop body of a scan.
struct Body {
  std::vector<NodePtr> parameters;  // bound to the node's operands, in order
  std::vector<Value> results;       // in order; in a scan, null results are not computed
  std::vector<NodePtr> order;       // the ops, operands first
  std::shared_ptr<const IterationSpace> iteration;  // of a fused op: the loops its ops share
};

struct Node {
  const OpDef* def = nullptr;
  std::vector<Value> operands;
  Attributes attributes;
  std::vector<TensorType> results;
  std::shared_ptr<const Body> body;  // contents of a fused kernel
  std::shared_ptr<const Body> loop;  // body of a scan
  OpId id = 0;
  std::vector<OpId> origins;     // ids of the user's ops it comes from; {id} for a user's op
  std::string made_by;           // pass or rule; empty for a user's op
  std::string name;              // of an op made by a pass: "multiply_14a", after its origin
  bool gradient = false;         // created by differentiation, or from a gradient op
  std::shared_ptr<Label> label;  // null for ops made by passes
};

// Builds a node: runs the record's infer and assigns an id. Outside a Creation the op is the user's
// and gets a new id; `file` and `line` are its source location. Throws an Error with the op, its
// operands and axes if they do not fit.
NodePtr make_node(const OpDef& def, std::vector<Value> operands, Attributes attributes = {},
                  const char* file = "", int line = 0);

// Builds an op with a loop body, which determines the `results`.
NodePtr make_loop_node(const OpDef& def, std::vector<Value> operands, Attributes attributes,
                       std::vector<TensorType> results, std::shared_ptr<const Body> loop,
                       const char* file = "", int line = 0);

// A copy with other operands (or another body) and the same id, origins and label.
NodePtr with_operands(const NodePtr& node, std::vector<Value> operands);

// While one exists on a thread, make_node creates ops of a pass. Their ids are derived from origin,
// rule and ordinal, so that they are the same in the next compilation.
class Creation {
 public:
  Creation(std::string rule, std::vector<OpId> origins, bool gradient = false);
  // Takes the origins of `node`; creates gradients if it is one.
  Creation(std::string rule, const Node& node)
      : Creation(std::move(rule), node.origins, node.gradient) {}
  ~Creation();
  Creation(const Creation&) = delete;
  Creation& operator=(const Creation&) = delete;

  // All ops created in this Creation, in order.
  const std::vector<NodePtr>& made() const { return made_; }

 private:
  friend NodePtr registered(const std::shared_ptr<Node>&, const char*, int);
  std::string rule_;
  std::vector<OpId> origins_;
  bool gradient_;
  std::vector<NodePtr> made_;
  Creation* outer_;
};

// Ordinals of ids that Creations assign. Create one per compilation, so that ids are reproducible.
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

// Reserves ids up to `id`, which were read from a document; new ids start above.
void reserve_op_ids(OpId id);

// For messages: "dot 'z' (C: 4, N: 128) created at model.cpp:12".
std::string describe(const Node& node);
std::string describe(const Value& value);

}  // namespace ng
