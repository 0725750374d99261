// SPDX-License-Identifier: Apache-2.0
// Tests each lowering rule and each program pass on the smallest graph where it applies and on one
// where it must not: compares the printed program with tests/golden/lowering.
// NGRAPH_REWRITE_GOLDEN=1 rewrites the texts.
#include <QRegularExpression>
#include <QtTest>
#include <set>

#include "engine/backends/backend_table.h"
#include "engine/ngraph.h"
#include "engine/passes/pass.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/support/convolved.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

struct Case {
  std::string name;
  std::set<std::string> passes;  // the program passes that run, besides the required ones
  Op computation;
};

Axis axis(const char* name, std::int64_t length) {
  return make_axis(length, name);
}

// A dot large enough for the library.
Op product(const Op& x, const Op& y) {
  return dot(x, y).named("product");
}

std::vector<Case> products() {
  const Axis m = axis("M", 32), k = axis("K", 32), n = axis("N", 32);
  const Op x = placeholder({m, k}).named("x"), y = placeholder({k, n}).named("y");
  const Op W = variable({m, n}, 0.0).named("W");
  const Op d = product(x, y), step = assign(W, W - 0.1 * d);
  const Op f = flatten(d).named("flat");
  const Op V = variable(f.axes(), 0.0).named("V");
  const Op flat_step = assign(V, V - 0.1 * f);
  const std::set<std::string> adds = {"share_memory", "accumulate_matmuls"};
  return {
      {"step_of_descent", adds, computation(std::vector<Op>{step}, {x, y}).named("train")},
      {"step_in_place",
       {"accumulate_matmuls", "update_in_place"},
       computation(std::vector<Op>{step}, {x, y}).named("train")},
      {"product_also_returned", adds, computation(std::vector<Op>{d, step}, {x, y}).named("train")},
      {"product_also_summed", adds,
       computation(std::vector<Op>{sum(d), flat_step}, {x, y}).named("train")},
      {"product_through_a_view", adds,
       computation(std::vector<Op>{flat_step}, {x, y}).named("train")}};
}

// Two convolutions of single images with the same filters, which are packed once.
Case packed_filters() {
  const Axis c = axis("C", 2), d = axis("D", 1), w = axis("W", 4), n = axis("N", 1);
  const Axes images{c, d, axis("H", 4), w, n}, wider{c, d, axis("I", 5), w, n};
  const Op left = placeholder(images).named("left"), right = placeholder(wider).named("right");
  const Op filter =
      variable({c, axis("T", 1), axis("R", 3), axis("S", 3), axis("K", 3)}, 0.1).named("filter");
  const Op one = convolved(left, filter).named("one"), two = convolved(right, filter).named("two");
  return {"filters_packed_for_two",
          {"pack_filters", "compute_once"},
          computation(std::vector<Op>{one, two}, {left, right}).named("predict")};
}

// Two matmuls by the same weights, which are packed once, and a loop of matmuls by an operand.
std::vector<Case> packed_matrices() {
  const Axis t = axis("T", 4), m = axis("M", 32), k = axis("K", 32), n = axis("N", 32);
  const Op x = placeholder({m, k}).named("x"), z = placeholder({t, m, k}).named("z");
  const Op w = variable({k, n}, 0.1).named("w"), y = placeholder({k, n}).named("y");
  const Op one = dot(x, w).named("one"), two = dot(exp(x), w).named("two");
  const Op start = placeholder({m, n}).named("start");
  const ScanResult looped = scan(t, {start}, {z}, [&](const auto& states, const auto& elements) {
    return ScanStep{{maximum(states[0], dot(elements[0], y).named("product"))}, {}};
  });
  return {{"matrix_packed_for_two",
           {"pack_matrices", "compute_once"},
           computation(std::vector<Op>{one, two}, {x}).named("predict")},
          {"matrix_packed_for_a_loop",
           {"pack_matrices"},
           computation(std::vector<Op>{looped.states[0]}, {z, y, start}).named("loop")}};
}

std::vector<Case> convolutions() {
  const Axis c = axis("C", 2), d = axis("D", 1), h = axis("H", 4), w = axis("W", 4),
             n = axis("N", 16);
  const Axis t = axis("T", 1), r = axis("R", 3), s = axis("S", 3), k = axis("K", 3);
  const Op image = placeholder({c, d, h, w, n}).named("image");
  const Op filter = variable({c, t, r, s, k}, 0.1).named("filter");
  const Op made = convolved(image, filter, 0, 0).named("convolved");
  const Op bias = variable({made.axes()[0]}, 0.0).named("bias");
  const Op ended = maximum(made + bias, 0).named("rectified");
  const std::set<std::string> ends = {"convolution_epilogues"};
  return {{"convolution_with_its_ending", ends,
           computation(std::vector<Op>{ended}, {image}).named("predict")},
          {"convolution_also_returned", ends,
           computation(std::vector<Op>{made, ended}, {image}).named("predict")},
          packed_filters()};
}

std::vector<Case> views() {
  const Axis a = axis("A", 3), b = axis("B", 4);
  const Op x = placeholder({a, b}).named("x"), y = placeholder({a, b}).named("y");
  const Op doubled = (x * 2).named("doubled");
  const Op flat = flatten(doubled).named("flat");
  return {{"view_read",
           {"share_memory"},
           computation(std::vector<Op>{sum(exp(flat)), doubled}, {x}).named("views")},
          {"view_returned",
           {"share_memory"},
           computation(std::vector<Op>{flat, doubled}, {x}).named("views")},
          {"joined",
           {},
           computation(std::vector<Op>{concat_along_axis({x, y}, a).named("joined")}, {x, y})
               .named("join")}};
}

