// SPDX-License-Identifier: Apache-2.0
// The build of a model: its values by name, node after node.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/frontends/onnx/graphs/weight_names.h"
#include "engine/frontends/onnx/import_model.h"
#include "engine/frontends/onnx/node_context.h"
#include "engine/frontends/onnx/padding/padding.h"
#include "engine/ops/scan/scan.h"

namespace ng::onnx {

inline constexpr int most_nested = 32;  // graphs and functions in each other
// Functions that call others twice each double with every level.
inline constexpr std::size_t most_inlined = 100'000;  // nodes of functions, counted at each call

class ModelBuilder {
 public:
  ModelBuilder(const Model& model, const ImportOptions& options)
      : model_(model),
        options_(options),
        weight_names_(weight_names(model.graph)),
        parameters_(parameters_of(model.graph)) {}

  ImportedModel run();

 private:
  friend class BatchedScan;
  friend class BranchBuilder;
  friend class UnrolledLoop;

  // Values of a graph; values of the graphs around it are seen too.
  struct Scope {
    const Scope* outer = nullptr;
    std::unordered_map<std::string, ItemPtr> values;
    std::unordered_map<std::string, const ValueInfo*> types;  // of results, where the file has them
    std::map<std::string, std::int64_t> opsets;
    const std::unordered_map<std::string, const Attribute*>* arguments = nullptr;  // of a function
    std::string prefix;  // of names of ops
    int depth = 0;

    ItemPtr find(const std::string& name) const;  // null: an absent argument of a function
    bool defines(const std::string& name) const;
  };

  void add_inputs(Scope& scope);
  void add_initializers(const Graph& graph, Scope& scope);
  ng::Tensor initial_contents(const Tensor& tensor);
  void become_state(Item& item);
  void note_missing_files();
  void add_nodes(const std::vector<Node>& nodes, Scope& scope);
  void add_node(const Node& node, Scope& scope);
  std::vector<ItemPtr> inputs_of(const Node& node, const Scope& scope) const;
  // Returns why the node cannot run; empty if it was built.
  std::string build(const Node& node, Scope& scope, std::vector<ItemPtr>& results);
  std::string build_onnx_row(const Node& node, std::int64_t opset, std::vector<ItemPtr> inputs,
                             std::vector<ItemPtr>& results);
  std::string build_row(const Node& node, const OpRow* row, std::int64_t opset,
                        const std::vector<ItemPtr>& inputs, std::vector<ItemPtr>& results);
  std::string build_function(const Function& function, const Node& node,
                             const std::vector<ItemPtr>& inputs, std::vector<ItemPtr>& results,
                             const Scope& scope);
  std::string build_scan(const Node& node, const std::vector<ItemPtr>& inputs, Scope& scope,
                         std::vector<ItemPtr>& results);
  std::string build_loop(const Node& node, const std::vector<ItemPtr>& inputs, Scope& scope,
                         std::vector<ItemPtr>& results);
  // The outputs of a subgraph whose inputs are `inputs`.
  std::vector<ItemPtr> build_graph(const Graph& graph, const Scope& scope, const std::string& part,
                                   const std::vector<ItemPtr>& inputs = {});
  // What a Scan or Loop repeats.
  struct Repeated {
    const Graph& body;
    Axis axis;
    std::vector<Op> states = {}, sequences = {};
    bool counts = false;  // a Loop: its body has an iteration and a condition, and returns one
    Op active = {};       // of a Loop that ends at run time: whether it runs its first iteration
    bool masked = false;  // `active` is the last state
    std::optional<std::int64_t> trips =
        {};  // of a Loop, by its body's condition; none: at run time
  };
  ScanResult build_body(Repeated& loop, const Scope& scope, const std::string& part);
  // The results of a Loop.
  struct Iterated {
    std::vector<Op> states = {}, outputs = {};
    Op count = {};  // of the iterations; null: as many as the outputs have elements
  };
  // A Loop of at most `most` iterations.
  Iterated iterate(NodeContext& n, Repeated& loop, std::int64_t most, const Scope& scope);
  Iterated without_trips(NodeContext& n, Repeated& loop, const Scope& scope);
  void set_trips(NodeContext& n, Repeated& loop, std::int64_t count);
  // Takes the results from `first` on that a body built out of the list of the model's results.
  void discard_body(std::size_t first, const std::string& prefix);
  // The same, of what cannot run, and the opaque ops from `opaque` on.
  void abandon(std::size_t first, std::size_t opaque, const std::string& prefix);
  std::vector<ItemPtr> arguments_of(const Repeated& loop, const std::vector<Op>& states,
                                    const std::vector<Op>& elements) const;
  ScanStep step_of(const Repeated& loop, const std::vector<Op>& states,
                   const std::vector<ItemPtr>& made);
  // Takes the results from `first` on that depend on these out of the list of the model's results.
  void hide_body(std::size_t first, const std::vector<Op>& parameters);
  // Claims the results that were built and makes the others opaque.
  void complete(const Node& node, const std::string& reason, Scope& scope,
                std::vector<ItemPtr>& results);
  const Function* function_of(const Node& node) const;
  Axes declared_axes(const std::vector<Dimension>& dims, const std::string& name, bool is_input);
  // Records names and shared tensors of the ops that a node made.
  void claim(const Op& op, const std::string& name, const std::string& part, const Node& node);
  void claim_inside(const Value& value, const std::string& part, const Node& origin);
  void finish(const Scope& scope);
  // Adds outputs that count the elements of outputs whose length depends on data.
  void add_counts(const Scope& scope);

  const Model& model_;
  const ImportOptions& options_;
  Dimensions dims_;
  ImportedModel made_;
  std::vector<Op> bodies_;  // ops that loops copied; keeps the nodes of the origins
  std::unordered_map<OpId, const ng::Node*> inside_;  // these; the copies have the same ids
  SharedPositions positions_;
  std::map<std::string, std::size_t> missing_;  // weights in files that do not exist, by location
  const std::unordered_map<std::string, std::string> weight_names_;  // by the name in the file
  const std::unordered_set<std::string> parameters_;                 // by their uses
  std::unordered_map<std::string, Axis> symbols_;
  std::unordered_set<std::string> output_names_;
  std::size_t claims_ = 0;
  std::size_t inlined_ = 0;  // nodes
  bool estimates_ = false;   // a branch is built to see what it costs
};

}  // namespace ng::onnx
