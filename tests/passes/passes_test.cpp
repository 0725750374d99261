// SPDX-License-Identifier: Apache-2.0
// Tests each pass on the smallest graph that shows its effect: before -> after, as printed.
#include <QtTest>
#include <cmath>
#include <set>

#include "engine/graph/op_def.h"
#include "engine/ngraph.h"
#include "engine/ops/windows/pooling.h"
#include "engine/passes/pass_options.h"
#include "engine/passes/passes.h"
#include "engine/runtime/window_steps.h"
#include "tests/support/convolved.h"
#include "tests/support/test_program.h"

namespace {

// Runs one pass on a graph that returns `results` and verifies the graph after it.
ng::PassResult after(const ng::Pass& pass, const std::vector<ng::Op>& results,
                     const ng::PassOptions& options = {}) {
  static ng::CreationCounter counter;
  ng::Graph graph;
  for (const ng::Op& result : results) graph.results.push_back(result.value());
  return ng::run_pass(pass, graph, options, ng::Verify::always);
}

// Op names of a graph, operands first.
QStringList kinds(const ng::Graph& graph) {
  QStringList list;
  for (const ng::NodePtr& node : ng::ordered_nodes(graph)) {
    list << QString::fromUtf8(node->def->name.data(), int(node->def->name.size()));
  }
  return list;
}

// Windows of 2 x 2 with stride 2.
ng::WindowParams two_by_two() {
  return {{"J", 1},     {"T", 1},     {"R", 2},     {"S", 2},     {"pad_c", 0}, {"pad_d", 0},
          {"pad_h", 0}, {"pad_w", 0}, {"str_c", 1}, {"str_d", 1}, {"str_h", 2}, {"str_w", 2}};
}

}  // namespace

class PassesTest : public QObject {
  Q_OBJECT

  ng::Axis n = ng::make_axis(8, "N"), c = ng::make_axis(3, "C");
  ng::Op x = ng::placeholder({c, n}), t = ng::placeholder({c, n}), v = ng::variable({c}, 1.0);

 private slots:
  void stable_patterns() {
    const ng::Op cost = ng::cross_entropy_binary_inner(ng::sigmoid(x), t);
    const auto binary = after(ng::stable_patterns, {cost});
    QCOMPARE(kinds(binary.after).last(), "cross_entropy_binary_logits");
    QVERIFY(!kinds(binary.after).contains("sigmoid"));
    const auto multi = after(ng::stable_patterns, {ng::cross_entropy_multi(ng::softmax(x), t)});
    QCOMPARE(kinds(multi.after).last(), "cross_entropy_multi_logits");
    const auto log = after(ng::stable_patterns, {ng::log(ng::softmax(x))});
    QVERIFY(!kinds(log.after).contains("softmax"));
    const ng::Op e = ng::exp(x);
    QVERIFY(after(ng::stable_patterns, {ng::log(e)}).after.results[0] == x.value());
    QCOMPARE(kinds(after(ng::stable_patterns, {ng::log(e / t)}).after).last(), "subtract");
    QVERIFY(
        !after(ng::stable_patterns, {ng::deriv(ng::sum(ng::log(e), ng::out_axes({})), e)}).changed);
  }

  // A derivative with respect to the sigmoid keeps the sigmoid in the graph.
  void stable_patterns_leave_a_derived_sigmoid() {
    const ng::Op y = ng::sigmoid(x);
    const ng::Op cost = ng::cross_entropy_binary(y, t, ng::out_axes({}));
    const auto result = after(ng::stable_patterns, {cost, ng::deriv(cost, y)});
    QVERIFY(!result.changed);
  }

  // Loops differ by their bodies, not by their attributes.
  void different_loops_are_not_merged() {
    const auto loop = [&](const auto& of) {
      return ng::scan(n, {}, {x},
                      [&](const auto&, const auto& e) { return ng::ScanStep{{}, {of(e[0])}}; })
          .outputs[0];
    };
    const auto twice = [](const ng::Op& e) { return e * 2; };
    const auto more = [](const ng::Op& e) { return e + 1; };
    const auto result = after(ng::eliminate_common_subexpressions, {loop(twice), loop(more)});
    QCOMPARE(kinds(result.after).count("scan"), 2);
  }