std::vector<Case> states() {
  const Axis v = axis("V", 5), e = axis("E", 4), n = axis("N", 3);
  const Op W = variable({v, e}, 1.0).named("W"), index = placeholder({n}).named("index");
  const Op update = assign(W, W * 0.5);
  const Op rows = lookuptable(W, index, {n, e}).named("rows");
  const Op once = (sum(exp(W), reduce_over({e})) * 2).named("once");
  return {{"write_of_elements",
           {"update_in_place"},
           computation(std::vector<Op>{update}, {}).named("train")},
          {"write_before_a_refusal",
           {"update_in_place"},
           computation(std::vector<Op>{sequential({update, rows})}, {index}).named("train")},
          {"of_variables_alone",
           {"compute_once"},
           computation(std::vector<Op>{once}, {}).named("infer")},
          {"of_variables_that_change",
           {"compute_once"},
           computation(std::vector<Op>{once, update}, {}).named("train")}};
}

std::vector<Case> loops() {
  const Axis t = axis("T", 4), m = axis("M", 32), k = axis("K", 32), n = axis("N", 32);
  const Op x = placeholder({t, m, k}).named("x"), y = placeholder({k, n}).named("y");
  const Op start = placeholder({m, n}).named("start");
  const auto loop = [&](bool also_read) {
    return scan(t, {start}, {x}, [&](const auto& states, const auto& elements) {
      const Op d = dot(elements[0], y).named("product");
      const Op next = (states[0] + d).named("next");
      return ScanStep{{next}, {also_read ? sum(d) : sum(next)}};
    });
  };
  const ScanResult added = loop(false), read = loop(true);
  return {
      {"sum_over_a_loop",
       {"accumulate_matmuls"},
       computation(std::vector<Op>{added.states[0]}, {x, y, start}).named("loop")},
      {"product_also_an_output",
       {"accumulate_matmuls"},
       computation(std::vector<Op>{read.states[0], read.outputs[0]}, {x, y, start}).named("loop")}};
}

// Two small sums of two ranks, and work that needs neither.
std::vector<Case> exchanges() {
  const Axis a = axis("A", 4), b = axis("B", 5);
  const Op x = placeholder({a, b}).named("x");
  const RankGroup group{"N", 2};
  const Op rows = all_reduce(sum(x, reduce_over({b})), kernel::Combine::add, group).named("rows");
  const Op all = all_reduce(sum(x), kernel::Combine::add, group).named("all");
  const Op other = exp(x).named("other");
  return {{"exchanges_together",
           {"overlap_exchanges"},
           computation(std::vector<Op>{rows * 2, all + 1, other}, {x}).named("step")}};
}

std::vector<Case> memory() {
  const Axis a = axis("A", 4), b = axis("B", 5);
  const Op x = placeholder({a, b}).named("x");
  const Op rows = sum(exp(x), reduce_over({b})).named("rows");
  const Op columns = sum(exp(x) * rows, reduce_over({a})).named("columns");
  const Op last = sum(square(columns)).named("last");
  const Op all = computation(std::vector<Op>{last, rows}, {x}).named("chain");
  return {{"small_neighbours", {"group_launches"}, all},
          {"lifetimes", {"liveness"}, all},
          {"shared_memory", {"memory_plan"}, all}};
}

}  // namespace

class LoweringGoldenTest : public QObject {
  Q_OBJECT
 private slots:
  // Builds all cases first, in this order, because names contain ids.
  void initTestCase() {
    for (const auto& room :
         {products, convolutions, views, states, loops, memory, packed_matrices, exchanges}) {
      for (Case& each : room()) cases_.push_back(std::move(each));
    }
  }

  void every_pass_has_a_case() {
    for (const Pass* pass : passes_of(pass_table(), PassPhase::program)) {
      const bool shown = std::any_of(cases_.begin(), cases_.end(), [&](const Case& each) {
        return pass->required || each.passes.count(std::string(pass->name)) > 0;
      });
      QVERIFY2(shown, pass->name.data());
    }
  }

  void printed_data() {
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      QTest::newRow(cases_[i].name.c_str()) << static_cast<int>(i);
    }
  }

  void printed() {
    QFETCH(int, number);
    const Case& each = cases_[static_cast<std::size_t>(number)];
    CompileOptions options;
    options.keep_record = options.verify = true;
    for (const Pass* pass : passes_of(pass_table(), PassPhase::program)) {
      const std::string name(pass->name);
      if (!each.passes.count(name)) options.passes.disabled.insert(name);
    }
    const auto compiled = compile(each.computation.value().node, *find_backend("cpu"), options);
    QString text;
    for (const PassResult& result : compiled->passes) {
      if (result.pass->phase != PassPhase::program) continue;
      if (text.isEmpty())
        text = "== as lowered\n" + QString::fromStdString(result.program_before.str());
      if (!each.passes.count(std::string(result.pass->name))) continue;
      text += "== " + QString::fromUtf8(result.pass->name.data()) +
              (result.changed ? "\n" : ": no change\n");
      if (result.changed) text += QString::fromStdString(result.program_after.str());
    }
    // The scratch size of a step depends on the host's vectors and threads.
    text.replace(QRegularExpression("(scratch.*?)\\d+ B"), "\\1… B");
    text.replace(QRegularExpression("(scratch.*)\\(bytes \\d+\\)"), "\\1(bytes …)");
    const QString wrong =
        goldenDifference("lowering/" + QString::fromStdString(each.name) + ".txt", text);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

 private:
  std::vector<Case> cases_;
};

NGRAPH_TEST(LoweringGoldenTest, QCoreApplication)
#include "lowering_golden_test.moc"
