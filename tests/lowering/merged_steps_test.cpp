// SPDX-License-Identifier: Apache-2.0
// Tests the passes that merge steps: what they merge and what they must not, and that values are
// the same with and without them.
#include <QtTest>

#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "tests/support/convolved.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis M = make_axis(32, "M"), K = make_axis(40, "K"), N = make_axis(48, "N");

Tensor uneven(const Axes& axes, double start) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    tensor.set(i, std::sin(start + 1.3 * static_cast<double>(i)));
  return tensor;
}

CompileOptions without(const std::set<std::string>& passes) {
  CompileOptions options;
  options.verify = true;
  options.passes.disabled = passes;
  return options;
}

Program compiled(const std::vector<Op>& results, const std::vector<Op>& parameters,
                 const std::set<std::string>& off) {
  const auto transformer = allocate_transformer("cpu");
  const Op node = computation(results, parameters);
  return transformer->add_computation(node, without(off)).compilation().program;
}

template <class Work>
std::ptrdiff_t count(const Program& program) {
  return std::count_if(program.steps.begin(), program.steps.end(),
                       [](const Step& step) { return step.is<Work>(); });
}

// The values of two calls and of the variables after each.
Values two_calls(const std::string& name, const std::vector<Op>& results, const Feeds& feeds,
                 const std::vector<Op>& variables, const std::set<std::string>& off) {
  std::vector<Op> parameters;
  std::vector<Tensor> arguments;
  for (const auto& [op, value] : feeds) {
    parameters.push_back(op);
    arguments.push_back(value);
  }
  const auto transformer = allocate_transformer(name);
  const Computation f =
      transformer->add_computation(computation(results, parameters), without(off));
  Values values;
  for (int i = 0; i < 2; ++i) {
    for (const auto& value : f.call(arguments))
      if (value) values.push_back(value);
    for (const Op& variable : variables) values.push_back(transformer->value(variable));
  }
  return values;
}

struct Network {
  Op image, filter, bias, made;
};

Network network(std::int64_t batch = 16) {
  const Axis c = make_axis(2, "C"), d = make_axis(1, "D"), h = make_axis(6, "H"),
             w = make_axis(6, "W"), n = make_axis(batch, "N"), t = make_axis(1, "T"),
             r = make_axis(3, "R"), s = make_axis(3, "S"), k = make_axis(3, "K");
  Network net;
  net.image = placeholder({c, d, h, w, n});
  net.filter = placeholder({c, t, r, s, k});
  net.made = convolved(net.image, net.filter, 0, 0);
  net.bias = placeholder({net.made.axes()[0]});
  return net;
}

Feeds feeds_of(const Network& net) {
  return {{net.image, uneven(net.image.axes(), 0)},
          {net.filter, uneven(net.filter.axes(), 1)},
          {net.bias, uneven(net.bias.axes(), 2)}};
}

// (C, D, H, W, N) with a depth of 1 as (N, C, H, W).
Op batch_outermost(const Op& images) {
  const Axes from = images.axes();
  const Op flat = getitem(images, {SliceItem::all(), SliceItem::at(0)});
  return axes_with_order(flat, {from[4], from[0], from[2], from[3]});
}

}  // namespace

class MergedStepsTest : public QObject {
  Q_OBJECT

  // With the pass, without it, and the reference: with and without must agree closely, and both
  // with the reference.
  static void agree(const std::vector<Op>& results, const Feeds& feeds,
                    const std::vector<Op>& variables, const std::string& pass) {
    const Values expected = two_calls("reference", results, feeds, variables, {});
    for (const std::set<std::string>& off :
         {std::set<std::string>(), {pass}, {pass, "update_in_place"}, {pass, "memory_plan"}}) {
      const Values found = two_calls("cpu", results, feeds, variables, off);
      QCOMPARE(difference(found, expected, 1e-4, 1e-5), QString());
    }
  }

 private slots:
  void views_share_memory();
  void results_that_are_views_are_not_copied();
  void views_read_after_a_write_share_memory();
  void views_in_a_loop_share_memory();
  void updates_accumulate();
  void updates_through_a_view_accumulate();
  void updates_of_a_shared_matmul_do_not();
  void sums_over_a_loop_accumulate();
  void states_with_another_reader_do_not();
  void convolutions_take_bias_and_relu();
  void convolutions_take_epilogues_through_views();
  void convolutions_add_what_is_there_before();
  void other_kernels_after_convolutions_stay();
  void convolutions_with_another_reader_do_not();
};

