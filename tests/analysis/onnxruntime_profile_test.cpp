// SPDX-License-Identifier: Apache-2.0
// Tests what is read from ONNX Runtime's profile, and its nodes in the roofline.
#include "engine/analysis/compare/onnxruntime/fused_nodes.h"
#include "engine/analysis/compare/onnxruntime/profile_onnxruntime.h"
#include "engine/analysis/roofline.h"
#include "engine/base/error.h"
#include "engine/records/graph_record.h"
#include "tests/support/test_program.h"

using namespace ng;

class OnnxruntimeProfileTest : public QObject {
  Q_OBJECT

 private slots:
  void nodes_and_calls_are_read();
  void times_are_medians_of_the_calls();
  void other_text_is_refused();
  void fused_nodes_are_followed_to_their_type();
  void nodes_have_the_cost_of_their_ops();
};

namespace {

// Three calls with a convolution; a node that runs twice in the first call.
constexpr const char* profile = R"([
 {"cat": "Session", "name": "session_initialization", "ts": 1, "dur": 900, "args": {}},
 {"cat": "Node", "name": "c_kernel_time", "ts": 1000, "dur": 40, "args": {"op_name": "Conv"}},
 {"cat": "Node", "name": "add_kernel_time", "ts": 1050, "dur": 5, "args": {"op_name": "Add"}},
 {"cat": "Node", "name": "add_kernel_time", "ts": 1060, "dur": 7, "args": {"op_name": "Add"}},
 {"cat": "Node", "name": "add_fence_after", "ts": 1070, "dur": 1, "args": {"op_name": "Add"}},
 {"cat": "Session", "name": "model_run", "ts": 990, "dur": 100, "args": {}},
 {"cat": "Node", "name": "c_kernel_time", "ts": 2000, "dur": 80, "args": {"op_name": "Conv"}},
 {"cat": "Node", "name": "add_kernel_time", "ts": 2090, "dur": 6, "args": {"op_name": "Add"}},
 {"cat": "Session", "name": "model_run", "ts": 1990, "dur": 120, "args": {}},
 {"cat": "Node", "name": "c_kernel_time", "ts": 3000, "dur": 60, "args": {"op_name": "Conv"}},
 {"cat": "Node", "name": "add_kernel_time", "ts": 3090, "dur": 9, "args": {"op_name": "Add"}},
 {"cat": "Session", "name": "model_run", "ts": 2990, "dur": 120, "args": {}}
])";

onnx::Node node(const std::string& name, const std::string& type,
                const std::vector<std::string>& inputs, const std::string& output) {
  onnx::Node made;
  made.name = name, made.op_type = type, made.inputs = inputs, made.outputs = {output};
  return made;
}

OpRecord op(OpId id, const std::string& of_node, std::int64_t flops, std::int64_t bytes) {
  OpRecord record;
  record.id = id, record.flops = flops, record.bytes = bytes;
  record.metadata = {{"node", of_node}, {"onnx", "Conv"}};
  return record;
}

}  // namespace

void OnnxruntimeProfileTest::nodes_and_calls_are_read() {
  const std::vector<OnnxRuntimeEvent> events = onnxruntime_events(profile);
  QCOMPARE(events.size(), std::size_t(10));
  QCOMPARE(events[0].name, std::string("c"));
  QCOMPARE(events[0].type, std::string("Conv"));
  QCOMPARE(events[0].begin, 1000.0);
  QCOMPARE(events[0].microseconds, 40.0);
  QVERIFY(events[3].type.empty());  // the first call
}

void OnnxruntimeProfileTest::times_are_medians_of_the_calls() {
  const std::vector<PeerNode> nodes = node_times(onnxruntime_events(profile));
  QCOMPARE(nodes.size(), std::size_t(2));
  QCOMPARE(nodes[0].name, std::string("c"));
  QCOMPARE(nodes[0].microseconds, 60.0);
  QCOMPARE(nodes[1].name, std::string("add"));
  QCOMPARE(nodes[1].microseconds, 9.0);  // of 5 + 7, 6 and 9
}

void OnnxruntimeProfileTest::other_text_is_refused() {
  QVERIFY_THROWS_EXCEPTION(Error, onnxruntime_events("[{"));
  QVERIFY(onnxruntime_events(R"([{"cat": 1}, {"name": "model_run"}])").empty());
}

void OnnxruntimeProfileTest::fused_nodes_are_followed_to_their_type() {
  onnx::Graph graph;
  graph.nodes = {node("conv", "Conv", {"x", "w"}, "h"), node("add", "Add", {"h", "x"}, "s"),
                 node("relu", "Relu", {"s"}, "y"), node("/pool", "MaxPool", {"y"}, "z")};
  const FusedNodes fused(graph);
  const std::vector<std::string> all = {"conv", "add", "relu"}, alone = {"conv"}, pool = {"pool"};
  QCOMPARE(fused.of("y_nchwc", "Conv"), all);
  QCOMPARE(fused.of("h_nchwc", "Conv"), alone);
  QCOMPARE(fused.of("/pool", "MaxPool"), pool);
  QVERIFY(fused.of("y_nchwc", "AveragePool").empty());  // none of the nodes before it is one
  QVERIFY(fused.of("ReorderOutput_token_1", "ReorderOutput").empty());
  QVERIFY(fused.of("nothing_nchwc", "Conv").empty());
}

void OnnxruntimeProfileTest::nodes_have_the_cost_of_their_ops() {
  GraphRecord graph;
  graph.ops = {op(1, "conv", 8000, 400), op(2, "conv", 100, 200), op(3, "relu", 50, 100)};
  PeerRecord peer;
  peer.nodes = {{"y_nchwc", "Conv", 10, {"conv", "relu"}}, {"reorder", "ReorderOutput", 30, {}}};
  const std::vector<KernelPoint> points = peer_points(peer, graph);
  QCOMPARE(points.size(), std::size_t(1));
  QCOMPARE(points[0].kernel, std::string("conv"));
  QCOMPARE(points[0].gflops, 8150 / 10 / 1e3);
  QCOMPARE(points[0].intensity, 8150.0 / 400);
  QCOMPARE(points[0].gigabytes, 400.0 / 10 / 1e3);
  QCOMPARE(points[0].share, 0.25);
}

NGRAPH_TEST(OnnxruntimeProfileTest)
#include "onnxruntime_profile_test.moc"
