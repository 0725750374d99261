// SPDX-License-Identifier: Apache-2.0
// Tests that the ops of one node of an imported model are one group, and what a module with one
// node, a block of equal nodes and a squeeze-and-excite block are.
#include <QtTest>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"
#include "tests/support/checkout.h"
#include "tests/support/layer_net.h"
#include "tests/support/test_program.h"
#include "views/layout/card_links.h"
#include "views/layout/groups/block_scopes.h"
#include "views/layout/groups/channel_gates.h"
#include "views/layout/groups/grouping.h"
#include "views/layout/groups/node_scopes.h"

using namespace ng;
using namespace ng::views;
using ng::testing::Net;

namespace {

OpId of(Net& net, const std::string& node, const std::string& type, OpId op) {
  net.last().metadata = {{"node", node}, {"onnx", type}};
  return op;
}

// One op named after the output of its node.
OpId single(Net& net, const std::string& module, const std::string& type,
            const std::vector<OpId>& operands) {
  const std::string prefix = module.empty() ? "" : module + "/";
  return of(net, prefix + type, type, net.op("maximum", module, operands));
}

// A product in the scope of its node, and the sum that is the node's output in the module's scope.
OpId convolution(Net& net, const std::string& module, const std::string& node, OpId x) {
  const std::string name = module.empty() ? node : module + "/" + node;
  const OpId w = net.op("variable", "", {}), b = net.op("variable", "", {});
  const OpId product = of(net, name, "Conv", net.op("dot", name, {w, x}));
  return of(net, name, "Conv", net.op("add", module, {product, b}));
}

std::string innermost(const Grouping& grouping, OpId op) {
  const auto around = grouping.around(op);
  return around.empty() ? "" : around.back()->path;
}

// The ops that the results are computed from, which the canvas shows.
std::set<OpId> shownOps(const DocumentRecord& document) {
  std::set<OpId> shown;
  std::vector<OpId> waiting = document.computations.front().results;
  while (!waiting.empty()) {
    const OpId op = waiting.back();
    waiting.pop_back();
    if (!shown.insert(op).second) continue;
    for (const OperandRecord& operand : document.graph->find(op)->operands)
      waiting.push_back(operand.op);
  }
  return shown;
}

// The number of cards: weights and constants that one op reads are chips.
std::size_t cardsOf(const DocumentRecord& document, const Grouping& grouping) {
  const GraphRecord& graph = *document.graph;
  const std::set<OpId> ops = shownOps(document);
  const CardLinks links = cardLinks(graph, grouping.fused(), grouping.folding());
  const std::vector<ItemId> items = grouping.items(links.ops);
  const ShownLinks shown = shownLinks(links, items);
  std::set<ItemId> cards;
  for (std::size_t i = 0; i < items.size(); ++i)
    if (!shown.chips[i] && ops.contains(graph.ops[i].id)) cards.insert(items[i]);
  return cards.size();
}

}  // namespace

class NodeScopesTest : public QObject {
  Q_OBJECT

 private slots:
  void opsOfANodeAreOneGroup() {
    Net net;
    const OpId x = net.op("placeholder", "", {});
    const OpId sum = convolution(net, "", "Conv_3", x);
    const OpId ramp = single(net, "", "Relu", {sum});
    const Grouping grouping({net.graph()}, GroupBy::scope);
    QCOMPARE(innermost(grouping, sum), std::string("forward:Conv_3"));
    QCOMPARE(innermost(grouping, sum - 1), std::string("forward:Conv_3"));
    QCOMPARE(innermost(grouping, ramp), std::string());
    QCOMPARE(grouping.find("forward:Conv_3")->node, std::string("Conv"));
  }

  void aModuleWithOneNodeIsTheNode() {
    Net net;
    OpId x = net.op("placeholder", "", {});
    const OpId first = x = convolution(net, "layer1/conv1", "Conv", x);
    const OpId second = x = convolution(net, "layer1", "Conv", x);
    single(net, "layer1", "Relu", {x});
    const Grouping grouping({net.graph()}, GroupBy::scope);
    QCOMPARE(innermost(grouping, first), std::string("forward:layer1/conv1"));
    QCOMPARE(grouping.find("forward:layer1/conv1")->node, std::string("Conv"));
    QCOMPARE(innermost(grouping, second), std::string("forward:layer1/Conv"));
    QVERIFY(grouping.find("forward:layer1")->node.empty());
  }

  // The last node of a model: its result has the name of the output, without a scope.
  void anOutputIsInTheGroupOfItsNode() {
    Net net;
    const OpId x = net.op("placeholder", "", {});
    convolution(net, "head/fc", "Gemm", x);
    net.last().scope.clear();
    const Grouping grouping({net.graph()}, GroupBy::scope);
    QCOMPARE(innermost(grouping, net.last().id), std::string("forward:head/fc"));
  }

