// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/reductions/ctc.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/make_op.h"
#include "engine/ops/shapes/view.h"

namespace ng {
namespace {

constexpr double never = -std::numeric_limits<double>::infinity();  // log of 0

double log_add(double a, double b) {
  if (a == never) return b;
  if (b == never) return a;
  return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b)));
}

void require_axes(const Value& value, const Axes& axes, const char* what) {
  if (value.axes() == axes) return;
  Diagnostic diagnostic;
  diagnostic.what = std::string(what) + " of ctc must have only the activations' second axis";
  diagnostic.found = describe(value);
  diagnostic.expected = "(" + axes.text() + ")";
  refuse(ErrorKind::value, std::move(diagnostic));
}

Axis batch_of(const OpDef& def, std::span<const Value> operands) {
  require_values(def, operands, 4);
  auto require_rank = [&](std::size_t i, std::size_t rank) {
    if (operands[i].axes().size() == rank) return;
    Diagnostic diagnostic;
    diagnostic.what = std::string(i == 0 ? "the activations" : "the labels") +
                      " of ctc must have " + std::to_string(rank) + (rank == 1 ? " axis" : " axes");
    diagnostic.found = describe(operands[i]);
    diagnostic.expected = i == 0 ? "(REC, N, C)" : "the concatenated labels of all samples";
    refuse(ErrorKind::value, std::move(diagnostic));
  };
  require_rank(0, 3);
  require_rank(1, 1);
  const Axis batch = operands[0].axes()[1];
  require_axes(operands[2], batch, "the activation lengths");
  require_axes(operands[3], batch, "the label lengths");
  return batch;
}

