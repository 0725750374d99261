// SPDX-License-Identifier: Apache-2.0
// Tests convolutions of 8-bit integers: against the reference transformer on one and three threads,
// with packed filters and without, with the kernel that follows, and the inner loops of every
// vector width that this host supports.
#include <QtTest>
#include <cstring>

#include "engine/ngraph.h"
#include "engine/runtime/thread_pool.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "tests/support/byte_lanes.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

struct Sizes {
  const char* name;
  std::int64_t n, c, k, height, width, taps, pad, stride, dilation, groups = 1, depth = 1;
  bool batch_first = false;
};
constexpr Sizes sizes[] = {
    {"a single image", 1, 4, 5, 7, 6, 3, 1, 1, 1},
    {"channels that fill no word", 1, 7, 15, 9, 13, 3, 1, 1, 1},
    {"three channels, a stride", 1, 3, 16, 19, 21, 7, 3, 2, 1},
    {"several blocks", 1, 18, 37, 11, 35, 3, 1, 1, 1},
    {"a batch", 8, 10, 20, 6, 5, 3, 1, 1, 1},
    {"an odd batch, a stride and a dilation", 3, 9, 14, 13, 12, 3, 2, 2, 2},
    {"one tap", 1, 33, 30, 7, 9, 1, 0, 1, 1},
    {"one tap, a stride", 2, 16, 48, 7, 9, 1, 0, 2, 1},
    {"one output", 1, 12, 64, 3, 3, 3, 0, 1, 1},
    {"small images of many channels", 1, 96, 80, 7, 7, 3, 1, 1, 1},
    {"small images in a batch", 5, 64, 33, 4, 6, 3, 1, 1, 1},
    {"long rows", 1, 5, 9, 2, 3000, 3, 1, 1, 1},
    {"depthwise", 1, 37, 37, 9, 11, 3, 1, 1, 1, 37},
    {"depthwise, a stride and a dilation", 2, 12, 12, 13, 14, 5, 4, 2, 2, 12},
    {"depthwise, a batch", 8, 6, 12, 5, 5, 3, 1, 1, 1, 6},
    {"few groups", 1, 14, 20, 8, 9, 3, 1, 1, 1, 2},
    {"many groups", 2, 48, 32, 6, 5, 3, 1, 2, 1, 16},
    {"depth", 2, 6, 9, 6, 7, 3, 1, 2, 1, 1, 5},
    {"the batch first", 3, 18, 37, 11, 35, 3, 1, 1, 1, 1, 1, true},
    {"depthwise, the batch first", 2, 12, 12, 13, 14, 5, 4, 2, 2, 12, 1, true},
};

// Over the whole range of the type, its limits among them.
Tensor bytes(DType dtype, const Shape& shape, std::uint64_t seed) {
  Tensor tensor(dtype, shape);
  std::uint64_t state = seed;
  for (std::byte& byte : std::span(tensor.bytes.data(), static_cast<std::size_t>(tensor.size()))) {
    state = state * 6364136223846793005u + 1442695040888963407u;  // Knuth's, as in MMIX
    const std::uint64_t kind = state >> 60;
    byte = static_cast<std::byte>(kind == 0 ? 0xff : kind == 1 ? 0x80 : state >> 33);
  }
  return tensor;
}

struct Layer {
  Layer(const Sizes& s, DType image_type, DType filter_type, std::int64_t pad_value = 0)
      : image{make_axis(s.c, "C"), make_axis(s.depth, "D"), make_axis(s.height, "H"),
              make_axis(s.width, "W"), make_axis(s.n, "N")},
        filter{s.groups > 1 ? make_axis(s.c / s.groups, "G") : image[0],
               make_axis(s.depth > 1 ? 2 : 1, "T"), make_axis(s.taps, "R"), make_axis(s.taps, "S"),
               make_axis(s.k, "K")},
        images(placeholder(s.batch_first ? batch_first(image) : image, image_type)),
        filters(placeholder(filter, filter_type)) {
    WindowParams params{{"pad_d", 0},        {"pad_h", s.pad},      {"pad_w", s.pad},
                        {"str_d", 1},        {"str_h", s.stride},   {"str_w", s.stride},
                        {"dil_d", 1},        {"dil_h", s.dilation}, {"dil_w", s.dilation},
                        {"groups", s.groups}};
    if (pad_value != 0) params["pad_value"] = pad_value;
    if (s.batch_first) params["batch_first"] = 1;
    const ScopedResultType type(DType::i32);
    outputs = convolution(params, images, filters);
  }

