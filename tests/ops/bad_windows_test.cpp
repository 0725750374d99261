// SPDX-License-Identifier: Apache-2.0
// Tests errors of convolution, pooling, look-up and ctc: at construction with the op, the axes and
// the source line, at run time with the op. The engine stays usable.
#include <QtTest>
#include <functional>

#include "engine/base/error.h"
#include "engine/ngraph.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis c = make_axis(2, "C"), d = make_axis(1, "D"), h = make_axis(5, "H"),
           w = make_axis(4, "W"), n = make_axis(3, "N"), t = make_axis(1, "T"),
           r = make_axis(2, "R"), s = make_axis(2, "S"), k = make_axis(6, "K"),
           v = make_axis(7, "V"), f = make_axis(2, "F"), rec = make_axis(4, "REC"),
           none = make_axis(0, "none"), huge = make_axis(std::int64_t{1} << 45, "huge");

Op images() {
  return placeholder(Axes{c, d, h, w, n});
}
Op filters() {
  return placeholder(Axes{c, t, r, s, k});
}

WindowParams conv(const std::string& key = "pad_h", std::int64_t value = 0) {
  WindowParams params{{"pad_d", 0}, {"pad_h", 0}, {"pad_w", 0}, {"str_d", 1}, {"str_h", 1},
                      {"str_w", 1}, {"dil_d", 1}, {"dil_h", 1}, {"dil_w", 1}};
  params[key] = value;
  return params;
}

WindowParams window(const std::string& key = "J", std::int64_t value = 1) {
  WindowParams params{{"J", 1},     {"T", 1},     {"R", 2},     {"S", 2},
                      {"pad_c", 0}, {"pad_d", 0}, {"pad_h", 0}, {"pad_w", 0},
                      {"str_c", 1}, {"str_d", 1}, {"str_h", 1}, {"str_w", 1}};
  params[key] = value;
  return params;
}

template <class Params>
Params without(Params params, const std::string& key) {
  params.erase(key);
  return params;
}

Op labels() {
  return placeholder(make_axis(5, "L"));
}
Op of_batch() {
  return placeholder(Axes{n});
}

struct Refusal {
  const char* title;
  std::function<void()> build;
  std::string op;     // named in the message
  std::string found;  // substring of the message
};