  void expand_deriv() {
    const ng::Op cost = ng::sum(ng::square(v), ng::out_axes({}));
    const auto result = after(ng::expand_deriv, {ng::deriv(cost, v)});
    QVERIFY(!kinds(result.after).contains("deriv"));
    QVERIFY(kinds(result.after).contains("multiply"));
    QVERIFY(ng::ordered_nodes(result.after).back()->gradient);
    QCOMPARE(result.rewrites.size(), std::size_t{1});
  }

  void version_state() {
    const ng::Op old = v + 100;
    const auto result = after(ng::version_state, {old, v, ng::assign(v, v * 2)});
    QCOMPARE(result.after.writes.size(), std::size_t{1});
    QVERIFY(result.after.results[0] == old.value());                   // before the update
    QVERIFY(result.after.results[1] == result.after.writes[0].value);  // after it
    QVERIFY(!result.after.results[2]);                                 // no value
    QVERIFY(!kinds(result.after).contains("assign"));
  }

  void expand_composites() {
    const auto result = after(ng::expand_composites, {ng::softmax(x), ng::mean(x)});
    for (const char* gone : {"softmax", "mean"}) QVERIFY(!kinds(result.after).contains(gone));
    for (const char* part : {"exp", "max", "sum", "divide"}) {
      QVERIFY(kinds(result.after).contains(part));
    }
  }

  void fold_constants() {
    const ng::Op folded = ng::constant(2) * ng::constant(3) + ng::constant(1);
    const auto result = after(ng::fold_constants, {x * folded});
    const ng::Value factor = result.after.results[0].node->operands[1];
    QVERIFY(ng::is_constant(factor, 7));
  }

  void fold_constants_keeps_both_zeros() {
    const ng::Op zeros = ng::constant(ng::Tensor{0, -0.0, 0}, c) * 2.0;
    const ng::TensorPtr kept =
        ng::constant_value(after(ng::fold_constants, {zeros}).after.results[0]);
    QVERIFY(kept && kept->size() == 3);
    QVERIFY(std::signbit(kept->at(1)) && !std::signbit(kept->at(0)));
  }

  // Convolution and pooling of images that are stored as (N, C, D, H, W).
  void choose_layout() {
    const ng::Axis d = ng::make_axis(1, "D"), h = ng::make_axis(5, "H"), w = ng::make_axis(6, "W");
    const ng::Axes first{n, c, d, h, w}, last{c, d, h, w, n};
    const ng::Op image = ng::placeholder(first);
    const ng::Op f = ng::placeholder({c, ng::make_axis(1, "T"), ng::make_axis(3, "R"),
                                      ng::make_axis(3, "S"), ng::make_axis(4, "K")});
    const ng::Op y = convolved(ng::axes_with_order(image, last), f);
    const ng::Op pooled = ng::pooling("max", two_by_two(), y);
    ng::PassOptions options;
    options.batch_first = true;
    const auto chosen = after(ng::choose_layout, {pooled}, options);
    QCOMPARE(chosen.rewrites.size(), std::size_t{2});
    const auto kept = after(ng::simplify, {ng::Op(chosen.after.results[0])});
    QCOMPARE(kinds(kept.after).count("axes_with_order"), 1);  // of the result
    for (const ng::NodePtr& node : ng::ordered_nodes(kept.after)) {
      if (node->def != &ng::convolution_op) continue;
      QVERIFY(node->operands[0] == image.value());
      QVERIFY(ng::convolution_of(*node).batch_first);
      // The way back, for backends that need the batch last.
      const auto back = after(ng::choose_layout, {ng::Op(node)});
      QVERIFY(back.changed);
      QCOMPARE(kinds(back.after).count("axes_with_order"), 2);
    }
  }

  // Stored with the batch last, of one image, or read by gradients, too.
  void choose_layout_leaves_other_images() {
    const ng::Axis d = ng::make_axis(1, "D"), h = ng::make_axis(5, "H"), w = ng::make_axis(6, "W");
    const ng::Axis one = ng::make_axis(1, "N");
    const ng::Op f = ng::placeholder({c, ng::make_axis(1, "T"), ng::make_axis(3, "R"),
                                      ng::make_axis(3, "S"), ng::make_axis(4, "K")});
    ng::PassOptions options;
    options.batch_first = true;
    const ng::Op last = ng::placeholder({c, d, h, w, n});
    QVERIFY(!after(ng::choose_layout, {convolved(last, f)}, options).changed);
    const ng::Op single = ng::placeholder({one, c, d, h, w});
    const ng::Op view = ng::axes_with_order(single, {c, d, h, w, one});
    QVERIFY(!after(ng::choose_layout, {convolved(view, f)}, options).changed);
    const ng::Op images = ng::placeholder({n, c, d, h, w});
    const ng::Op y = convolved(ng::axes_with_order(images, {c, d, h, w, n}), f);
    const auto derived = after(ng::expand_deriv, {y, ng::deriv(ng::sum(y, ng::out_axes({})), f)});
    const std::vector<ng::Op> both{ng::Op(derived.after.results[0]),
                                   ng::Op(derived.after.results[1])};
    QVERIFY(!after(ng::choose_layout, both, options).changed);
  }

