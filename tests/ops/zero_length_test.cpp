// SPDX-License-Identifier: Apache-2.0
// Tests every op family over axes of length 0: cpu, with and without fusion, equals the reference,
// including errors.
#include <QtTest>
#include <cmath>
#include <functional>

#include "engine/base/error.h"
#include "engine/session/compile_options.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis a = make_axis(3, "A"), b = make_axis(4, "B"), z = make_axis(0, "Z"),
           y = make_axis(0, "Y");

Tensor uneven(const Axes& axes, double seed) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, std::sin(seed + 1.7 * double(i)));
  return tensor;
}

struct Graph0 {
  std::vector<Op> results;
  Feeds feeds;
};

// `build` over placeholders of these axes, plus the gradient of its sum by each if it exists.
Graph0 fed(const std::vector<Axes>& axes, const std::function<Op(const std::vector<Op>&)>& build,
           bool gradients = true) {
  Graph0 graph;
  std::vector<Op> inputs;
  for (const Axes& each : axes) {
    inputs.push_back(placeholder(each));
    graph.feeds.push_back({inputs.back(), uneven(each, double(inputs.size()))});
  }
  const Op result = build(inputs);
  graph.results = {result};
  const Op total = sum(result * 1.5, out_axes(Axes()));
  for (const Op& input : inputs) {
    if (gradients) graph.results.push_back(deriv(total, input));
  }
  return graph;
}

struct Case {
  std::string name;
  std::function<Graph0()> build;
};

using Inputs = std::vector<Op>;

void add_elementwise(std::vector<Case>& cases) {
  const std::pair<const char*, Op (*)(const Operand&)> unary[] = {
      {"exp", exp}, {"tanh", tanh}, {"sigmoid", sigmoid}, {"negative", negative}};
  for (const auto& [name, op] : unary) {
    cases.push_back(
        {name, [op = op] { return fed({{a, z}}, [&](const Inputs& x) { return op(x[0]); }); }});
  }
  cases.push_back({"product of a row and a column",
                   [] { return fed({{a}, {z}}, [](const Inputs& x) { return x[0] * x[1]; }); }});
  cases.push_back({"scaled sum", [] {
                     return fed({{z}, Axes()}, [](const Inputs& x) { return x[0] * x[1] + x[0]; });
                   }});
  cases.push_back({"broadcast", [] {
                     return fed({{a}}, [](const Inputs& x) { return broadcast(x[0], {a, z}); });
                   }});
}

void add_reductions(std::vector<Case>& cases) {
  using Reduce = Op (*)(const Operand&, const Over&);
  const std::pair<const char*, Reduce> reductions[] = {
      {"sum", sum},         {"max", max},
      {"min", min},         {"prod", prod},
      {"mean", mean},       {"variance", variance},
      {"argmax", argmax},   {"argmin", argmin},
      {"L1_norm", L1_norm}, {"squared_L2", squared_L2}};
  for (const auto& [name, op] : reductions) {
    const bool smooth = std::string(name).rfind("arg", 0) != 0;
    for (const Axes& left : {Axes{a}, Axes{z}, Axes()}) {
      cases.push_back(
          {std::string(name) + " over all but (" + left.text() + ")", [op = op, left, smooth] {
             return fed(
                 {{a, z}}, [&](const Inputs& x) { return op(x[0], out_axes(left)); }, smooth);
           }});
    }
  }
  cases.push_back({"softmax along it", [] {
                     return fed({{a, z}}, [](const Inputs& x) { return softmax(x[0], Axes(z)); });
                   }});
  cases.push_back({"softmax over the other axis", [] {
                     return fed({{a, z}}, [](const Inputs& x) { return softmax(x[0], Axes(a)); });
                   }});
  cases.push_back({"cross entropy", [] {
                     return fed(
                         {{a, z}, {a, z}},
                         [](const Inputs& x) {
                           return cross_entropy_multi(softmax(x[0], Axes(a)), x[1],
                                                      out_axes(Axes(z)));
                         },
                         false);
                   }});
  cases.push_back({"binary cross entropy", [] {
                     return fed(
                         {{a, z}, {a, z}},
                         [](const Inputs& x) {
                           return cross_entropy_binary(sigmoid(x[0]), x[1], out_axes(Axes(a)));
                         },
                         false);
                   }});
}

void add_dots(std::vector<Case>& cases) {
  cases.push_back({"dot without rows", [] {
                     return fed({{z, a}, {a, b}}, [](const Inputs& x) { return dot(x[0], x[1]); });
                   }});
  cases.push_back({"dot without columns", [] {
                     return fed({{b, a}, {a, z}}, [](const Inputs& x) { return dot(x[0], x[1]); });
                   }});
  cases.push_back({"dot of empty rows", [] {
                     return fed({{a, z}, {z, b}}, [](const Inputs& x) { return dot(x[0], x[1]); });
                   }});
  cases.push_back({"dot of nothing", [] {
                     return fed({{z}, {z}}, [](const Inputs& x) { return dot(x[0], x[1]); });
                   }});
}