  Feeds feeds() const {
    return {{images, bytes(images.dtype(), images.axes().lengths(), 1)},
            {filters, bytes(filters.dtype(), filter.lengths(), 2)}};
  }

  const Axes image, filter;
  const Op images, filters;
  Op outputs;
};

const Convolution* convolution_step(const Step& step) {
  const auto* window = step.as<WindowStep>();
  return window ? std::get_if<Convolution>(window) : nullptr;
}

// Rounded to bytes as quantised models do it.
Op requantised(const Op& sums) {
  const ScopedResultType type(DType::f32);
  const Axis channels = sums.axes()[sums.axes()[0].name() == "N" ? 1 : 0];
  const Op scale =
      constant(Tensor::from(DType::f32, {channels.length()},
                            std::vector<double>(static_cast<std::size_t>(channels.length()), 3e-4)),
               Axes{channels});
  const Op scaled = axes_with_order(value_of(sums, DType::f32) * scale, sums.axes());
  return value_of(maximum(minimum(round(scaled) + 7.0, 255.0), 0.0), DType::u8);
}

}  // namespace

class ByteConvolutionTest : public QObject {
  Q_OBJECT

  static void all_sizes() {
    QTest::addColumn<int>("size");
    for (int i = 0; i < static_cast<int>(std::size(sizes)); ++i) QTest::newRow(sizes[i].name) << i;
  }

  static void require_equal(const std::vector<Op>& results, const Feeds& feeds) {
    const Values expected = run_once("reference", results, feeds);
    for (const int threads : {1, 3}) {
      const ScopedThreadPool pool(threads);
      QCOMPARE(difference(run_once("cpu", results, feeds), expected, 0, 0), QString());
    }
  }

 private slots:
  void sums_are_exact_data() { all_sizes(); }
  void sums_are_exact() {
    QFETCH(int, size);
    for (const DType images : {DType::u8, DType::i8}) {
      for (const DType filters : {DType::u8, DType::i8}) {
        const Layer layer(sizes[size], images, filters);
        require_equal({layer.outputs}, layer.feeds());
      }
    }
  }

  void padding_has_a_value_data() { all_sizes(); }
  void padding_has_a_value() {
    QFETCH(int, size);
    const Layer plain(sizes[size], DType::u8, DType::i8, 255);
    require_equal({plain.outputs}, plain.feeds());
    const Layer with_sign(sizes[size], DType::i8, DType::u8, -128);
    require_equal({with_sign.outputs}, with_sign.feeds());
  }

  // Sums of the largest products: int16 sums of pairs, or saturating ones, would lose them.
  void the_largest_products() {
    for (const double weight : {-128.0, 127.0}) {
      const Layer layer(sizes[9], DType::u8, DType::i8, 255);
      Tensor images(DType::u8, layer.image.lengths()), filters(DType::i8, layer.filter.lengths());
      for (std::int64_t i = 0; i < images.size(); ++i) images.set(i, 255);
      for (std::int64_t i = 0; i < filters.size(); ++i) filters.set(i, weight);
      const Values made =
          run_once("cpu", {layer.outputs}, {{layer.images, images}, {layer.filters, filters}});
      for (const double value : made[0]->values()) QCOMPARE(value, 255 * weight * 96 * 9);
    }
  }

  // The kernel that rounds the sums to bytes runs on channels as they are finished.
  void an_epilogue_reads_finished_channels_data() { all_sizes(); }
  void an_epilogue_reads_finished_channels() {
    QFETCH(int, size);
    const Layer layer(sizes[size], DType::u8, DType::i8, 3);
    require_equal({requantised(layer.outputs)}, layer.feeds());
    require_equal({requantised(layer.outputs), layer.outputs}, layer.feeds());
  }