  void simplify() {
    for (const ng::Op& same : {x * 1, 1 * x, x / 1, x + -0.0, -0.0 + x, x - 0, -(-x)}) {
      QVERIFY(after(ng::simplify, {same}).after.results[0] == x.value());
    }
    QVERIFY(!after(ng::simplify, {x + 0, 0 + x}).changed);  // -0 + 0 is 0
    const ng::Op view = ng::broadcast(ng::axes_with_order(x, {n, c}), {c, n});
    QVERIFY(after(ng::simplify, {view}).after.results[0] == x.value());
    QCOMPARE(kinds(after(ng::simplify, {x + -t}).after).last(), "subtract");
  }

  // x * 0 may be NaN, so it is kept.
  void simplify_keeps_what_may_be_nan() { QVERIFY(!after(ng::simplify, {x * 0}).changed); }

  void a_rule_can_be_disabled() {
    ng::PassOptions options;
    options.disabled = {"x*1 -> x"};
    QVERIFY(!after(ng::simplify, {x * 1}, options).changed);
  }

  void a_pass_can_be_disabled() {
    ng::PassOptions options;
    options.disabled = {"simplify"};
    const auto result = after(ng::simplify, {x * 1}, options);
    QVERIFY(!result.enabled && !result.changed);
  }

  void earlier_names_of_passes_are_accepted() {
    QVERIFY(ng::find_pass("merge_equal_ops") == &ng::eliminate_common_subexpressions);
    QVERIFY(ng::find_pass("drop_dead_ops") == &ng::eliminate_dead_ops);
    QVERIFY(ng::find_pass("state_versions") == &ng::version_state);
    QVERIFY(ng::find_pass("") == nullptr);
    ng::PassOptions options;
    options.disabled = {"merge_equal_ops"};
    const auto twice = {ng::exp(x + t), ng::exp(t + x)};
    QVERIFY(!after(ng::eliminate_common_subexpressions, twice, options).enabled);
  }

  void eliminate_common_subexpressions() {
    const auto result =
        after(ng::eliminate_common_subexpressions, {ng::exp(x + t), ng::exp(t + x)});
    QVERIFY(result.after.results[0] == result.after.results[1]);
    QCOMPARE(kinds(result.after).count("exp"), 1);
    QCOMPARE(kinds(result.after).count("add"), 1);
  }

  // Equal hashes of many constants would be compared with each other.
  void different_constants_have_different_hashes() {
    std::set<std::size_t> hashes;
    const auto add = [&](const ng::Tensor& value) {
      hashes.insert(ng::constant(value, ng::Axes{}).value().node->attributes.hash());
    };
    for (int i = 0; i < 1000; ++i) add(ng::Tensor(i * 0.5));
    QCOMPARE(hashes.size(), std::size_t{1000});
    for (int i = 0; i < 1000; ++i) add(ng::Tensor(i * 0.5));
    QCOMPARE(hashes.size(), std::size_t{1000});
  }

  void eliminate_dead_ops() {
    ng::PassResult ordered = after(ng::version_state, {ng::doall({ng::exp(x), ng::assign(v, v)})});
    QCOMPARE(ordered.after.unused.size(), std::size_t{1});
    const ng::PassOptions options;
    const auto result =
        ng::run_pass(ng::eliminate_dead_ops, ordered.after, options, ng::Verify::always);
    QVERIFY(result.after.unused.empty());
    QVERIFY(result.after.writes.empty());  // v <- v
    QCOMPARE(result.rewrites.size(), std::size_t{2});
  }

