// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/gpu_checks.h"

#include <cmath>
#include <limits>

#include "engine/session/compile_options.h"
#include "tests/fuzz/programs/check.h"
#include "tests/ops/integer_cases.h"
#include "tests/ops/op_cases.h"
#include "tests/support/thread_order.h"
#include "tests/support/training_graphs.h"

namespace ng {
namespace {

// The check's result, or the error that ended it.
std::string fault_of(const std::function<std::string()>& check) {
  try {
    return check();
  } catch (const Error& error) {
    return std::string("error: ") + error.what();
  }
}

// Runs in the orders of threads. What is wrong with the first run's values, or which run
// differs from it.
std::string fault_in_orders(Orders orders, const std::function<std::vector<Values>()>& run,
                            const std::function<std::string(const std::vector<Values>&)>& wrong) {
  std::vector<Values> first;
  for (const char* order : thread_orders) {
    const ThreadOrder chosen(order);
    const std::vector<Values> found = run();
    if (first.empty()) {
      if (std::string text = wrong(found); !text.empty()) return text;
      first = found;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::string text = difference_text(found[i], first.at(i), 0, 0);
      if (!text.empty())
        return "call " + std::to_string(i) + ", threads " + order + ", differs: " + text;
    }
    if (orders == Orders::one) break;
  }
  return {};
}

std::string case_fault(const OpCase& c, const std::string& transformer, Orders orders) {
  const Values expected = run_once("reference", c.results, c.inputs);
  for (const bool fused : {true, false}) {
    CompileOptions options;
    if (!fused) options.passes.disabled = {"fuse"};
    const std::string text = fault_in_orders(
        orders,
        [&] { return std::vector<Values>{run_once(transformer, c.results, c.inputs, options)}; },
        [&](const std::vector<Values>& found) {
          return difference_text(found[0], expected, 1e-6, 1e-6);
        });
    if (!text.empty()) return (fused ? "" : "without fusion: ") + text;
  }
  return {};
}

std::string sample_fault(const TriedComputation& tried, const std::string& transformer,
                         Orders orders, double tolerance) {
  const std::vector<Values> expected = run_calls(tried, "reference");
  return fault_in_orders(
      orders, [&] { return run_calls(tried, transformer); },
      [&](const std::vector<Values>& found) -> std::string {
        for (std::size_t i = 0; i < expected.size(); ++i) {
          const std::string text = difference_text(found[i], expected[i], tolerance, tolerance / 5);
          if (!text.empty()) return "call " + std::to_string(i) + ": " + text;
        }
        return {};
      });
}

struct ConvolutionCase {
  std::int64_t channels, height, width, batch, filter_height, filter_width, filters;
  std::int64_t padding = 0, stride = 1, dilation = 1;
  bool infinite = false;  // some elements are; products with the padding are no NaN
  std::int64_t groups = 1;
};

constexpr ConvolutionCase convolution_cases[] = {
    {3, 32, 32, 8, 5, 5, 16, 2},       // few rows, many columns
    {16, 16, 16, 8, 5, 5, 32, 2},      // sums of 400
    {5, 19, 13, 7, 5, 3, 70, 2},       // more rows than a tile has; an odd batch
    {70, 7, 6, 1, 3, 3, 130, 1},       // a batch of 1, long sums divided among blocks
    {6, 23, 11, 5, 4, 3, 9, 1, 2, 2},  // stride and dilation
    {4, 17, 9, 33, 1, 1, 20, 0, 3},    // single taps, with gaps in the gradient of the images
    {1, 5, 5, 2, 5, 5, 1},             // one position
    {4, 32, 32, 9, 3, 3, 64, 1},       // whole tiles of 64 rows, enough not to divide the sums
    {64, 32, 32, 9, 3, 3, 4, 1},       // the same for the gradient of the images
    {3, 9, 9, 4, 3, 3, 5, 1, 1, 1, true},
    {2, 40, 40, 4, 3, 3, 5, 2, 2, 1, true},
    {19, 9, 8, 3, 3, 3, 19, 1, 1, 1, false, 19},  // depthwise
    {6, 30, 30, 7, 3, 2, 9, 1, 2, 1, false, 3},   // groups; sums divided among blocks
    {4, 9, 9, 2, 3, 3, 6, 1, 1, 1, true, 2}};

// Positive, so that sums lose no digits.
Tensor uneven(const Axes& axes) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    tensor.set(i, 0.3 + 0.25 * std::sin(1.0 + static_cast<double>(i * i % 173)));
  return tensor;
}

std::string fault_of_results(const std::string& transformer, const std::vector<Op>& results,
                             const Feeds& feeds) {
  return difference_text(run_once(transformer, results, feeds),
                         run_once("reference", results, feeds), 1e-5, 1e-5);
}

std::string convolution_fault(const ConvolutionCase& c, const std::string& transformer) {
  const Axes i{make_axis(c.channels, "C"), make_axis(1, "D"), make_axis(c.height, "H"),
               make_axis(c.width, "W"), make_axis(c.batch, "N")};
  const Axes f{make_axis(c.channels / c.groups, "C"), make_axis(1, "T"),
               make_axis(c.filter_height, "R"), make_axis(c.filter_width, "S"),
               make_axis(c.filters, "K")};
  WindowParams params{{"pad_d", 0}, {"pad_h", c.padding},  {"pad_w", c.padding},
                      {"str_d", 1}, {"str_h", c.stride},   {"str_w", c.stride},
                      {"dil_d", 1}, {"dil_h", c.dilation}, {"dil_w", c.dilation}};
  if (c.groups > 1) params["groups"] = c.groups;
  const Op images = placeholder(i), filters = placeholder(f);
  const Op outputs = convolution(params, images, filters);
  const Op total = sum(square(outputs), out_axes(Axes()));
  const std::vector<Op> results{outputs, deriv(total, images), deriv(total, filters)};
  Feeds feeds{{images, uneven(i)}, {filters, uneven(f)}};
  if (c.infinite) {
    feeds[0].second.set(0, std::numeric_limits<double>::infinity());
    feeds[1].second.set(1, -std::numeric_limits<double>::infinity());
  }
  std::string fault = fault_of_results(transformer, results, feeds);
  if (!fault.empty()) return fault;
  const Op bias = placeholder(outputs.axes()[0]), residual = placeholder(outputs.axes());
  feeds.push_back({bias, uneven(bias.axes())});
  feeds.push_back({residual, uneven(residual.axes())});
  const double middle = 1 + 0.06 * c.channels * c.filter_height * c.filter_width / c.groups;
  const Op ended = minimum(maximum(outputs + bias + residual, middle), middle + 2);
  return fault_of_results(transformer, {ended}, feeds);
}

}  // namespace

