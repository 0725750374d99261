// SPDX-License-Identifier: Apache-2.0
// Tests convolution and pooling on cpu, with our loops and with oneDNN, against the reference; and
// the programs of networks: unused gradients are not computed, kernels are few.
#include <QtTest>
#include <cmath>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/neon/training/training.h"
#include "engine/records/tensor_record.h"
#include "engine/runtime/thread_pool.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"
#include "tests/support/windowed.h"

using namespace ng;

namespace {

struct Sizes {
  const char* name;
  std::int64_t n, c, k, height, width, taps, pad, stride, dilation, groups = 1;
};
// Batches below, at and above one vector and above one parallel part; channel counts that do not
// fill a block; every padding and stride.
constexpr Sizes sizes[] = {
    {"a single image", 1, 4, 5, 7, 6, 3, 1, 1, 1},
    {"one channel", 16, 1, 16, 6, 6, 2, 2, 2, 2},
    {"many channels", 3, 33, 29, 5, 4, 3, 1, 1, 1},
    {"a large stride", 20, 3, 7, 11, 9, 5, 2, 3, 1},
    {"one tap", 33, 6, 15, 4, 5, 1, 0, 1, 1},
    {"several blocks", 70, 5, 17, 6, 6, 3, 0, 1, 1},
    {"wider than high", 17, 2, 3, 3, 40, 3, 1, 2, 1},
    {"a large batch", 150, 3, 16, 12, 5, 5, 2, 1, 1},
    {"rows apart", 40, 9, 13, 14, 20, 3, 2, 2, 3},
    {"depthwise", 1, 37, 37, 9, 11, 3, 1, 1, 1, 37},
    {"depthwise, many images", 19, 6, 6, 8, 5, 5, 2, 2, 1, 6},
    {"two filters a channel", 2, 9, 18, 7, 7, 3, 1, 2, 1, 9},
    {"groups", 3, 12, 20, 6, 9, 3, 1, 1, 2, 4},
    {"groups of one tap", 1, 32, 48, 5, 4, 1, 0, 1, 1, 16},
    {"long rows", 1, 9, 5, 1, 9000, 3, 1, 1, 1},
    {"long rows, a stride", 2, 40, 17, 3, 3000, 3, 1, 2, 1},
    {"long rows of channels alone", 1, 2, 2, 3, 70000, 3, 1, 1, 2, 2},
    {"large images of channels alone", 1, 2, 2, 400, 300, 3, 1, 1, 1, 2},
    {"channels in the lanes", 1, 40, 48, 7, 7, 3, 1, 1, 1},
    {"channels in the lanes, a stride", 3, 70, 32, 9, 10, 3, 1, 2, 1},
    {"channels in the lanes, one tap", 1, 300, 80, 7, 7, 1, 0, 1, 1},
    {"channels in the lanes, groups", 2, 64, 96, 5, 3, 3, 1, 1, 2, 2},
    {"channels in the lanes, one output", 1, 33, 16, 3, 3, 3, 0, 1, 1},
    {"groups in a large batch", 70, 6, 4, 5, 6, 3, 1, 1, 1, 2},
};

// Windows of one channel: lengths, padding and the stride of depth, height and width.
WindowParams windows(const std::array<std::int64_t, 3>& lengths,
                     const std::array<std::int64_t, 3>& padding, std::int64_t stride) {
  return {{"J", 1},     {"T", lengths[0]},     {"R", lengths[1]},     {"S", lengths[2]},
          {"pad_c", 0}, {"pad_d", padding[0]}, {"pad_h", padding[1]}, {"pad_w", padding[2]},
          {"str_c", 1}, {"str_d", stride},     {"str_h", stride},     {"str_w", stride}};
}

// A convolution and its gradients with respect to both operands.
struct Net {
  Op images, filters, outputs, error;
  std::vector<Op> results;
  Feeds feeds;

  Net(const Axes& image, const Axes& filter, const WindowParams& params)
      : images(placeholder(image)),
        filters(placeholder(filter)),
        outputs(convolution(params, images, filters)),
        error(placeholder(outputs.axes())),
        results{outputs, deriv(outputs, images, error), deriv(outputs, filters, error)},
        feeds{{images, uneven(image, 0)},
              {filters, uneven(filter, 1)},
              {error, uneven(outputs.axes(), 2)}} {}
};

int count_ops(const Graph& graph, std::string_view name) {
  int count = 0;
  for (const NodePtr& node : ordered_nodes(graph)) count += node->def->name == name;
  return count;
}

}  // namespace

