// SPDX-License-Identifier: Apache-2.0
// Tests what convolutions on cpu do with their sums: bias, residual, limits and SiLU, in every
// loop.
#include <limits>

#include "engine/ngraph.h"
#include "tests/support/test_program.h"
#include "tests/support/windowed.h"

using namespace ng;

class OutputEpiloguesTest : public QObject {
  Q_OBJECT
 private slots:
  void cleanup() { qunsetenv("NGRAPH_CONVOLUTION"); }

  // A bias, a rectifier or both become the convolution's epilogue, in either implementation.
  void epiloguesJoinTheConvolution() {
    for (const std::int64_t taps : {1, 3}) {
      for (const char* library : {"direct", "onednn", "flat"}) {
        qputenv("NGRAPH_CONVOLUTION", library);
        const Axes image = image_axes(3, 1, 5, 4, 18);
        const Axes filter{image[0], make_axis(1, "T"), make_axis(taps, "R"), make_axis(taps, "S"),
                          make_axis(17, "K")};
        const Op x = placeholder(image), f = placeholder(filter);
        WindowParams params = steps(taps / 2, 1, 1);
        params["pad_d"] = 0;
        const Axes made{filter[4], image[1], image[2], image[3], image[4]};
        const Op y = convolution(params, x, f, made), bias = placeholder(Axes(filter[4]));
        const Feeds feeds{{x, uneven(image, 0)}, {f, uneven(filter, 1)}};
        Feeds all = feeds;
        all.push_back({bias, uneven(bias.axes(), 2)});
        const Op residual = placeholder(made);
        all.push_back({residual, uneven(made, 3)});
        for (const Op& ended : {maximum(y + bias, 0.0), y + bias,
                                minimum(maximum((y + bias) + residual, 0.0), 0.5), y + residual}) {
          require_agreement({ended}, all);
          const auto cpu = allocate_transformer("cpu");
          QCOMPARE(count_kernels(cpu->computation({ended}, x, f, bias, residual)), 1);
        }
        require_agreement({maximum(y, 0.0)}, feeds);
        require_agreement({y, maximum(y, 0.0)}, feeds);  // y is also a result
      }
    }
  }

  // SiLU of sums whose sigmoid is nearly 0 or 1, of infinite ones and of NaN.
  void siluJoinsTheConvolution_data() {
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("taps");
    QTest::addColumn<bool>("depthwise");
    for (const int batch : {1, 18})
      for (const int taps : {1, 3})
        for (const bool depthwise : {false, true})
          QTest::addRow("%d, %d taps, %s", batch, taps, depthwise ? "depthwise" : "dense")
              << batch << taps << depthwise;
  }

  void siluJoinsTheConvolution() {
    QFETCH(int, batch);
    QFETCH(int, taps);
    QFETCH(bool, depthwise);
    const Axes image = image_axes(20, 1, 5, 9, batch);
    const Op x = placeholder(image);
    const Op f = placeholder({depthwise ? make_axis(1, "G") : image[0], make_axis(1, "T"),
                              make_axis(taps, "R"), make_axis(taps, "S"), make_axis(20, "K")});
    WindowParams params = steps(taps / 2, 1, 1);
    params["pad_d"] = 0;
    if (depthwise) params["groups"] = 20;
    const Op y = convolution(params, x, f);
    const Op bias = placeholder(y.axes()[0]), residual = placeholder(y.axes());
    Tensor shift(DType::f32, {20});
    const double infinity = std::numeric_limits<double>::infinity();
    const double values[] = {-infinity, infinity, std::nan(""), -120, -95, -88, -40, -5, 30, 100};
    for (std::int64_t k = 0; k < 20; ++k) shift.set(k, k < 10 ? values[k] : 0.1 * double(k));
    const Op sum = y + bias + residual;
    require_agreement({sum * sigmoid(sum)}, {{x, uneven(image, 0)},
                                             {f, uneven(f.axes(), 1)},
                                             {bias, shift},
                                             {residual, uneven(y.axes(), 3)}});
    const auto cpu = allocate_transformer("cpu");
    QCOMPARE(count_kernels(cpu->computation({sum * sigmoid(sum)}, x, f, bias, residual)), 1);
  }

  void epiloguesOfChannelsInTheLanesAgree() {
    for (const std::int64_t taps : {1, 3}) {
      const Axes image = image_axes(130, 1, 7, 7, 1);
      const Op x = placeholder(image);
      const Op f = placeholder({image[0], make_axis(1, "T"), make_axis(taps, "R"),
                                make_axis(taps, "S"), make_axis(48, "K")});
      WindowParams params = steps(taps / 2, 1, 1);
      params["pad_d"] = 0;
      const Op y = convolution(params, x, f);
      const Op bias = placeholder(y.axes()[0]), residual = placeholder(y.axes());
      require_agreement({minimum(maximum(y + bias + residual, -2), 3)},
                        {{x, uneven(image, 0)},
                         {f, uneven(f.axes(), 1)},
                         {bias, uneven(bias.axes(), 2)},
                         {residual, uneven(y.axes(), 3)}});
    }
  }
};

NGRAPH_TEST(OutputEpiloguesTest)
#include "output_epilogues_test.moc"
