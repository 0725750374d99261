// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_graph.h"

#include <cmath>
#include <functional>
#include <random>

#include "engine/base/error.h"

namespace ng {
namespace {

// Keeps values near 1, so that float32 results can be compared.
class Kitchen {
 public:
  explicit Kitchen(std::int64_t batch) : b_(batch > 0 ? make_axis(batch, "N") : make_axis(4, "B")) {
    const Axes shapes[] = {{a_, b_}, {b_, c_}, {a_}, {c_, a_}, {}};
    for (const Axes& axes : shapes) {
      Tensor start(DType::f32, axes.lengths());
      for (std::int64_t i = 0; i < start.size(); ++i) {
        start.set(i, std::sin(1.7 * static_cast<double>(values_.size() + 1) +
                              0.9 * static_cast<double>(i)));
      }
      const bool fed = values_.size() % 3 == 1;
      leaves_.push_back(fed ? placeholder(axes) : variable(axes, start));
      if (fed) feeds_.emplace_back(leaves_.back(), start);
      add(leaves_.back(), (fed ? "placeholder({" : "variable({") + axes.text() + "})");
    }
  }

  void cook(const RecipeStep& step) {
    const std::size_t kinds = std::size(makers);
    const auto& maker = makers[static_cast<std::size_t>(step.kind) % kinds];
    const std::size_t x = back(step.x), y = back(step.y);
    try {
      const Op made = maker.make(values_[x], values_[y], step.choice);
      if (made.axes().element_count() > most || made.axes().element_count() < 1) return;
      add(made, std::string(maker.name) + "(" + name(x) + ", " + name(y) + ", " +
                    std::to_string(step.choice) + ")");
    } catch (const Error& error) {
      if (error.fault() == Fault::internal) throw;  // other errors: the op does not fit
    }
  }

  RandomGraph serve() {
    Op loss = constant(Tensor(0.0));
    for (std::size_t i = leaves_.size(); i < values_.size(); ++i) {
      const Op& value = values_[i];
      Tensor weights(DType::f32, value.axes().lengths());
      for (std::int64_t k = 0; k < weights.size(); ++k) {
        weights.set(k, std::cos(static_cast<double>(k) + static_cast<double>(i)));
      }
      loss = loss + sum(value * constant(weights, value.axes()), out_axes(Axes())) * 0.1;
    }
    RandomGraph graph{{values_.back(), loss}, {}, feeds_, text_};
    for (const Op& leaf : leaves_) graph.results.push_back(deriv(loss, leaf));
    for (const Op& leaf : leaves_)
      if (is_state(*leaf.value().node)) graph.updates.push_back(update(leaf));
    return graph;
  }

 private:
  Op update(const Op& variable) const {
    for (std::size_t i = values_.size(); i-- > leaves_.size();)
      if (values_[i].axes() == variable.axes()) return assign(variable, values_[i]);
    return assign(variable, variable * 0.5);
  }

  static constexpr std::int64_t most = 4000;
  struct Maker {
    const char* name;
    Op (*make)(const Op& x, const Op& y, int choice);
  };

  static Axes some_axes(const Op& x, int choice) {
    Axes chosen;
    for (std::size_t i = 0; i < x.axes().size(); ++i) {
      if (choice >> i & 1) chosen = chosen + Axes(x.axes()[i]);
    }
    return chosen;
  }
  static Axes turned(const Op& x, int choice) {
    std::vector<Axis> axes(x.axes().begin(), x.axes().end());
    if (axes.empty()) return x.axes();
    std::rotate(axes.begin(), axes.begin() + choice % static_cast<int>(axes.size()), axes.end());
    return Axes(axes);
  }
  static Op part(const Op& x, int choice) {
    std::vector<SliceItem> items;
    for (std::size_t i = 0; i < x.axes().size(); ++i) {
      const std::int64_t length = x.axes()[i].length();
      SliceItem item;
      if (static_cast<std::size_t>(choice) % x.axes().size() == i) {
        item.start = choice % 2;
        item.stop = length - choice % 3 / 2;
        item.step = 1 + choice % 2;
      }
      items.push_back(item);
    }
    const Op cut = tensor_slice(x, items);
    Axes names;
    for (std::size_t i = 0; i < cut.axes().size(); ++i) {
      const Axis& axis = cut.axes()[i];
      names = names + Axes(axis.length() == x.axes()[i].length()
                               ? axis
                               : make_axis(axis.length(),
                                           axis.name() + "s" + std::to_string(axis.length())));
    }
    return cast_axes(cut, names);
  }
  static Op padded(const Op& x, int choice) {
    std::vector<std::int64_t> paddings(x.axes().size(), 0);
    if (!paddings.empty()) paddings[static_cast<std::size_t>(choice) % paddings.size()] = 1;
    const Op wide = pad(x, paddings);
    Axes names;
    for (std::size_t i = 0; i < wide.axes().size(); ++i) {
      const Axis& axis = wide.axes()[i];
      names = names + Axes(axis.length() == x.axes()[i].length()
                               ? axis
                               : make_axis(axis.length(),
                                           axis.name() + "p" + std::to_string(axis.length())));
    }
    return cast_axes(wide, names);
  }
  // Running means along the first axis, computed by a loop.
  static Op looped(const Op& x, const Op& y, int choice) {
    if (x.axes().empty()) return x;
    const Axis over = x.axes()[0];
    const Op scale = sum(y, out_axes(Axes())) * 0.05;
    const Axes rest = x.axes() - Axes(over);
    return scan(over, {constant(Tensor(0.1), rest)}, {x},
                [&](const std::vector<Op>& s, const std::vector<Op>& e) {
                  const Op next = tanh(s[0] * 0.5 + e[0] + scale);
                  return ScanStep{{next}, {next * e[0]}};
                },
                {choice % 2 == 1})
        .outputs[0];
  }