  // The sum before the blocks equals the last sum of a block, so equal ops begin within a node.
  void blocksBeginAndEndWithNodes() {
    Net net;
    OpId x = convolution(net, "", "Conv_0", net.op("placeholder", "", {}));
    for (int k = 1; k <= 3; ++k) {
      const OpId up = single(net, "", "Relu_" + std::to_string(k),
                             {convolution(net, "", "Conv_a" + std::to_string(k), x)});
      x = convolution(net, "", "Conv_b" + std::to_string(k), up);
    }
    net.op("negative", "", {x});
    const GraphRecord& graph = *net.graph();
    const BlockScopes blocks(graph);
    std::map<std::string, std::set<std::string>> of_node;
    int inBlocks = 0;
    for (const OpRecord& op : graph.ops) {
      if (op.metadata.empty()) continue;
      const std::string scope = blocks.scopeOf(op, op.scope);
      of_node[op.metadata.front().second].insert(scope.substr(0, scope.find('/')));
      inBlocks += scope.starts_with("block_") ? 1 : 0;
    }
    QVERIFY(inBlocks >= 10);
    for (const auto& [node, scopes] : of_node) QVERIFY2(scopes.size() == 1, node.c_str());
  }

  void aNodeOfAModelIsOneCard_data() {
    QTest::addColumn<QString>("file");
    for (const char* file :
         {"depthwise", "lenet", "torch_mobilenet_v2", "torch_resnet18", "torch_vit"})
      QTest::newRow(file) << file;
  }

  void aNodeOfAModelIsOneCard() {
    QFETCH(QString, file);
    const std::string path = "tests/onnx/models/" + file.toStdString() + ".onnx";
    const DocumentRecordPtr document =
        make_document_record(load_document(testing::source_file(path)));
    const GraphRecord& graph = *document->graph;
    Grouping grouping({document->graph}, GroupBy::scope);
    for (const Group& group : grouping.groups())
      if (!group.node.empty()) grouping.setOpen(group.id, false);
    std::map<std::string, std::set<ItemId>> cards;
    for (const OpRecord& op : graph.ops)
      if (const auto node = model_node(op); node && !op.operands.empty())
        cards[node->name].insert(grouping.item(op.id));
    QVERIFY(!cards.empty());
    for (const auto& [node, items] : cards) QVERIFY2(items.size() == 1, node.c_str());
    const std::size_t shown = cardsOf(*document, grouping), nodes = cards.size();
    const auto text = std::to_string(shown) + " cards of " + std::to_string(nodes) + " nodes";
    QVERIFY2(shown <= nodes + nodes / 10 + document->placeholders.size(), text.c_str());
  }

  void aGateOfChannelsIsOneGroup_data() {
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("group");
    QTest::newRow("flat") << "" << "forward:squeeze_excite_0";
    QTest::newRow("module") << "features/se" << "forward:features/se";
  }

  void aGateOfChannelsIsOneGroup() {
    QFETCH(QString, module);
    QFETCH(QString, group);
    const std::string in = module.toStdString(), inner = in.empty() ? "" : in + "/";
    Net net;
    const OpId x = single(net, "", "Relu", {net.op("placeholder", "", {})});
    const OpId mean = single(net, in, "GlobalAveragePool", {x});
    const OpId squeezed = convolution(net, in.empty() ? in : inner + "fc1", "Conv_1", mean);
    const OpId excited = convolution(net, in.empty() ? in : inner + "fc2", "Conv_2", squeezed);
    const OpId gate = single(net, in, "Sigmoid", {excited});
    const OpId made = single(net, in, "Mul", {gate, x});
    net.op("negative", "", {made});
    QCOMPARE(channelGates(*net.graph()).size(), 1u);
    const Grouping grouping({net.graph()}, GroupBy::scope);
    const Group* found = grouping.find(group.toStdString());
    QVERIFY(found != nullptr);
    QCOMPARE(found->node, std::string("squeeze and excite"));
    QCOMPARE(found->ops.size(), 7u);
    QVERIFY(innermost(grouping, excited).starts_with(group.toStdString() + "/"));
    QVERIFY(innermost(grouping, x).empty());
  }

  void viewsOfTheNextNodeNameNoKernel() {
    Net net;
    const OpId sum = convolution(net, "", "Conv_1", net.op("placeholder", "", {}));
    const OpId view = of(net, "Conv_2", "Conv", net.op("broadcast", "", {sum}));
    net.last().family = Family::view;
    QCOMPARE(model_nodes_text(net.graph(), {view, sum}), std::string("Conv_1"));
    QCOMPARE(model_nodes_text(net.graph(), {view}), std::string("Conv_2"));
    const OpId kernel = of(net, "Conv_3", "Conv", net.op("fused", "", {view}));
    net.last().traits.kind = OpKind::kernel;
    QCOMPARE(model_nodes_text(net.graph(), {kernel, view, sum}), std::string("Conv_1"));
  }

  // A gate that something else reads, or that is of another value, is no block.
  void otherProductsAreNoGates() {
    Net net;
    const OpId x = single(net, "", "Relu", {net.op("placeholder", "", {})});
    const OpId mean = single(net, "", "GlobalAveragePool", {x});
    const OpId gate = single(net, "", "Sigmoid", {mean});
    const OpId other = single(net, "", "Tanh", {x});
    single(net, "", "Mul", {gate, other});
    QVERIFY(channelGates(*net.graph()).empty());
    Net read;
    const OpId y = single(read, "", "Relu", {read.op("placeholder", "", {})});
    const OpId twice = single(read, "", "Sigmoid", {single(read, "", "GlobalAveragePool", {y})});
    single(read, "", "Mul", {twice, y});
    single(read, "", "Tanh", {twice});
    QVERIFY(channelGates(*read.graph()).empty());
  }
};

NGRAPH_TEST(NodeScopesTest)
#include "node_scopes_test.moc"