  // Deeper than a stack is.
  void version_state_of_nested_doalls() {
    ng::Op all = ng::doall({ng::assign(v, v + 1)});
    for (int i = 0; i < 100'000; ++i) all = ng::doall({all, ng::exp(x)});
    const auto result = after(ng::version_state, {all, v});
    QCOMPARE(result.after.writes.size(), std::size_t{1});
    QVERIFY(!result.after.results[0]);
    QCOMPARE(result.after.results[1].node->def->name, std::string_view("add"));
    QCOMPARE(result.after.unused.size(), std::size_t{100'000});
  }

  // A softmax over rows is one kernel; its parts keep their ids inside it.
  void fuse() {
    const auto parts = after(ng::expand_composites, {ng::softmax(x)});
    const ng::PassOptions options;
    const auto result = ng::run_pass(ng::fuse, parts.after, options, ng::Verify::always);
    QCOMPARE(kinds(result.after).count("fused"), 1);
    const ng::NodePtr fused = result.after.results[0].node;
    QCOMPARE(fused->body->order.size(), std::size_t{5});  // max, subtract, exp, sum, divide
    QCOMPARE(fused->body->order.back()->id, parts.after.results[0].node->id);
  }

  // As importers write an activation between convolutions, whose images have a depth.
  void fuse_counts_no_loop_of_one_iteration() {
    const ng::Axis c = ng::make_axis(5, "C"), h = ng::make_axis(7, "H"), one = ng::make_axis(1);
    const ng::Op x = ng::placeholder({c, h}), y = x + 1.0;
    const ng::Op gated = y * ng::sigmoid(y);
    const auto result = after(ng::fuse, {ng::broadcast(gated, {c, one, h})});
    QCOMPARE(kinds(result.after).count("fused"), 1);
    // Where the value without that axis is also needed, the other is a view of it.
    const auto both = after(ng::fuse, {ng::broadcast(gated, {c, one, h}), gated});
    QCOMPARE(kinds(both.after).count("fused"), 2);
  }

  void fuse_leaves_a_large_dot_to_the_library() {
    ng::PassOptions options;
    options.library_dot_flops = 1;
    const ng::Op product = ng::tanh(ng::dot(ng::axes_with_order(x, {n, c}), v));
    const auto result = after(ng::fuse, {product}, options);
    QVERIFY(kinds(result.after).count("fused") >= 2);
  }

  // Each of 300 kernels over the same loops is tried with the 256 after it.
  void fuse_notes_the_pairs_that_it_leaves_out() {
    std::vector<ng::Op> results;
    for (int i = 0; i < 300; ++i) results.push_back(ng::tanh(ng::placeholder({n})));
    const auto result = after(ng::fuse, results);
    QCOMPARE(result.diagnostics.size(), std::size_t{1});
    QVERIFY(result.diagnostics[0].severity == ng::Severity::note);
    QVERIFY(result.diagnostics[0].what.starts_with("946 pairs of kernels"));
  }
  // Kernels of other lengths are different ones: too many to compile with ten ops each.
  void fuse_makes_smaller_kernels_of_a_graph_with_many_different_ones() {
    const auto fused_of = [](int lengths) {
      std::vector<ng::Op> results;
      for (int length = 1; length <= lengths; ++length) {
        ng::Op made = ng::placeholder({ng::make_axis(length, "L")});
        for (int op = 0; op < 5; ++op) made = ng::tanh(made * 2);
        results.push_back(made);
      }
      return after(ng::fuse, results);
    };
    const auto few = fused_of(2'048), many = fused_of(2'049);
    QCOMPARE(kinds(few.after).count("fused"), 2'048);
    QVERIFY(few.diagnostics.empty());
    QCOMPARE(kinds(many.after).count("fused"), 2 * 2'049);
    QCOMPARE(many.diagnostics.size(), std::size_t{1});
    QVERIFY(many.diagnostics[0].what.find("2049 different") != std::string::npos);
  }

  void fuse_counts_equal_kernels_once() {
    std::vector<ng::Op> results;
    for (int i = 0; i < 2'100; ++i) {
      ng::Op made = ng::placeholder({ng::make_axis(4, "A" + std::to_string(i))});
      for (int op = 0; op < 5; ++op) made = ng::tanh(made * 2);
      results.push_back(ng::sum(made));
    }
    const auto result = after(ng::fuse, results);
    QCOMPARE(kinds(result.after).count("fused"), 2'100);
    for (const auto& note : result.diagnostics)
      QVERIFY(note.what.find("different") == std::string::npos);
  }

  void fuse_notes_nothing_below_its_limits() {
    std::vector<ng::Op> results;
    for (int i = 0; i < 257; ++i) results.push_back(ng::tanh(ng::placeholder({n})));
    QVERIFY(after(ng::fuse, results).diagnostics.empty());
  }
};

NGRAPH_TEST(PassesTest)
#include "passes_test.moc"