Graph0 looked_up(std::int64_t rows, std::int64_t width, std::int64_t count, bool second) {
  const Axis v = make_axis(rows, "V"), e = make_axis(width, "E"), n = make_axis(count, "N");
  const Axes table = second ? Axes{e, v} : Axes{v, e}, taken = second ? Axes{e, n} : Axes{n, e};
  const Op index = placeholder({n});
  Graph0 graph = fed({table}, [&](const Inputs& x) { return lookuptable(x[0], index, taken); });
  Tensor rows_taken(DType::f32, {count});
  for (std::int64_t i = 0; i < count; ++i) rows_taken.set(i, static_cast<double>(i % 5));
  graph.feeds.push_back({index, rows_taken});
  return graph;
}

void add_lookups(std::vector<Case>& cases) {
  for (const bool second : {false, true}) {
    const std::string along = second ? ", along the second axis" : "";
    cases.push_back({"look-up of empty rows" + along, [=] { return looked_up(5, 0, 3, second); }});
    cases.push_back(
        {"look-up without indices" + along, [=] { return looked_up(5, 2, 0, second); }});
    cases.push_back({"look-up in no rows" + along, [=] { return looked_up(0, 2, 3, second); }});
    cases.push_back({"look-up of nothing" + along, [=] { return looked_up(0, 0, 0, second); }});
  }
  cases.push_back({"one_hot", [] {
                     return fed({{z}}, [](const Inputs& x) { return one_hot(x[0], a); }, false);
                   }});
}

struct WindowSizes {
  std::int64_t channels = 2, height = 3, batch = 2, filters = 2, taps = 2;
};

Graph0 convolved(const WindowSizes& s) {
  const Axes image{make_axis(s.channels, "C"), make_axis(1, "D"), make_axis(s.height, "H"),
                   make_axis(3, "W"), make_axis(s.batch, "N")};
  const Axes filter{image[0], make_axis(1, "T"), make_axis(s.taps, "R"), make_axis(2, "S"),
                    make_axis(s.filters, "K")};
  const WindowParams params{{"pad_d", 0}, {"pad_h", 1}, {"pad_w", 1}, {"str_d", 1}, {"str_h", 1},
                            {"str_w", 1}, {"dil_d", 1}, {"dil_h", 1}, {"dil_w", 1}};
  return fed({image, filter}, [&](const Inputs& x) { return convolution(params, x[0], x[1]); });
}

Graph0 pooled(const std::string& kind, const WindowSizes& s) {
  const Axes image{make_axis(s.channels, "C"), make_axis(1, "D"), make_axis(s.height, "H"),
                   make_axis(3, "W"), make_axis(s.batch, "N")};
  const std::map<std::string, std::int64_t> params{
      {"J", 1},     {"T", 1},     {"R", 2},     {"S", 2},     {"pad_c", 0}, {"pad_d", 0},
      {"pad_h", 1}, {"pad_w", 1}, {"str_c", 1}, {"str_d", 1}, {"str_h", 1}, {"str_w", 1}};
  return fed({image}, [&](const Inputs& x) { return pooling(kind, params, x[0]); });
}

void add_windows(std::vector<Case>& cases) {
  const std::pair<const char*, WindowSizes> sizes[] = {
      {"no channels", {.channels = 0}}, {"no rows", {.height = 0}}, {"no batch", {.batch = 0}},
      {"no filters", {.filters = 0}},   {"no taps", {.taps = 0}},   {"nothing", {0, 0, 0, 0, 0}}};
  for (const auto& [name, size] : sizes) {
    cases.push_back(
        {std::string("convolution, ") + name, [size = size] { return convolved(size); }});
    for (const char* kind : {"max", "avg"}) {
      cases.push_back({std::string(kind) + " pooling, " + name,
                       [kind, size = size] { return pooled(kind, size); }});
    }
  }
}

void add_views(std::vector<Case>& cases) {
  cases.push_back({"slice to nothing", [] {
                     return fed({{a, b}}, [](const Inputs& x) {
                       return tensor_slice(x[0],
                                           {SliceItem::range(2, 2), SliceItem::range(0, 4, 2)});
                     });
                   }});
  cases.push_back({"slice of nothing", [] {
                     return fed({{a, z}}, [](const Inputs& x) {
                       return tensor_slice(x[0], {SliceItem::range(0, 3, 2), SliceItem::all()});
                     });
                   }});
  cases.push_back(
      {"pad", [] { return fed({{a, z}}, [](const Inputs& x) { return pad(x[0], {1, 2}); }); }});
  cases.push_back({"stack", [] {
                     return fed({{a, z}, {a, z}}, [](const Inputs& x) {
                       return stack({x[0], x[1]}, make_axis(2, "S"), 1);
                     });
                   }});
  cases.push_back({"concat", [] {
                     const Axis c = make_axis(2, "C");
                     return fed({{a, z}, {a, c}}, [&](const Inputs& x) {
                       return concat_along_axis({cast_axes(x[0], {a, make_axis(0, "C")}), x[1]}, c);
                     });
                   }});
  cases.push_back({"flatten", [] {
                     return fed({{a, z}}, [](const Inputs& x) { return flatten(x[0]) * 2.0; });
                   }});
  cases.push_back({"reorder", [] {
                     return fed({{a, z, b}}, [](const Inputs& x) {
                       return axes_with_order(x[0], Axes{b, z, a});
                     });
                   }});
}

