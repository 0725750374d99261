// SPDX-License-Identifier: Apache-2.0
// Eleven ops per layer: two variables, three forward, four gradients, two updates.
#include "tests/support/big_graph.h"

#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/records/graph_record.h"

namespace ng::testing {
namespace {

const AxisRecord hidden{"H", 256, 0, AxisRole::channel}, batch{"N", 128, 0, AxisRole::batch};

class Maker {
 public:
  explicit Maker(bool scopes) : scopes_(scopes) {}

  OpId op(const std::string& name, Family family, OpRole role, const std::vector<OpId>& operands) {
    OpRecord r;
    r.id = graph_->ops.size() + 1;
    r.op = name;
    if (const OpDef* def = find_op(r.op)) r.traits = def->traits;
    r.name = name + "_" + std::to_string(r.id);
    r.glyph = name.substr(0, 1);
    r.family = family;
    r.role = role;
    if (scopes_ && layer_ >= 0) r.scope = "layer" + std::to_string(layer_);
    for (const OpId operand : operands) r.operands.push_back({operand, 0, "x"});
    r.results = {{{hidden, batch}, DType::f32}};
    r.flops = 32768, r.bytes = 262144;
    r.origins = {r.id};
    graph_->ops.push_back(r);
    return r.id;
  }
  void startLayer(int layer) { layer_ = layer; }
  int size() const { return static_cast<int>(graph_->ops.size()); }
  std::shared_ptr<GraphRecord> take() { return std::move(graph_); }

 private:
  std::shared_ptr<GraphRecord> graph_ = std::make_shared<GraphRecord>();
  bool scopes_;
  int layer_ = -1;
};

struct Layer {
  OpId w, b, x, dot, relu;
};

}  // namespace

GraphRecordPtr big_graph(int ops, bool scopes) {
  Maker make(scopes);
  const int layers = std::max(1, (ops - 3) / 11);
  OpId x = make.op("placeholder", Family::state, OpRole::input, {});
  std::vector<Layer> all;
  for (int i = 0; i < layers; ++i) {
    make.startLayer(i);
    Layer layer;
    layer.x = x;
    layer.w = make.op("variable", Family::state, OpRole::input, {});
    layer.b = make.op("variable", Family::state, OpRole::input, {});
    layer.dot = make.op("dot", Family::dense, OpRole::forward, {layer.w, x});
    const bool skip = i % 5 == 4;
    const OpId sum = make.op("add", Family::elementwise, OpRole::forward,
                             skip ? std::vector<OpId>{layer.dot, layer.b, all.back().x}
                                  : std::vector<OpId>{layer.dot, layer.b});
    layer.relu = x = make.op("maximum", Family::elementwise, OpRole::forward, {sum});
    all.push_back(layer);
  }
  make.startLayer(-1);
  const OpId loss = make.op("sum", Family::reduction, OpRole::loss, {x});
  OpId delta = make.op("broadcast", Family::view, OpRole::gradient, {loss});
  for (int i = layers - 1; i >= 0; --i) {
    make.startLayer(i);
    const Layer& layer = all[static_cast<std::size_t>(i)];
    const OpId relu =
        make.op("multiply", Family::elementwise, OpRole::gradient, {delta, layer.relu});
    const OpId dw = make.op("dot", Family::dense, OpRole::gradient, {relu, layer.x});
    const OpId db = make.op("sum", Family::reduction, OpRole::gradient, {relu});
    delta = make.op("dot", Family::dense, OpRole::gradient, {layer.w, relu});
    make.op("assign", Family::effect, OpRole::update, {layer.w, dw});
    make.op("assign", Family::effect, OpRole::update, {layer.b, db});
  }
  auto graph = make.take();
  graph->results = {loss};
  return graph;
}

}  // namespace ng::testing