void MergedStepsTest::views_share_memory() {
  const Op x = placeholder({M, K}), y = placeholder({K, N});
  const Op flat = flatten(dot(x, y)),
           twice = cast_axes(flat, make_axis(M.length() * N.length(), "F"));
  const std::vector<Op> results = {sum(exp(flat * 0.1)), sum(twice * twice)};
  const Program merged = compiled(results, {x, y}, {});
  const Program apart = compiled(results, {x, y}, {"share_memory"});
  QVERIFY(merged.steps.size() < apart.steps.size());
  QCOMPARE(count<CopyStep>(merged), 0);
  agree(results, {{x, uneven(x.axes(), 0)}, {y, uneven(y.axes(), 1)}}, {}, "share_memory");
}

void MergedStepsTest::results_that_are_views_are_not_copied() {
  const Op x = placeholder({M, K}), y = placeholder({K, N});
  const Feeds feeds = {{x, uneven(x.axes(), 0)}, {y, uneven(y.axes(), 1)}};
  const Op product = dot(x, y), flat = flatten(product), again = flatten(product);
  const Op named = cast_axes(flat, make_axis(M.length() * N.length(), "F"));
  QCOMPARE(compiled({flat}, {x, y}, {}).steps.size(), std::size_t{1});
  QCOMPARE(compiled({named, max(product)}, {x, y}, {}).steps.size(), std::size_t{2});
  const std::vector<Op> of_one[] = {
      {flat}, {named}, {named, flat}, {flat, product}, {max(product), flat, again, sum(named)}};
  for (const std::vector<Op>& results : of_one) agree(results, feeds, {}, "share_memory");
}

// The view of a new value is read after that value is written to the variable.
void MergedStepsTest::views_read_after_a_write_share_memory() {
  const Op W = variable({M, N}, 0.5), x = placeholder({M, K}), y = placeholder({K, N});
  const Op next = W - 0.1 * dot(x, y), flat = flatten(next);
  const std::vector<Op> results = {assign(W, next), sum(flat * flat), max(flat)};
  agree(results, {{x, uneven(x.axes(), 0)}, {y, uneven(y.axes(), 1)}}, {W}, "share_memory");
  agree(results, {{x, uneven(x.axes(), 0)}, {y, uneven(y.axes(), 1)}}, {W}, "accumulate_matmuls");
}

void MergedStepsTest::views_in_a_loop_share_memory() {
  const Axis t = make_axis(3, "T");
  const Op x = placeholder({t, M, K}), y = placeholder({K, N}), start = placeholder({M, N});
  const ScanResult made = scan(t, {start}, {x}, [&](const auto& states, const auto& elements) {
    const Op flat = flatten(dot(elements[0], y));
    const Op next = tanh(states[0] + unflatten(flat));
    return ScanStep{{next}, {sum(flat)}};
  });
  const std::vector<Op> results = {made.states[0], made.outputs[0]};
  const Feeds feeds = {
      {x, uneven(x.axes(), 0)}, {y, uneven(y.axes(), 1)}, {start, uneven(start.axes(), 2)}};
  agree(results, feeds, {}, "share_memory");
}

void MergedStepsTest::updates_accumulate() {
  const Op W = variable({M, N}, 0.5), x = placeholder({M, K}), y = placeholder({K, N});
  const Op rate = placeholder(Axes());
  for (const Op& change : {0.1 * dot(x, y), rate * dot(x, y)}) {
    const std::vector<Op> results = {assign(W, W - change)};
    const Program merged = compiled(results, {x, y, rate}, {});
    QCOMPARE(merged.steps.size(), std::size_t{1});
    QVERIFY(merged.steps[0].as<Matmul>()->accumulate);
    const Program apart = compiled(results, {x, y, rate}, {"accumulate_matmuls"});
    QCOMPARE(count<KernelStep>(apart), 1);
    QVERIFY(!apart.steps[0].as<Matmul>()->accumulate);
    agree(results, {{x, uneven(x.axes(), 0)}, {y, uneven(y.axes(), 1)}, {rate, Tensor(0.25)}}, {W},
          "accumulate_matmuls");
  }
}