const Refusal refusals[] = {
    {"three axes", [] { convolution(conv(), placeholder(Axes{c, h, n}), filters()); },
     "convolution", "(C: 2, H: 5, N: 3)"},
    {"filters of four axes", [] { convolution(conv(), images(), placeholder(Axes{c, r, s, k})); },
     "convolution", "(C: 2, R: 2, S: 2, K: 6)"},
    {"other channels", [] { convolution(conv(), images(), placeholder(Axes{v, t, r, s, k})); },
     "convolution", "V: 7 of the filters"},
    {"a missing key", [] { convolution(without(conv(), "pad_h"), images(), filters()); },
     "convolution", "'pad_h'"},
    {"an unknown key", [] { convolution(conv("pad_x"), images(), filters()); }, "convolution",
     "'pad_x'"},
    {"groups that do not divide the channels",
     [] { convolution(conv("groups", 3), images(), filters()); }, "convolution",
     "3 groups of C: 2 of the filters, C: 2 of the images"},
    {"batch_first that is neither 0 nor 1",
     [] { convolution(conv("batch_first", 2), images(), filters()); }, "convolution",
     "batch_first of a convolution is out of bounds"},
    {"no groups", [] { convolution(conv("groups", 0), images(), filters()); }, "convolution",
     "found: 0"},
    {"a negative padding after the image",
     [] { convolution(conv("pad_end_w", -2), images(), filters()); }, "convolution", "-2 along W"},
    {"a pad_value of floats", [] { convolution(conv("pad_value", 1), images(), filters()); },
     "convolution", "1 for images of float32"},
    {"a stride of nothing", [] { convolution(conv("str_w", 0), images(), filters()); },
     "convolution", "0 along W"},
    {"a negative padding", [] { convolution(conv("pad_h", -1), images(), filters()); },
     "convolution", "-1 along H"},
    {"a dilation beyond bounds",
     [] { convolution(conv("dil_h", std::int64_t{1} << 62), images(), filters()); }, "convolution",
     "4611686018427387904 along H"},
    {"a window larger than the image", [] { convolution(conv("dil_w", 4), images(), filters()); },
     "convolution", "along W"},
    {"a result of another length",
     [] { convolution(conv(), images(), filters(), Axes{k, d, h, w, n}); }, "convolution",
     "4: image 5"},
    {"results for other channels",
     [] { convolution(conv(), images(), filters(), Axes{v, d, w, make_axis(3, "Q"), n}); },
     "convolution", "V: 7"},
    {"an empty axis", [] { convolution(conv(), placeholder(Axes{none, d, h, w, n}), filters()); },
     "convolution", "none: 0"},
    {"a deconvolution of nothing",
     [] { deconvolution(conv("pad_h", 9), placeholder(Axes{k, d, h, w, n}), filters()); },
     "convolution_inputs", "along H"},
    {"a deconvolution of other channels", [] { deconvolution(conv(), images(), filters()); },
     "convolution_inputs", "K: 6"},
    {"an unknown kind", [] { pooling("l2", window(), images()); }, "pooling", "'l2'"},
    {"pooling of four axes", [] { pooling("max", window(), placeholder(Axes{c, h, w, n})); },
     "pooling", "(C: 2, H: 5, W: 4, N: 3)"},
    {"pooling without a key", [] { pooling("max", without(window(), "str_c"), images()); },
     "pooling", "'str_c'"},
    {"a pooling window larger than the image", [] { pooling("avg", window("R", 6), images()); },
     "pooling", "along H"},
    {"a pooling window in the padding", [] { pooling("avg", window("pad_w", 2), images()); },
     "pooling", "padding 2, window 2"},
    {"a pooling window in the padding after the image",
     [] { pooling("avg", window("pad_end_h", 2), images()); }, "pooling", "padding 2, window 2"},
    {"pooling of a huge window",
     [] { pooling("max", window("J", std::int64_t{1} << 61), images()); }, "pooling", "along C"},
    {"a table of one axis", [] { lookuptable(placeholder(Axes{f}), of_batch(), Axes{n, f}); },
     "lookuptable", "(F: 2)"},
    {"indices of two axes",
     [] { lookuptable(placeholder(Axes{v, f}), placeholder(Axes{n, t}), Axes{n, f}); },
     "lookuptable", "(N: 3, T: 1)"},
    {"a table transposed", [] { lookuptable(placeholder(Axes{v, f}), of_batch(), Axes{f, n}); },
     "lookuptable", "(F: 2, N: 3)"},
    {"a padding row that is none",
     [] {
       lookuptable(placeholder(Axes{v, f}), of_batch(), Axes{n, f}, {.update = true, .pad_idx = 7});
     },
     "lookuptable", "0 to 6"},
    {"activations of two axes",
     [] { ctc(placeholder(Axes{rec, n}), labels(), of_batch(), of_batch()); }, "ctc",
     "(REC: 4, N: 3)"},
    {"labels of two axes",
     [] { ctc(placeholder(Axes{rec, n, c}), placeholder(Axes{v, n}), of_batch(), of_batch()); },
     "ctc", "(V: 7, N: 3)"},
    {"lengths over another axis",
     [] { ctc(placeholder(Axes{rec, n, c}), labels(), labels(), of_batch()); }, "ctc", "(N: 3)"},
    {"costs over another axis",
     [] { ctc(placeholder(Axes{rec, n, c}), labels(), of_batch(), of_batch(), Axes{rec}); }, "ctc",
     "(REC: 4)"},
};

// Inputs rejected at run time, and a substring of the message.
struct BadRun {
  const char* title;
  Op result;
  Feeds feeds;
  std::string op, found;
};