void add_loops(std::vector<Case>& cases) {
  const auto running = [](const Axis& time, const Axis& width) {
    return fed({{time, width}}, [&](const Inputs& x) {
      return scan(time, {constant(Tensor(0.0), {width})}, {x[0]},
                  [](const Inputs& states, const Inputs& elements) {
                    return ScanStep{{tanh(states[0] + elements[0])}, {states[0] * 1.5}};
                  })
          .outputs[0];
    });
  };
  cases.push_back({"scan of no steps", [=] { return running(make_axis(0, "REC"), a); }});
  cases.push_back({"scan of empty states", [=] { return running(make_axis(2, "REC"), z); }});
  // Several temporaries of no bytes are written at one place, as of a random program.
  cases.push_back(
      {"scan of no steps in a scan", [] {
         const Axis time = make_axis(1, "REC");
         return fed({{time, z}, {time, z}}, [=](const Inputs& x) {
           const Op none = constant(0.1, Axes{z});
           const auto step = [](const Inputs& states, const Inputs& parts) {
             const auto inner = [](const Inputs& s, const Inputs& e) {
               const Op next = tanh(s[0] * 0.5 + e[0]);
               return ScanStep{{next}, {maximum(next, 0.0)}};
             };
             const Op begin = sum(parts[0], out_axes(Axes())) * 0.1;
             const Op after = scan(z, {begin}, {parts[0]}, inner).states[0];
             const Op both = parts[0] + 0.5 * (parts[1] * 0.5) + 0.1 * after;
             const Op second = tanh(0.5 * tanh(states[1]) + sum(both, out_axes(Axes())) * 0.1);
             return ScanStep{{tanh(0.5 * sigmoid(states[0]) + both), second,
                              tanh(0.5 * sigmoid(states[2]) + both)},
                             {tanh(both)}};
           };
           return scan(time, {none, constant(0.1), none}, {x[0], x[1]}, step, {.reverse = true})
               .states[1];
         });
       }});
  cases.push_back({"samples", [] {
                     Graph0 graph;
                     graph.results = {uniform(constant(Tensor(0.0), {a, z}), 1, 2)};
                     return graph;
                   }});
  cases.push_back({"assignment", [] {
                     const Op w = variable({a, z}, 1.0);
                     Graph0 graph;
                     graph.results = {sequential({assign(w, w + 1.0), sum(w, out_axes(Axes(a)))})};
                     return graph;
                   }});
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  add_elementwise(cases);
  add_reductions(cases);
  add_dots(cases);
  add_lookups(cases);
  add_windows(cases);
  add_views(cases);
  add_loops(cases);
  return cases;
}

// The outcome of a run: values, or kind and text of the error.
struct Outcome {
  Values values;
  QString error;
};

Outcome outcome(const Case& tried, const std::string& transformer, bool fused) {
  Outcome found;
  CompileOptions options;
  if (!fused) options.passes.disabled = {"fuse"};
  try {
    const Graph0 graph = tried.build();
    found.values = run_once(transformer, graph.results, graph.feeds, options);
  } catch (const Error& error) {
    found.error = QString("%1: %2").arg(int(error.kind())).arg(error.diagnostic().what.c_str());
  }
  return found;
}

}  // namespace

class ZeroLengthTest : public QObject {
  Q_OBJECT
 private slots:
  void cpu_gives_what_reference_gives_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("library");
    const std::vector<Case> cases = all_cases();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      QTest::addRow("%s", cases[i].name.c_str()) << int(i) << "";
      if (cases[i].name.rfind("convolution", 0) != 0) continue;
      for (const char* library : {"direct", "onednn"}) {
        QTest::addRow("%s, %s", cases[i].name.c_str(), library) << int(i) << library;
      }
    }
  }

  void cpu_gives_what_reference_gives() {
    QFETCH(int, index);
    QFETCH(QString, library);
    if (!library.isEmpty()) qputenv("NGRAPH_CONVOLUTION", library.toUtf8());
    const Case tried = all_cases()[std::size_t(index)];
    const Outcome expected = outcome(tried, "reference", true);
    for (const bool fused : {true, false}) {
      const Outcome found = outcome(tried, "cpu", fused);
      QCOMPARE(found.error, expected.error);
      const QString wrong = difference(found.values, expected.values, 1e-6, 1e-6);
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
  }

  void cleanup() { qunsetenv("NGRAPH_CONVOLUTION"); }
};

NGRAPH_TEST(ZeroLengthTest)
#include "zero_length_test.moc"