std::vector<TensorType> infer_ctc(std::span<const Value> operands, const Attributes& attributes) {
  const Axes batch = batch_of(ctc_op, operands);
  const Axes axes = attributes.get<Axes>("axes", batch);
  if (axes == batch) return {{batch, result_dtype(attributes)}};
  Diagnostic diagnostic;
  diagnostic.what = "the costs of ctc must have the activations' second axis";
  diagnostic.found = "(" + axes.text() + ")";
  diagnostic.expected = "(" + batch.text() + ")";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer_gradient(std::span<const Value> operands,
                                       const Attributes& attributes) {
  batch_of(ctc_gradient_op, operands);
  return {{operands[0].axes(), result_dtype(attributes)}};
}

// One sample: the labels with blanks between and around them, and the log of the softmax.
struct Sample {
  std::int64_t steps = 0, classes = 0;
  std::vector<std::int64_t> path;
  std::vector<double> log_softmax;  // (steps, classes)

  double emit(std::int64_t t, std::size_t s) const {
    return log_softmax[static_cast<std::size_t>(t * classes + path[s])];
  }
  // May a path skip from s - 2 to s? Not over a blank, nor between equal labels.
  bool skips(std::size_t s) const { return s >= 2 && path[s] != 0 && path[s] != path[s - 2]; }
};

[[noreturn]] void refuse_data(const Node& node, const char* what, double found,
                              const std::string& expected) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  diagnostic.where = describe(node);
  diagnostic.found = to_string(Attribute(found));
  diagnostic.expected = expected;
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Splits the operands of a ctc into samples.
class Samples {
 public:
  Samples(const Node& node, std::span<const HostArray> in)
      : node_(node), in_(in), axes_(in[0].axes) {}

  std::int64_t count() const { return axes_[1].length(); }

  // Call in order, once per sample, because the labels are concatenated.
  Sample next() {
    Sample sample;
    const std::int64_t n = next_++;
    sample.classes = axes_[2].length();
    sample.steps = steps(in_[2].values[static_cast<std::size_t>(n)]);
    take_labels(sample, in_[3].values[static_cast<std::size_t>(n)]);
    for (std::int64_t t = 0; t < sample.steps; ++t) add_log_softmax(sample, t, n);
    return sample;
  }

  std::size_t at(std::int64_t t, std::int64_t n, std::int64_t c) const {
    return static_cast<std::size_t>((t * count() + n) * axes_[2].length() + c);
  }

 private:
  std::int64_t steps(double percent) const {
    if (!(percent >= 0 && percent <= 100)) {
      refuse_data(node_, "an activation length of ctc is not a percentage", percent, "0 to 100");
    }
    // Corrects float32 rounding just below an integer number of steps.
    const double length = static_cast<double>(axes_[0].length());
    return static_cast<std::int64_t>(percent * length / 100 + 1e-4);
  }

  void take_labels(Sample& sample, double wanted) {
    const auto all = static_cast<std::int64_t>(in_[1].values.size());
    if (!(wanted >= 0 && wanted <= static_cast<double>(all - taken_))) {
      refuse_data(node_, "a label length of ctc is out of range", wanted,
                  "0 to " + std::to_string(all - taken_) + ", the remaining labels");
    }
    sample.path = {0};
    for (auto i = static_cast<std::int64_t>(wanted); i > 0; --i) {
      const double label = in_[1].values[static_cast<std::size_t>(taken_++)];
      if (!(label >= 1 && label < static_cast<double>(sample.classes))) {
        refuse_data(node_, "a label of ctc is out of range", label,
                    "1 to " + std::to_string(sample.classes - 1) + "; 0 is the blank");
      }
      sample.path.push_back(static_cast<std::int64_t>(label));
      sample.path.push_back(0);
    }
  }

  void add_log_softmax(Sample& sample, std::int64_t t, std::int64_t n) const {
    const double* row = in_[0].values.data() + at(t, n, 0);
    const double largest = *std::max_element(row, row + sample.classes);
    double total = 0;
    for (std::int64_t c = 0; c < sample.classes; ++c) total += std::exp(row[c] - largest);
    for (std::int64_t c = 0; c < sample.classes; ++c) {
      sample.log_softmax.push_back(row[c] - largest - std::log(total));
    }
  }

  const Node& node_;
  std::span<const HostArray> in_;
  Axes axes_;
  std::int64_t next_ = 0, taken_ = 0;
};

using Lattice =
    std::vector<std::vector<double>>;  // a row per step, a place per element of the path

// Log probability of all paths to position s at step t, including the emission at t.
Lattice forward(const Sample& sample) {
  const std::size_t places = sample.path.size();
  Lattice a(static_cast<std::size_t>(sample.steps), std::vector<double>(places, never));
  for (std::int64_t t = 0; t < sample.steps; ++t) {
    std::vector<double>& row = a[static_cast<std::size_t>(t)];
    for (std::size_t s = 0; s < places; ++s) {
      double before = t == 0 && s < 2 ? 0 : never;
      if (t > 0) {
        const std::vector<double>& last = a[static_cast<std::size_t>(t - 1)];
        before = last[s];
        if (s >= 1) before = log_add(before, last[s - 1]);
        if (sample.skips(s)) before = log_add(before, last[s - 2]);
      }
      row[s] = before == never ? never : before + sample.emit(t, s);
    }
  }
  return a;
}

// Log probability of all continuations from position s after step t.
Lattice backward(const Sample& sample) {
  const std::size_t places = sample.path.size();
  Lattice b(static_cast<std::size_t>(sample.steps), std::vector<double>(places, never));
  for (std::int64_t t = sample.steps; t-- > 0;) {
    for (std::size_t s = 0; s < places; ++s) {
      double& value = b[static_cast<std::size_t>(t)][s];
      if (t == sample.steps - 1) {
        value = s + 2 >= places ? 0 : never;
        continue;
      }
      const std::vector<double>& next = b[static_cast<std::size_t>(t + 1)];
      value = next[s] + sample.emit(t + 1, s);
      if (s + 1 < places) value = log_add(value, next[s + 1] + sample.emit(t + 1, s + 1));
      if (s + 2 < places && sample.skips(s + 2)) {
        value = log_add(value, next[s + 2] + sample.emit(t + 1, s + 2));
      }
    }
  }
  return b;
}

double log_likelihood(const Sample& sample, const Lattice& a) {
  if (sample.steps == 0) return sample.path.size() == 1 ? 0 : never;
  const std::vector<double>& last = a.back();
  return last.size() == 1 ? last[0] : log_add(last[last.size() - 1], last[last.size() - 2]);
}

void evaluate_ctc(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  Samples samples(node, in);
  for (double& cost : out[0].values) {
    const Sample sample = samples.next();
    cost = -log_likelihood(sample, forward(sample));
  }
}

// softmax minus the part of the likelihood that passes through each class.
void evaluate_gradient(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  Samples samples(node, in);
  std::fill(out[0].values.begin(), out[0].values.end(), 0.0);
  for (std::int64_t n = 0; n < samples.count(); ++n) {
    const Sample sample = samples.next();
    const Lattice a = forward(sample), b = backward(sample);
    const double whole = log_likelihood(sample, a);
    if (whole == never) continue;
    for (std::int64_t t = 0; t < sample.steps; ++t) {
      double* gradient = out[0].values.data() + samples.at(t, n, 0);
      for (std::int64_t c = 0; c < sample.classes; ++c) {
        gradient[c] =
            std::exp(sample.log_softmax[static_cast<std::size_t>(t * sample.classes + c)]);
      }
      const auto step = static_cast<std::size_t>(t);
      for (std::size_t s = 0; s < sample.path.size(); ++s) {
        const double through = a[step][s] + b[step][s];
        if (through != never) gradient[sample.path[s]] -= std::exp(through - whole);
      }
    }
  }
}

void adjoint_ctc(AdjointContext& c) {
  const Op gradient =
      make_op(ctc_gradient_op, {c.operand(0), c.operand(1), c.operand(2), c.operand(3)},
              {{"dtype", std::string(name(c.operand(0).dtype()))}});
  c.add(0, (gradient * Op(c.delta)).value());
}

// An Error, because a zero gradient would be silently wrong.
void refuse_second_gradient(AdjointContext& c) {
  Diagnostic diagnostic;
  diagnostic.what = "ctc has no second derivative";
  diagnostic.where = describe(*c.node);
  diagnostic.action = "apply stop_gradient to the gradient of ctc if it may be treated as constant";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// One sum of exponentials per class, and three products per step and position of the path.
std::int64_t flops(const Node& node) {
  const std::int64_t rows = node.operands[2].axes().element_count();
  const std::int64_t labels = node.operands[1].axes().element_count();
  const std::int64_t steps = node.operands[0].axes()[0].length();
  return 12 * node.operands[0].axes().element_count() + 6 * steps * (2 * labels + rows);
}

// Lengths over a flattened axis of the batch axis and axes of length 1, over the batch axis.
Operand over_batch(const Operand& lens, const Operand& activations) {
  if (!lens.is_op() || !activations.is_op()) return lens;
  const Axes& axes = lens.op().axes();
  const auto batch = activations.op().axes().batch_axis();
  if (!batch || axes.size() != 1 || !axes[0].is_flattened()) return lens;
  const bool same = axes[0].length() == batch->length() && Axes(axes[0].members()).contains(*batch);
  return same ? Operand(cast_axes(lens, *batch), lens.where()) : lens;
}

}  // namespace

const OpDef ctc_op = {
    .name = "ctc",
    .class_name = "CTCOp",
    .glyph = "ctc",
    .family = Family::reduction,
    .doc =
        "The negative log-likelihood of the labels under the softmax of the activations (REC, N, "
        "C), summed over all alignments with blanks (class 0); one cost per "
        "sample. Gradient by the activations: d times ctc_gradient.",
    .operands = {"activations", "labels", "activation_lens", "label_lens"},
    .attributes = {"axes", "dtype"},
    .functions = {{{{"activations"},
                    {"labels"},
                    {"activation_lens"},
                    {"label_lens"},
                    {"axes", ParameterKind::axes, "None"}},
                   [](const OpArguments& a) {
                     return ctc(a.operand("activations"), a.operand("labels"),
                                a.operand("activation_lens"), a.operand("label_lens"),
                                a.optional_axes("axes"));
                   }}},
    .traits = {},
    .infer = infer_ctc,
    .evaluate = evaluate_ctc,
    .adjoint = adjoint_ctc,
    .flops = flops,
};

const OpDef ctc_gradient_op = {
    .name = "ctc_gradient",
    .class_name = "CTCGradientOp",
    .glyph = "ctcᵀ",
    .family = Family::reduction,
    .doc =
        "The gradient of each sample's ctc cost by its activations: their softmax minus the part "
        "of the likelihood that passes through each class; 0 after the sample's end. Has no "
        "gradient itself.",
    .operands = {"activations", "labels", "activation_lens", "label_lens"},
    .attributes = {"dtype"},
    .traits = {},
    .infer = infer_gradient,
    .evaluate = evaluate_gradient,
    .adjoint = refuse_second_gradient,
    .flops = flops,
};

Op ctc(const Operand& activations, const Operand& labels, const Operand& activation_lens,
       const Operand& label_lens, const std::optional<Axes>& axes) {
  Attributes attributes;
  if (axes) attributes.set("axes", *axes);
  return make_op_at(ctc_op,
                    {activations, labels, over_batch(activation_lens, activations),
                     over_batch(label_lens, activations)},
                    std::move(attributes), activations.where());
}

}  // namespace ng