  void the_epilogue_is_in_the_launch() {
    const Layer layer({"", 1, 64, 64, 28, 28, 3, 1, 1, 1}, DType::u8, DType::i8);
    const TransformerPtr cpu = allocate_transformer("cpu");
    const Computation f = cpu->computation(requantised(layer.outputs), layer.images, layer.filters);
    const std::vector<Step>& steps = f.compilation().program.steps;
    const auto at = std::find_if(steps.begin(), steps.end(), convolution_step);
    QVERIFY(at != steps.end());
    QVERIFY(convolution_step(*at)->bytes && convolution_step(*at)->packed);
    QVERIFY(at + 1 != steps.end() && (at + 1)->iterations_per_row > 0);
    QVERIFY((at + 1)->launch && (at + 1)->launch == at->launch);
  }

  // Constant filters are packed once, for images of their type only.
  void filters_are_packed_once() {
    const Layer layer(sizes[3], DType::u8, DType::i8);
    const Op weights = constant(bytes(DType::i8, layer.filter.lengths(), 5), layer.filter);
    const Op others = placeholder(layer.image, DType::i8);
    const ScopedResultType type(DType::i32);
    WindowParams params{{"pad_d", 0}, {"pad_h", 1}, {"pad_w", 1}, {"str_d", 1}, {"str_h", 1},
                        {"str_w", 1}, {"dil_d", 1}, {"dil_h", 1}, {"dil_w", 1}};
    const std::vector<Op> results{convolution(params, layer.images, weights),
                                  convolution(params, layer.images, weights) + 1,
                                  convolution(params, others, weights)};
    const Feeds feeds{{layer.images, bytes(DType::u8, layer.image.lengths(), 1)},
                      {others, bytes(DType::i8, layer.image.lengths(), 4)}};
    require_equal(results, feeds);
  }

  void unpacked_filters_agree_data() { all_sizes(); }
  void unpacked_filters_agree() {
    QFETCH(int, size);
    const Layer layer(sizes[size], DType::i8, DType::u8, 1);
    CompileOptions options;
    options.passes.disabled = {"pack_filters"};
    const Values found = run_once("cpu", {layer.outputs}, layer.feeds(), options);
    QCOMPARE(difference(found, run_once("reference", {layer.outputs}, layer.feeds()), 0, 0),
             QString());
  }

  void tiles_of_every_width() { for_each_byte_lanes(check_tiles); }

 private:
  static void check_tiles(const ByteKernels& kernels) {
    constexpr std::int64_t offsets[] = {0, 5, 40, 41, 3};
    constexpr int count = std::size(offsets), stride = 40;
    const Tensor source = bytes(DType::u8, {100, 4}, 7);
    for (int channels = 1; channels <= kernels.filters; ++channels) {
      const Tensor filters = bytes(DType::i8, {count, channels, 4}, 8);
      std::vector<std::int32_t> base(static_cast<std::size_t>(channels)), c(14 * stride, 11);
      for (int k = 0; k < channels; ++k) base[static_cast<std::size_t>(k)] = 1000 * k;
      for (int vectors = 1; vectors <= 2; ++vectors) {
        kernels.window[channels - 1][vectors - 1](
            {offsets, count, reinterpret_cast<const std::int32_t*>(filters.bytes.data()),
             reinterpret_cast<const std::uint32_t*>(source.bytes.data()), base.data(), c.data(),
             stride});
        for (int k = 0; k < channels; ++k) {
          for (int j = 0; j < vectors * kernels.lanes; ++j) {
            std::int32_t sum = 1000 * k;
            for (int i = 0; i < 4 * count; ++i) {
              sum += static_cast<std::int32_t>(source.at((offsets[i / 4] + j) * 4 + i % 4) *
                                               filters.at((i / 4 * channels + k) * 4 + i % 4));
            }
            QCOMPARE(c[static_cast<std::size_t>(k * stride + j)], sum);
          }
        }
      }
    }
  }
};

NGRAPH_TEST(ByteConvolutionTest)
#include "byte_convolution_test.moc"