void MergedStepsTest::updates_through_a_view_accumulate() {
  const Op x = placeholder({M, K}), y = placeholder({K, N});
  const Op flat = flatten(dot(x, y));
  const Op V = variable(flat.axes(), 0.5);
  const std::vector<Op> results = {assign(V, V - 0.1 * flat)};
  QCOMPARE(compiled(results, {x, y}, {}).steps.size(), std::size_t{1});
  // Without share_memory the update reads the copy, not the matmul.
  QVERIFY(compiled(results, {x, y}, {"share_memory"}).steps.size() > 1);
  agree(results, {{x, uneven(x.axes(), 0)}, {y, uneven(y.axes(), 1)}}, {V}, "accumulate_matmuls");
  agree(results, {{x, uneven(x.axes(), 0)}, {y, uneven(y.axes(), 1)}}, {V}, "share_memory");
}

// Another op reads the matmul itself, or a view of it.
void MergedStepsTest::updates_of_a_shared_matmul_do_not() {
  const Op W = variable({M, N}, 0.5), x = placeholder({M, K}), y = placeholder({K, N});
  const Op product = dot(x, y);
  for (const Op& other : {max(product), max(flatten(product)), product}) {
    const std::vector<Op> results = {assign(W, W - 0.1 * product), other};
    for (const Step& step : compiled(results, {x, y}, {}).steps)
      QVERIFY(!step.is<Matmul>() || !step.as<Matmul>()->accumulate);
    agree(results, {{x, uneven(x.axes(), 0)}, {y, uneven(y.axes(), 1)}}, {W}, "accumulate_matmuls");
  }
}

void MergedStepsTest::sums_over_a_loop_accumulate() {
  const Axis t = make_axis(3, "T");
  const Op x = placeholder({t, M, K}), y = placeholder({K, N}), start = placeholder({M, N});
  const ScanResult made = scan(t, {start}, {x}, [&](const auto& states, const auto& elements) {
    return ScanStep{{states[0] + dot(elements[0], y)}, {}};
  });
  const auto loop_of = [](const Program& program) -> const Step& {
    return *std::find_if(program.steps.begin(), program.steps.end(),
                         [](const Step& step) { return step.is<LoopStep>(); });
  };
  const Program merged = compiled({made.states[0]}, {x, y, start}, {});
  const Program apart = compiled({made.states[0]}, {x, y, start}, {"accumulate_matmuls"});
  const Loop &one = *loop_of(merged).loop(), &two = *loop_of(apart).loop();
  QCOMPARE(one.next[0], one.last[0]);
  QVERIFY(two.next[0] != two.last[0]);
  QCOMPARE(loop_of(merged).writes.size() + 1, loop_of(apart).writes.size());
  agree({made.states[0]},
        {{x, uneven(x.axes(), 0)}, {y, uneven(y.axes(), 1)}, {start, uneven(start.axes(), 2)}}, {},
        "accumulate_matmuls");
}

void MergedStepsTest::states_with_another_reader_do_not() {
  const Axis t = make_axis(3, "T");
  const Op x = placeholder({t, M, K}), y = placeholder({K, N}), start = placeholder({M, N});
  const ScanResult made = scan(t, {start}, {x}, [&](const auto& states, const auto& elements) {
    const Op next = states[0] + dot(elements[0], y);
    return ScanStep{{next}, {max(flatten(states[0]))}};
  });
  const std::vector<Op> results = {made.states[0], made.outputs[0]};
  const Program program = compiled(results, {x, y, start}, {});
  for (const Step& step : program.steps) {
    if (const Loop* loop = step.loop()) QVERIFY(loop->next[0] != loop->last[0]);
  }
  agree(results,
        {{x, uneven(x.axes(), 0)}, {y, uneven(y.axes(), 1)}, {start, uneven(start.axes(), 2)}}, {},
        "accumulate_matmuls");
}

