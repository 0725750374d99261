// SPDX-License-Identifier: Apache-2.0
// Tests that equal blocks of a graph without scopes are found by structure, fold to one card, and
// are summarized.
#include <QtTest>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/checkout.h"
#include "tests/support/layer_net.h"
#include "tests/support/test_program.h"
#include "views/layout/groups/block_summary.h"
#include "views/layout/groups/grouping.h"
#include "views/layout/groups/repeats.h"

using namespace ng;
using namespace ng::views;
using ng::testing::Net;

namespace {

// A residual block of five ops: two products, a ramp, an add and a tanh.
OpId block(Net& net, OpId x, std::int64_t length = 8, const std::string& ramp = "maximum") {
  const OpId w = net.op("variable", "", {}, length), v = net.op("variable", "", {}, length);
  const OpId up = net.op(ramp, "", {net.op("dot", "", {w, x}, length)}, length);
  const OpId down = net.op("dot", "", {v, up}, length);
  return net.op("tanh", "", {net.op("add", "", {x, down}, length)}, length);
}

std::vector<int> blockCounts(const GraphRecord& graph) {
  std::vector<int> counts;
  for (const Repeat& repeat : repeatsIn(graph, BlockScopes(graph)))
    counts.push_back(static_cast<int>(repeat.scopes.size()));
  return counts;
}

QStringList titles(const Grouping& grouping) {
  QStringList list;
  for (const Group& group : grouping.groups())
    if (group.repeats > 1) list << QString::fromStdString(group.title);
  return list;
}

}  // namespace

class BlockScopesTest : public QObject {
  Q_OBJECT

 private slots:
  void equalBlocksAreFound() {
    Net net;
    OpId x = net.op("placeholder", "", {});
    x = net.op("negative", "", {x});
    for (int k = 0; k < 3; ++k) x = block(net, x);
    net.op("negative", "", {x});
    QCOMPARE(blockCounts(*net.graph()), std::vector<int>{3});
    const Grouping grouping({net.graph()}, GroupBy::scope);
    QCOMPARE(titles(grouping), QStringList{"block × 3"});
    const Group* first = grouping.find("forward:block_0");
    QVERIFY(first != nullptr);
    QCOMPARE(first->ops.size(), std::size_t{5});
  }

  void otherOpsAndLengthsEndARun() {
    Net net;
    OpId x = net.op("negative", "", {net.op("placeholder", "", {})});
    for (int k = 0; k < 2; ++k) x = block(net, x);
    for (int k = 0; k < 2; ++k) x = block(net, x, 8, "sigmoid");
    for (int k = 0; k < 3; ++k) x = block(net, x, 4);
    QCOMPARE(blockCounts(*net.graph()), (std::vector<int>{2, 2, 3}));
  }

  void aBlockReadsState() {
    Net net;
    OpId x = net.op("negative", "", {net.op("placeholder", "", {})});
    for (int k = 0; k < 12; ++k) x = net.op(k % 2 ? "exp" : "tanh", "", {x});
    QVERIFY(BlockScopes(*net.graph()).empty());
  }

  void otherEdgesAreOtherBlocks() {
    Net net;
    const OpId start = net.op("negative", "", {net.op("placeholder", "", {})});
    OpId x = block(net, start);
    const OpId w = net.op("variable", "", {}), v = net.op("variable", "", {});
    const OpId up = net.op("maximum", "", {net.op("dot", "", {w, x})});
    // Skips from the start of the net instead of the start of the block.
    net.op("tanh", "", {net.op("add", "", {start, net.op("dot", "", {v, up})})});
    QVERIFY(BlockScopes(*net.graph()).empty());
  }

  void namesThatSayTheBlocksAreKept() {
    Net net;
    OpId x = net.op("placeholder", "", {});
    for (const char* scope : {"net/layer_0", "net/layer_1", "net/layer_2"}) {
      x = net.layer(scope, x);
      x = net.layer(scope, x);
    }
    QVERIFY(BlockScopes(*net.graph()).empty());
    QCOMPARE(titles(Grouping({net.graph()}, GroupBy::scope)), QStringList{"layer × 3"});
  }

  // Pairs of these layers are equal blocks of four ops.
  void layersThatFoldByTheirNamesAreKept() {
    Net net;
    OpId x = net.op("negative", "", {net.op("placeholder", "", {})});
    for (int k = 0; k < 8; ++k) x = net.layer("dense_" + std::to_string(k), x);
    QVERIFY(BlockScopes(*net.graph()).empty());
    QCOMPARE(titles(Grouping({net.graph()}, GroupBy::scope)), QStringList{"dense × 8"});
  }