class WindowStepsTest : public QObject {
  Q_OBJECT
 private slots:
  void cleanup() { qunsetenv("NGRAPH_CONVOLUTION"); }

  void convolutionsAgree_data() {
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<int>("size");
    for (const char* library : {"direct", "onednn", "flat"}) {
      for (int i = 0; i < static_cast<int>(std::size(sizes)); ++i) {
        QTest::addRow("%s, %s", sizes[i].name, library) << QByteArray(library) << i;
      }
    }
  }

  void convolutionsAgree() {
    QFETCH(QByteArray, library);
    QFETCH(int, size);
    qputenv("NGRAPH_CONVOLUTION", library);
    const Sizes& s = sizes[size];
    const Axes image = image_axes(s.c, 1, s.height, s.width, s.n);
    const Axis channels = s.groups > 1 ? make_axis(s.c / s.groups, "G") : image[0];
    const Axes filter{channels, make_axis(1, "T"), make_axis(s.taps, "R"), make_axis(s.taps, "S"),
                      make_axis(s.k, "K")};
    WindowParams params = steps(s.pad, s.stride, s.dilation);
    params["pad_d"] = 0;
    if (s.groups > 1) params["groups"] = s.groups;
    const Net net(image, filter, params);
    require_agreement(net.results, net.feeds);
  }

  void imagesWithTheBatchFirstAgree_data() {
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("batch");
    for (int i = 0; i < static_cast<int>(std::size(sizes)); ++i) {
      for (const int batch : {2, 5}) QTest::addRow("%s, %d", sizes[i].name, batch) << i << batch;
    }
  }

  void imagesWithTheBatchFirstAgree() {
    QFETCH(int, size);
    QFETCH(int, batch);
    const Sizes& s = sizes[size];
    const Axes image = batch_first(image_axes(s.c, 1, s.height, s.width, batch));
    const Axis channels = s.groups > 1 ? make_axis(s.c / s.groups, "G") : image[1];
    const Axes filter{channels, make_axis(1, "T"), make_axis(s.taps, "R"), make_axis(s.taps, "S"),
                      make_axis(s.k, "K")};
    WindowParams params = steps(s.pad, s.stride, s.dilation);
    params["pad_d"] = 0;
    params["batch_first"] = 1;
    if (s.groups > 1) params["groups"] = s.groups;
    const Net net(image, filter, params);
    require_agreement(net.results, net.feeds);
  }

  // The layers of a model in ONNX's order: each is one step, with bias, residual and limits.
  void layersOfImagesWithTheBatchFirstAreStepsOfTheirOwn() {
    const Axes last = image_axes(16, 1, 9, 10, 3);
    const Op x = placeholder(batch_first(last));
    const Op f = placeholder(
        {last[0], make_axis(1, "T"), make_axis(3, "R"), make_axis(3, "S"), make_axis(16, "K")});
    const Op bias = placeholder(Axes(last[0]));
    WindowParams params = steps(1, 1, 1);
    params["pad_d"] = 0;
    const auto convolved = [&](const Op& images) {
      const Op made = convolution(params, axes_with_order(images, last), f, last);
      return axes_with_order(made, x.axes());
    };
    const Op y = maximum(convolved(x) + bias, 0.0);
    const Op z = minimum(convolved(y) + bias + y, 2.0);
    const Op ordered = axes_with_order(z, last);
    const Op pooled = pooling("avg", windows({1, 2, 3}, {0, 1, 1}, 1), ordered);
    const Op made = axes_with_order(pooled, batch_first(pooled.axes()));
    const Feeds feeds{
        {x, uneven(x.axes(), 0)}, {f, uneven(f.axes(), 1)}, {bias, uneven(bias.axes(), 2)}};
    require_agreement({made}, feeds);
    for (const int threads : {1, 3}) {
      const ScopedThreadPool pool(threads);
      require_agreement({made}, feeds);
    }
    const auto cpu = allocate_transformer("cpu");
    QCOMPARE(count_kernels(cpu->computation({made}, x, f, bias)), 3);
  }