void MergedStepsTest::convolutions_take_bias_and_relu() {
  const Network net = network();
  const Feeds feeds = feeds_of(net);
  const std::vector<Op> parameters = {net.image, net.filter, net.bias};
  for (const Op& ended :
       {maximum(net.made + net.bias, 0), net.made + net.bias, maximum(net.made, 0)}) {
    const Program merged = compiled({ended}, parameters, {});
    QCOMPARE(merged.steps.size(), std::size_t{1});
    QCOMPARE(merged.kernels.size(), std::size_t{0});
    const Program apart = compiled({ended}, parameters, {"convolution_epilogues"});
    QCOMPARE(count<KernelStep>(apart), 1);
    agree({ended}, feeds, {}, "convolution_epilogues");
  }
}

// As importers write it: without the depth, the batch outermost.
void MergedStepsTest::convolutions_take_epilogues_through_views() {
  for (const std::int64_t batch : {1, 3, 18}) {
    const Network net = network(batch);
    const Op seen = batch_outermost(net.made);
    const Op bias = cast_axes(net.bias, Axes(seen.axes()[1]));
    const Feeds feeds = feeds_of(net);
    const std::vector<Op> parameters = {net.image, net.filter, net.bias};
    for (const Op& ended :
         {minimum(maximum(seen + bias, 0), 6), maximum(minimum(seen + bias, 0.25), -0.5),
          minimum(seen + bias, 0.1), minimum(maximum(seen, -0.25), 0.25)}) {
      // With several images the kernel also changes the order.
      const Program merged = compiled({ended}, parameters, {});
      QCOMPARE(merged.kernels.size(), std::size_t(batch == 1 ? 0 : 1));
      agree({ended}, feeds, {}, "convolution_epilogues");
    }
  }
}

// A residual may be any array in the same order, also that of another convolution with its bias.
void MergedStepsTest::convolutions_add_what_is_there_before() {
  const Network net = network(5);
  const Axes axes = net.made.axes();
  const Op other = convolved(net.image, net.filter * 0.5, 0, 0);
  const Op again = cast_axes(other, axes), second = placeholder(Axes(axes[0]));
  Feeds feeds = feeds_of(net);
  feeds.push_back({second, uneven(second.axes(), 3)});
  std::vector<Op> parameters = {net.image, net.filter, net.bias, second};
  const Op sum = (net.made + net.bias) + (again + second);
  for (const Op& ended : {maximum(sum, 0), sum, minimum(maximum(again + net.made, 0), 6)}) {
    const Program merged = compiled({ended}, parameters, {});
    QCOMPARE(merged.kernels.size(), std::size_t{1});  // the other filters
    agree({ended}, feeds, {}, "convolution_epilogues");
  }
  const Op residual = placeholder(axes);
  feeds.push_back({residual, uneven(axes, 4)});
  parameters.push_back(residual);
  const Op ended = maximum(residual + (net.made + net.bias), 0);
  QCOMPARE(compiled({ended}, parameters, {}).kernels.size(), std::size_t{0});
  agree({ended}, feeds, {}, "convolution_epilogues");
}

void MergedStepsTest::other_kernels_after_convolutions_stay() {
  const Network net = network(4);
  const Op column = placeholder(Axes(net.made.axes()[3]));
  Feeds feeds = feeds_of(net);
  feeds.push_back({column, uneven(column.axes(), 3)});
  const std::vector<Op> parameters = {net.image, net.filter, net.bias, column};
  for (const Op& ended :
       {net.made + column, net.made * 2.0, net.made + net.made, net.made + sin(net.made),
        (net.made + net.bias) + net.made, maximum(net.made, net.bias)}) {
    QCOMPARE(compiled({ended}, parameters, {}).kernels.size(), std::size_t{1});
    agree({ended}, feeds, {}, "convolution_epilogues");
  }
}

void MergedStepsTest::convolutions_with_another_reader_do_not() {
  const Network net = network();
  const Feeds feeds = feeds_of(net);
  for (const Op& other : {net.made, max(flatten(net.made))}) {
    const std::vector<Op> results = {maximum(net.made + net.bias, 0), other};
    const Program program = compiled(results, {net.image, net.filter, net.bias}, {});
    for (const Step& step : program.steps) {
      const auto* window = step.as<WindowStep>();
      QVERIFY(!window || !std::get<Convolution>(*window).epilogue.any());
    }
    agree(results, feeds, {}, "convolution_epilogues");
  }
}

NGRAPH_TEST(MergedStepsTest)
#include "merged_steps_test.moc"