  void alternatingScopesFormBlocks() {
    Net net;
    OpId x = net.op("negative", "", {net.op("placeholder", "", {})});
    for (int k = 0; k < 3; ++k) {
      x = net.layer("attention_" + std::to_string(k), x);
      x = net.layer("feed_" + std::to_string(k), x, 8, "tanh");
    }
    QCOMPARE(titles(Grouping({net.graph()}, GroupBy::scope)), QStringList{"block × 3"});
    QCOMPARE(blocksOf(*net.graph()).back().blocks, std::int64_t{3});
  }

  void summarizesBlocks() {
    Net net;
    OpId x = net.op("negative", "", {net.op("placeholder", "", {})});
    for (int k = 0; k < 3; ++k) {
      x = block(net, x);
      net.last().flops = 10;
      net.last().bytes = 20;
    }
    net.layer("head", x);
    const std::vector<BlockRow> rows = blocksOf(*net.graph());
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[0].name, std::string());
    QCOMPARE(rows[1].name, std::string("block"));
    QCOMPARE(rows[1].blocks, 3);
    QCOMPARE(rows[1].ops, 15);
    QCOMPARE(rows[1].parameters, 6 * 8);
    QCOMPARE(rows[1].flops, 30);
    QCOMPARE(rows[1].bytes, 60);
    QCOMPARE(rows[2].name, std::string("head"));
    QCOMPARE(rows[2].parameters, 8);
  }

  // Equal scopes of equal blocks are one row; variables are members of the op that reads them.
  void summarizesTheScopesInsideABlock() {
    Net net;
    OpId x = net.op("negative", "", {net.op("placeholder", "", {})});
    for (const std::string block : {"layer_0", "layer_1", "layer_2"}) {
      x = net.layer(block + "/attention", x);
      x = net.layer(block + "/feed", x, 8, "tanh");
    }
    const std::vector<BlockRow> rows = blocksOf(*net.graph());
    const BlockRow& block = rows.back();
    QCOMPARE(block.name, std::string("layer"));
    QCOMPARE(block.blocks, std::int64_t{3});
    QCOMPARE(block.parts.size(), std::size_t{2});
    QCOMPARE(block.parts[0].name, std::string("attention"));
    QCOMPARE(block.parts[0].blocks, std::int64_t{3});
    QCOMPARE(block.parts[0].parameters + block.parts[1].parameters, block.parameters);
    QCOMPARE(block.parts[0].ops + block.parts[1].ops, block.ops);
    QVERIFY(block.members.size() > static_cast<std::size_t>(block.ops));
    QCOMPARE(with_parts(rows).size(), rows.size() + 2);
  }

  // The kernel of a loop has the loop's op only; its FLOP are those of the ops in its body.
  void theTimeOfALoopCountsForItsBody() {
    Net net;
    const OpId x = net.op("placeholder", "", {});
    const OpId dot = net.op("dot", "scan_9", {net.op("variable", "", {}), x});
    net.last().flops = 100;
    net.last().origins = {dot};
    const OpId loop = net.op("scan", "", {dot});
    net.last().name = "scan_9";
    net.last().traits.kind = OpKind::loop;
    net.last().origins = {loop};
    CompilationRecord compilation;
    PassRecord pass;
    pass.before = pass.after = net.graph();
    compilation.passes = {pass};
    KernelRecord kernel;
    kernel.name = "loop0";
    kernel.kind = KernelKind::loop;
    kernel.ops = {loop};
    kernel.microseconds = 5;
    compilation.kernels = {kernel};
    StepRecord step;
    step.kernel = kernel.name;
    compilation.steps = {step};
    std::vector<BlockRow> rows = blocksOf(*net.graph());
    addTimes(rows, compilation);
    for (const BlockRow& row : rows) QCOMPARE(row.microseconds.has_value(), row.name == "scan_9");
    QCOMPARE(rows.size(), std::size_t{2});
  }

  // A model of PyTorch's exporter: the sums over the blocks are those of the document.
  void summarizesAnImportedModel() {
    const Document document =
        load_document(testing::source_file("tests/onnx/models/torch_vit.onnx"));
    const DocumentRecordPtr record = make_document_record(document);
    std::int64_t parameters = 0;
    std::int64_t layers = 0;
    for (const BlockRow& row : blocksOf(*record->graph)) {
      parameters += row.parameters;
      if (row.name == "layers/layers") layers = row.blocks;
    }
    QCOMPARE(layers, 2);
    QCOMPARE(parameters, record->parameters);
  }
};

NGRAPH_TEST(BlockScopesTest)
#include "block_scopes_test.moc"