  // A single tap that reads padding is no product of matrices.
  void paddingAfterTheImageAgrees() {
    for (const std::int64_t batch : {1, 33}) {
      const Axes image = image_axes(3, 1, 4, 5, batch);
      for (const std::int64_t taps : {1, 2}) {
        const Axes filter{image[0], make_axis(1, "T"), make_axis(taps, "R"), make_axis(taps, "S"),
                          make_axis(6, "K")};
        WindowParams params = steps(0, 1, 1);
        params["pad_end_h"] = 1;
        params["pad_end_w"] = 2;
        const Net net(image, filter, params);
        require_agreement(net.results, net.feeds);
      }
    }
  }

  void convolutionsOverDepthAgree() {
    for (const char* library : {"direct", "onednn", "flat"}) {
      qputenv("NGRAPH_CONVOLUTION", library);
      const Axes image = image_axes(3, 5, 6, 4, 18);
      const Axes filter{image[0], make_axis(2, "T"), make_axis(3, "R"), make_axis(2, "S"),
                        make_axis(4, "K")};
      const Net net(image, filter, steps(1, 2, 1));
      require_agreement(net.results, net.feeds);
    }
  }

  void poolingAgrees_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("stride");
    for (const char* kind : {"max", "avg"}) {
      for (int batch : {1, 16, 70}) {
        for (int channels : {1, 3}) {
          for (int stride : {1, 2, 3}) {
            QTest::addRow("%s of %d channels, batch %d, stride %d", kind, channels, batch, stride)
                << QString(kind) << batch << channels << stride;
          }
        }
      }
    }
  }

  // Overlapping windows, adjacent windows and windows with gaps; also along channels.
  void poolingAgrees() {
    QFETCH(QString, kind);
    QFETCH(int, batch);
    QFETCH(int, channels);
    QFETCH(int, stride);
    const Op x = placeholder(image_axes(7, 3, 6, 5, batch));
    const Op y = pooling(kind.toStdString(),
                         {{"J", channels},
                          {"T", 2},
                          {"R", 2},
                          {"S", 3},
                          {"pad_c", channels / 2},
                          {"pad_d", 1},
                          {"pad_end_d", 0},
                          {"pad_h", 0},
                          {"pad_end_h", 1},
                          {"pad_w", 2},
                          {"str_c", stride},
                          {"str_d", stride},
                          {"str_h", stride},
                          {"str_w", stride}},
                         x);
    const Op error = placeholder(y.axes()), other = placeholder(x.axes());
    const Op back = deriv(y, x, error);
    require_agreement(
        {y, back, deriv(back, error, other)},
        {{x, uneven(x.axes(), 0)}, {error, uneven(y.axes(), 1)}, {other, uneven(x.axes(), 2)}});
  }

  void maximaKeepNaN() {
    const Op x = placeholder(image_axes(1, 1, 1, 4, 1));
    const Op y = pooling("max",
                         {{"J", 1},
                          {"T", 1},
                          {"R", 1},
                          {"S", 2},
                          {"pad_c", 0},
                          {"pad_d", 0},
                          {"pad_h", 0},
                          {"pad_w", 0},
                          {"str_c", 1},
                          {"str_d", 1},
                          {"str_h", 1},
                          {"str_w", 2}},
                         x);
    Tensor values(DType::f32, {1, 1, 1, 4, 1});
    values.set(0, 5), values.set(1, std::nan("")), values.set(2, std::nan("")), values.set(3, 7);
    for (const char* transformer : {"reference", "cpu"}) {
      const Values found =
          run_once(transformer, {y, deriv(sum(y, out_axes(Axes())), x)}, {{x, values}});
      QVERIFY(std::isnan(found[0]->at(0)) && std::isnan(found[0]->at(1)));
      QCOMPARE(found[1]->values(), (std::vector<double>{0, 1, 1, 0}));
    }
  }

  // A first layer's images are fed: their gradient is computed only on request.
  void unusedGradientsAreNotComputed() {
    const Axes image = image_axes(2, 1, 5, 5, 4);
    const Axes filter{image[0], make_axis(1, "T"), make_axis(3, "R"), make_axis(3, "S"),
                      make_axis(3, "K")};
    const Net net(image, filter, steps(0, 1, 1));
    const auto cpu = allocate_transformer("cpu");
    const Computation one = cpu->computation({net.results[2]}, net.images, net.error, net.filters);
    QCOMPARE(count_ops(one.compilation().final_graph, "convolution_filters"), 1);
    QCOMPARE(count_ops(one.compilation().final_graph, "convolution_inputs"), 0);
    QCOMPARE(count_ops(one.compilation().final_graph, "convolution"), 0);
  }

  // The same filters in two orders.
  void convolutionsOfTwoSizesShareFilters() {
    const Axes small = image_axes(40, 1, 7, 7, 1), large = image_axes(40, 1, 30, 29, 1);
    const Op x = placeholder(small),
             z = placeholder({small[0], large[1], large[2], large[3], large[4]});
    const Op f = placeholder(
        {small[0], make_axis(1, "T"), make_axis(3, "R"), make_axis(3, "S"), make_axis(32, "K")});
    WindowParams params = steps(1, 1, 1);
    params["pad_d"] = 0;
    require_agreement({convolution(params, x, f), convolution(params, z, f)},
                      {{x, uneven(small, 0)}, {z, uneven(z.axes(), 1)}, {f, uneven(f.axes(), 2)}});
  }

  void shortAndLongRowsAgree_data() {
    QTest::addColumn<int>("width");
    for (const int width : {2, 5, 9, 13, 17, 31, 34, 50, 66, 130})
      QTest::addRow("%d columns", width) << width;
  }

  // Rows that do not fill a vector, fill some, or are several times four vectors; images of
  // channels alone, with a residual, and pooling.
  void shortAndLongRowsAgree() {
    QFETCH(int, width);
    for (const std::int64_t batch : {1, 3}) {
      const Axes image = image_axes(3, 1, 9, width, batch);
      const Op x = placeholder(image);
      for (const std::int64_t stride : {1, 2, 3}) {
        WindowParams params = steps(1, stride, 1);
        params["pad_d"] = 0, params["groups"] = 3;
        const Op f = placeholder({make_axis(1, "G"), make_axis(1, "T"), make_axis(3, "R"),
                                  make_axis(3, "S"), make_axis(6, "K")});
        const Op y = convolution(params, x, f);
        const Op bias = placeholder(y.axes()[0]), residual = placeholder(y.axes());
        const Op ended = minimum(maximum(y + bias + residual, -0.5), 0.75);
        require_agreement({ended}, {{x, uneven(image, 0)},
                                    {f, uneven(f.axes(), 1)},
                                    {bias, uneven(bias.axes(), 2)},
                                    {residual, uneven(y.axes(), 3)}});
        for (const char* kind : {"max", "avg"}) {
          const Op pooled = pooling(kind, windows({1, 3, 2}, {0, 1, 1}, stride), x);
          require_agreement({pooled}, {{x, uneven(image, 0)}});
        }
      }
    }
  }

  // Images of single channels with channels in the lanes: blocks that do not fill a vector, bands
  // of rows, windows larger than the image, more padding after it than before.
  void channelsOfTheirOwnAgree() {
    struct Depthwise {
      std::int64_t channels, height, width, taps, stride, dilation, pad, more;
    };
    constexpr Depthwise all[] = {{9, 7, 7, 5, 1, 1, 2, 0},     {16, 14, 14, 3, 1, 1, 1, 0},
                                 {37, 60, 130, 3, 2, 1, 1, 0}, {19, 23, 5, 3, 1, 2, 2, 1},
                                 {33, 2, 3, 7, 1, 1, 3, 0},    {8, 5, 9, 1, 3, 1, 0, 2},
                                 {20, 30, 31, 17, 2, 1, 8, 0}};
    for (const Depthwise& d : all) {
      const Axes image = image_axes(d.channels, 1, d.height, d.width, 1);
      WindowParams params = steps(d.pad, d.stride, d.dilation);
      params["pad_d"] = 0, params["groups"] = d.channels;
      params["pad_end_h"] = params["pad_end_w"] = d.pad + d.more;
      const Op x = placeholder(image);
      const Op f = placeholder({make_axis(1, "G"), make_axis(1, "T"), make_axis(d.taps, "R"),
                                make_axis(d.taps, "S"), make_axis(d.channels, "K")});
      const Op y = convolution(params, x, f);
      const Op bias = placeholder(y.axes()[0]), residual = placeholder(y.axes());
      const Feeds feeds{{x, uneven(image, 0)},
                        {f, uneven(f.axes(), 1)},
                        {bias, uneven(bias.axes(), 2)},
                        {residual, uneven(y.axes(), 3)}};
      require_agreement({minimum(maximum(y + bias + residual, -0.5), 0.75)}, feeds);
      const ScopedThreadPool pool(3);
      require_agreement({y + residual}, feeds);
    }
  }

  // The only output depth lies in the padding: its elements are zeros.
  void channelsOfTheirOwnAgreeInThePaddingOfTheDepth() {
    for (const std::int64_t width : {2, 40}) {
      const Axes image = image_axes(8, 1, 2, width, 1);
      WindowParams params = steps(1, 1, 1);
      params["groups"] = 8, params["str_d"] = 3;
      const Op x = placeholder(image);
      const Op f = placeholder({make_axis(1, "G"), make_axis(1, "T"), make_axis(3, "R"),
                                make_axis(3, "S"), make_axis(8, "K")});
      require_agreement({convolution(params, x, f)},
                        {{x, uneven(image, 0)}, {f, uneven(f.axes(), 1)}});
    }
  }

  // More rows than are made at once, the last ones fewer.
  void poolingOfManyRowsAgrees() {
    for (const char* kind : {"max", "avg"}) {
      for (const std::int64_t stride : {1, 2, 3}) {
        const Axes axes = image_axes(2, 1, 61, 112, 1);
        const Op x = placeholder(axes);
        const Op y = pooling(kind, windows({1, 3, 3}, {0, 1, 1}, stride), x);
        require_agreement({y}, {{x, uneven(axes, 0)}});
      }
    }
  }

  // Down the rows first and then along.
  void largeWindowsAgree() {
    for (const char* kind : {"max", "avg"}) {
      for (const std::int64_t stride : {1, 2, 3}) {
        for (const std::int64_t batch : {1, 3}) {
          const Axes axes = image_axes(2, 4, 17, 21, batch);
          const Op x = placeholder(axes);
          const Op y = pooling(kind, windows({2, 9, 7}, {1, 4, 3}, stride), x);
          require_agreement({y}, {{x, uneven(axes, 0)}});
        }
      }
    }
  }

  // Anywhere in a window, also at the end of a row.
  void maximaKeepNaNInVectors() {
    const Axes axes = image_axes(2, 1, 5, 37, 1);
    const Op x = placeholder(axes);
    const Op y = pooling("max", windows({1, 3, 3}, {0, 1, 1}, 2), x);
    Tensor values = uneven(axes, 1);
    for (const std::int64_t at : {0, 40, 77, 110, 184, 185, 250, 369}) values.set(at, std::nan(""));
    require_agreement({y}, {{x, values}});
  }

  // Statistics in one or two kernels, the rest in one more.
  void batchNormalisationIsFused() {
    const Axes axes = image_axes(4, 1, 6, 6, 32);
    const Op x = placeholder(axes), gamma = variable(axes[0], 1.0), beta = variable(axes[0], 0.0);
    const Op middle = mean(x, out_axes(axes[0]));
    const Op spread = mean(square(x - middle), out_axes(axes[0]));
    const Op y =
        axes_with_order(gamma * ((x - middle) * reciprocal(sqrt(spread + 1e-3))) + beta, axes);
    const auto cpu = allocate_transformer("cpu");
    QVERIFY(count_kernels(cpu->computation({y}, x)) <= 3);
  }

  // Both transformers make the same steps, and the loss decreases.
  void aConvolutionalNetTrains() {
    const std::string path = testing::source_file("sample_graphs/08_convnet.ngraph");
    std::vector<double> losses;
    for (const char* transformer : {"reference", "cpu"}) {
      TrainingRun run(load_document(path), allocate_transformer(transformer));
      run.set_epochs(2);
      run.run();
      for (const TensorRecord& result : run.results()) {
        if (result.name == "L") losses.push_back(result.value.at(0));
      }
      QVERIFY(*run.last_evaluation(0) < 0.5);
    }
    QCOMPARE(losses.size(), std::size_t(2));
    QVERIFY(std::abs(losses[0] - losses[1]) < 1e-4 * losses[0]);
  }
};

NGRAPH_TEST(WindowStepsTest)
#include "window_steps_test.moc"