  static constexpr Maker makers[] = {
      {"add", [](const Op& x, const Op& y, int) { return x + y; }},
      {"subtract", [](const Op& x, const Op& y, int) { return x - y; }},
      {"multiply", [](const Op& x, const Op& y, int) { return x * y; }},
      {"divide", [](const Op& x, const Op& y, int) { return x / (square(y) + 1.0); }},
      {"maximum", [](const Op& x, const Op& y, int) { return maximum(x, y); }},
      {"minimum", [](const Op& x, const Op& y, int) { return minimum(x, y); }},
      {"greater", [](const Op& x, const Op& y, int) { return greater(x, y) * y; }},
      {"tanh", [](const Op& x, const Op&, int) { return tanh(x); }},
      {"sigmoid", [](const Op& x, const Op&, int) { return sigmoid(x); }},
      {"exp", [](const Op& x, const Op&, int) { return exp(tanh(x)); }},
      {"log", [](const Op& x, const Op&, int) { return log(square(x) + 0.5); }},
      {"sqrt", [](const Op& x, const Op&, int) { return sqrt(square(x) + 0.5); }},
      {"negative", [](const Op& x, const Op&, int) { return -x; }},
      {"absolute", [](const Op& x, const Op&, int) { return absolute(x); }},
      {"sin", [](const Op& x, const Op&, int) { return sin(x); }},
      {"constants", [](const Op& x, const Op&, int c) { return x * (c % 3 - 1.0) + c % 2; }},
      {"sum",
       [](const Op& x, const Op&, int c) { return sum(x, reduce_over(some_axes(x, c))) * 0.3; }},
      {"mean", [](const Op& x, const Op&, int c) { return mean(x, reduce_over(some_axes(x, c))); }},
      {"max", [](const Op& x, const Op&, int c) { return max(x, reduce_over(some_axes(x, c))); }},
      {"prod", [](const Op& x, const Op&,
                  int c) { return prod(tanh(x) + 1.2, reduce_over(some_axes(x, 1 + c % 2))); }},
      {"softmax",
       [](const Op& x, const Op&, int c) { return softmax(x, some_axes(x, 1 + c % 3)); }},
      {"dot", [](const Op& x, const Op& y, int) { return tanh(dot(x, y)); }},
      {"order", [](const Op& x, const Op&, int c) { return axes_with_order(x, turned(x, c)); }},
      {"broadcast",
       [](const Op& x, const Op& y, int) { return broadcast(x, x.axes() | y.axes()); }},
      {"slice", [](const Op& x, const Op&, int c) { return part(x, c); }},
      {"pad", [](const Op& x, const Op&, int c) { return padded(x, c); }},
      {"stack", [](const Op& x, const Op& y,
                   int c) { return stack({x, broadcast(y, x.axes())}, make_axis(2, "S"), c % 2); }},
      {"scan", [](const Op& x, const Op& y, int c) { return looped(x, y, c); }},
  };

  std::size_t back(int steps) const {
    const auto size = static_cast<int>(values_.size());
    return static_cast<std::size_t>(size - 1 - steps % size);
  }
  static std::string name(std::size_t i) { return "v" + std::to_string(i); }
  void add(const Op& op, const std::string& made) {
    text_ += "  const Op " + name(values_.size()) + " = " + made + ";\n";
    values_.push_back(op);
  }

  const Axis a_ = make_axis(3, "A"), b_, c_ = make_axis(5, "C");
  std::vector<Op> values_, leaves_;
  FeedDict feeds_;
  std::string text_;
};

}  // namespace

Recipe random_recipe(std::uint32_t seed, int steps) {
  std::mt19937 draw(seed);
  Recipe recipe;
  for (int i = 0; i < steps; ++i) {
    auto next = [&draw](int most) {
      return static_cast<int>(draw() % static_cast<unsigned>(most));
    };
    RecipeStep step;
    step.kind = next(1000);
    step.x = next(9);
    step.y = next(12);
    step.choice = next(12);
    recipe.push_back(step);
  }
  return recipe;
}

RandomGraph make_graph(const Recipe& recipe, std::int64_t batch) {
  Kitchen kitchen(batch);
  for (const RecipeStep& step : recipe) kitchen.cook(step);
  return kitchen.serve();
}

}  // namespace ng