std::vector<BadRun> bad_runs() {
  const Op lut = placeholder(Axes{v, f}), idx = of_batch();
  const Op rows = lookuptable(lut, idx, Axes{n, f});
  const Op x = placeholder(Axes{rec, n, c}), all = placeholder(make_axis(3, "L"));
  const Op lens = of_batch(), counts = of_batch();
  const Op cost = ctc(x, all, lens, counts);
  const Over whole_sum = out_axes(Axes());
  const Tensor table(DType::f32, {7, 2}), activations(DType::f32, {4, 3, 2});
  const Tensor ones{1, 1, 1}, whole{100, 100, 100};
  auto spell = [&](const Tensor& l, const Tensor& percent, const Tensor& count) {
    return Feeds{{x, activations}, {all, l}, {lens, percent}, {counts, count}};
  };
  return {
      {"an index too large", rows, {{lut, table}, {idx, Tensor{0, 7, 1}}}, "lookuptable", "0 to 6"},
      {"a negative index", rows, {{lut, table}, {idx, Tensor{0, -1, 1}}}, "lookuptable", "-1"},
      {"an index that is not a number",
       deriv(sum(rows, out_axes(Axes())), lut),
       {{lut, table}, {idx, Tensor{0, std::nan(""), 1}}},
       "lookuptable",
       "nan"},
      {"a label that is not a class", cost, spell({1, 2, 1}, whole, ones), "ctc", "1 to 1"},
      {"a blank as label", cost, spell({1, 0, 1}, whole, ones), "ctc", "blank"},
      {"too few labels", cost, spell(ones, whole, {1, 2, 1}), "ctc", "0 to 0"},
      {"the gradient of a gradient of ctc",
       deriv(sum(square(deriv(sum(cost, whole_sum), x)), whole_sum), x), spell(ones, whole, ones),
       "ctc_gradient", "stop_gradient"},
      {"more than all steps", cost, spell(ones, {100, 101, 100}, ones), "ctc", "101"},
  };
}

QString message_of(const std::function<void()>& action, ErrorKind kind = ErrorKind::value) {
  try {
    action();
  } catch (const Error& error) {
    if (error.kind() != kind) return "another kind of error";
    return QString::fromStdString(error.what());
  }
  return {};
}

}  // namespace

class BadWindowsTest : public QObject {
  Q_OBJECT
 private slots:
  void refusedWhenBuilt() {
    for (const Refusal& refusal : refusals) {
      const QString message = message_of(refusal.build);
      const bool names = message.contains(QString::fromStdString(refusal.op)) &&
                         message.contains(QString::fromStdString(refusal.found)) &&
                         message.contains("bad_windows_test.cpp:");
      QVERIFY2(names, qPrintable(QString(refusal.title) + ": " + message));
    }
  }

  void refusedAtARun() {
    for (const BadRun& bad : bad_runs()) {
      for (const char* transformer : {"reference", "cpu"}) {
        const ErrorKind kind = bad.op == "lookuptable" ? ErrorKind::index : ErrorKind::value;
        const QString message =
            message_of([&] { run_once(transformer, {bad.result}, bad.feeds); }, kind);
        const bool names = message.contains(QString::fromStdString(bad.op)) &&
                           message.contains(QString::fromStdString(bad.found));
        QVERIFY2(names, qPrintable(QString(bad.title) + ": " + message));
      }
    }
  }

  // Sizes are multiplied in 128 bits: more elements than fit in memory are an error.
  void tooManyElements() {
    const QString message = message_of([] {
      const Op x = placeholder(Axes{huge, d, h, w, make_axis(8, "N")});
      run_once("cpu", {pooling("max", window(), x)}, {});
    });
    QVERIFY2(!message.isEmpty(), qPrintable(message));
  }

  // A failed run leaves the computation usable.
  void aRefusedRunCanBeRepeated() {
    const Op lut = placeholder(Axes{v, f}), idx = of_batch();
    const auto cpu = allocate_transformer("cpu");
    const Computation rows = cpu->computation(lookuptable(lut, idx, Axes{n, f}), lut, idx);
    Tensor table(DType::f32, {7, 2});
    for (int i = 0; i < 14; ++i) table.set(i, i);
    const QString message = message_of([&] { rows(table, Tensor{0, 9, 1}); }, ErrorKind::index);
    QVERIFY2(message.contains("0 to 6"), qPrintable(message));
    const Tensor found = rows(table, Tensor{6, 0, 1});
    QCOMPARE(found.values(), (std::vector<double>{12, 13, 0, 1, 2, 3}));
  }
};

NGRAPH_TEST(BadWindowsTest)
#include "bad_windows_test.moc"