std::string faults_of(int least, const std::function<void(const Report&)>& checks) {
  int count = 0;
  std::string faults;
  checks([&](const Check& check) {
    ++count;
    if (!check.fault.empty()) faults += check.name + ": " + check.fault + "\n";
  });
  if (count < least) faults += "only " + std::to_string(count) + " checks ran\n";
  return faults;
}

void check_convolutions(const std::string& transformer, const Report& report) {
  for (const ConvolutionCase& c : convolution_cases) {
    report({"convolutions",
            std::to_string(c.channels) + " channels, " + std::to_string(c.filters) +
                " filters, batch " + std::to_string(c.batch),
            fault_of([&] { return convolution_fault(c, transformer); })});
  }
}

void check_integers(const std::string& transformer, const Report& report) {
  std::vector<IntegerCases> all = integer_cases(1);
  for (IntegerCases& cases : long_integer_cases(1)) all.push_back(std::move(cases));
  for (const IntegerCases& cases : all) {
    for (const bool fused : {true, false}) {
      report({"integers", cases.name + (fused ? "" : ", without fusion"),
              fault_of([&] { return integer_faults(cases, transformer, fused); })});
    }
  }
}

void check_op_cases(const std::string& transformer, Orders orders, const Report& report) {
  for (const OpCase& c : all_op_cases()) {
    report({"op cases", c.op + ", " + c.variant,
            fault_of([&] { return case_fault(c, transformer, orders); })});
  }
}

void check_samples(const std::string& transformer, Orders orders, const Report& report) {
  for (const TriedComputation& tried : all_tried_computations()) {
    report({"samples", tried.name,
            fault_of([&] { return sample_fault(tried, transformer, orders, 1e-5); })});
  }
}

void check_random_programs(const std::string& transformer, int first, int count,
                           const Report& report) {
  for (int i = first; i < first + count; ++i) {
    const fuzz::Recipe recipe = fuzz::random_recipe(static_cast<std::uint64_t>(i));
    report({"random programs", fuzz::describe(recipe), fuzz::fault_on(transformer, recipe)});
  }
}

}  // namespace ng
