// SPDX-License-Identifier: Apache-2.0
// Tests that ops are found by full names, and by short names that one op has.
#include <QtTest>

#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// Ids from 1, in the order of the names.
GraphRecord graph_of(const std::vector<std::pair<std::string, std::string>>& names) {
  GraphRecord graph;
  for (const auto& [scope, name] : names) {
    OpRecord op;
    op.id = graph.ops.size() + 1;
    op.scope = scope;
    op.name = name;
    graph.ops.push_back(op);
  }
  return graph;
}

}  // namespace

class OpNameTest : public QObject {
  Q_OBJECT

 private slots:
  void short_names_of_one_op_find_it() {
    const GraphRecord graph = graph_of({{"a/b", "W"}, {"a/b", "x:0"}, {"", "y"}});
    for (const char* name : {"W", "b/W", "a/b/W"}) QCOMPARE(op_named(graph, name)->id, OpId(1));
    QCOMPARE(op_named(graph, "x:0")->id, OpId(2));
    QCOMPARE(op_named(graph, "y")->id, OpId(3));
    for (const char* name : {"", "/", "a", "a/b", "/W", "c/W", "0", "x/y"})
      QVERIFY(op_named(graph, name) == nullptr);
  }

  void shared_names_are_refused() {
    const GraphRecord graph = graph_of({{"norm0", "mean"}, {"norm1", "mean"}, {"", "loss"}});
    try {
      op_named(graph, "mean");
      QFAIL("a name of two ops was taken");
    } catch (const Error& error) {
      QCOMPARE(error.diagnostic().expected, std::string("one of: norm0/mean, norm1/mean"));
    }
    QCOMPARE(op_named(graph, "norm1/mean")->id, OpId(2));
    QCOMPARE(ops_named(graph, "mean").size(), std::size_t(2));
  }

  void full_names_precede_ends() {
    const GraphRecord graph = graph_of({{"a", "W"}, {"", "W"}, {"b/a", "W"}});
    QCOMPARE(op_named(graph, "W")->id, OpId(2));
    QCOMPARE(op_named(graph, "a/W")->id, OpId(1));
  }

  void unique_names_find_their_op() {
    const GraphRecord graph =
        graph_of({{"a", "W"}, {"", "W"}, {"b/a", "W"}, {"b", "bias"}, {"b", "my W"}});
    for (const OpRecord& op : graph.ops)
      QCOMPARE(op_named(graph, unique_name(graph, op))->id, op.id);
    QCOMPARE(unique_name(graph, *graph.ops.begin()), std::string("a/W"));
    QCOMPARE(op_named(graph, "bias")->name, unique_name(graph, *op_named(graph, "bias")));
  }

  void ops_are_followed_by_name() {
    const GraphRecord before = graph_of({{"", "x"}, {"a", "W"}, {"", "gone"}});
    const GraphRecord now = graph_of({{"", "x"}, {"b", "W"}, {"a", "W"}});
    QCOMPARE(op_of_same_name(before, 1, now), OpId(1));
    QCOMPARE(op_of_same_name(before, 2, now), OpId(3));
    QCOMPARE(op_of_same_name(before, 3, now), OpId(0));
    QCOMPARE(op_of_same_name(before, 99, now), OpId(99));  // of a pass, or none
    const GraphRecord twice = graph_of({{"", "x"}, {"", "x"}});
    QCOMPARE(op_of_same_name(twice, 2, twice), OpId(2));
  }
};

NGRAPH_TEST(OpNameTest)
#include "op_name_test.moc"
