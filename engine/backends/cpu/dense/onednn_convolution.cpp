// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/onednn_convolution.h"

#ifdef NGRAPH_HAVE_DNNL
#include <algorithm>
#include <new>
#include <oneapi/dnnl/dnnl.hpp>
#include <vector>

#include "engine/backends/cpu/dense/one_openmp_thread.h"
#include "engine/backends/cpu/dense/partial_sums.h"
#include "engine/base/error.h"
#include "engine/runtime/signal_stack.h"
#include "engine/runtime/thread_pool.h"
#endif

namespace ng {

#ifdef NGRAPH_HAVE_DNNL

namespace {

using Makes = Convolution::Makes;
using Dims = dnnl::memory::dims;
using Desc = dnnl::memory::desc;
constexpr auto f32 = dnnl::memory::data_type::f32;

const dnnl::engine& cpu_engine() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

struct Range {
  std::int64_t begin = 0, count = 0;
};

// Images (C) and outputs (K) of a part of a convolution: some of the result's channels, or some of
// its groups.
struct Share {
  Range images, outputs;
  std::int64_t groups = 1;

  static Share whole(const Convolution& c) {
    return {{0, c.in_channels}, {0, c.out_channels}, c.groups};
  }
};

// Some rows of outputs and the rows of images that they read, as a convolution.
struct Rows {
  Convolution convolution;
  std::int64_t image = 0, output = 0;  // first row
  bool outside = false;                // all rows read are padding

  Rows(const Convolution& c, std::int64_t first, std::int64_t count)
      : convolution(c), output(first) {
    const std::int64_t span = c.dilation[1] * (c.filter[1] - 1) + 1;
    const std::int64_t begin = first * c.stride[1] - c.padding[1];
    const std::int64_t end = begin + (count - 1) * c.stride[1] + span;
    outside = end <= 0 || begin >= c.image[1];
    image = std::clamp<std::int64_t>(begin, 0, c.image[1] - 1);
    convolution.image[1] = std::max<std::int64_t>(1, std::min(end, c.image[1]) - image);
    convolution.output[1] = count;
    convolution.padding[1] = image - begin;
  }
};

// One share of a convolution as oneDNN primitives. Our arrays are described with strides, batch
// last; oneDNN chooses its own layouts, and operands that differ are reordered.
class SharedConvolution {
 public:
  SharedConvolution(const Convolution& c, const Share& share) : SharedConvolution(c, c, share) {}
  // `part`: some rows of the convolution `all`.
  SharedConvolution(const Convolution& all, const Convolution& part, const Share& share)
      : c_(part), share_(share), pixels_(all.pixels()), positions_(all.positions()) {
    const std::int64_t k = share.outputs.count, in = share.images.count;
    images_ = array({c_.batch, in}, c_.image, all.image, {1, pixels_ * c_.batch}, c_.batch);
    outputs_ = array({c_.batch, k}, c_.output, all.output, {1, positions_ * c_.batch}, c_.batch);
    const std::int64_t channel = c_.taps() * c_.out_channels;
    filters_ = share.groups == 1
                   ? array({k, in}, c_.filter, c_.filter, {1, channel}, c_.out_channels)
                   : array({share.groups, c_.group_filters(), c_.group_channels()}, c_.filter,
                           c_.filter, {c_.group_filters(), 1, channel}, c_.out_channels);
  }

  void run(const float* first, const float* second, float* result) const {
    const dnnl::convolution_forward::primitive_desc forward = forward_desc();
    if (c_.makes == Makes::outputs) {
      execute(forward, dnnl::convolution_forward(forward),
              {{DNNL_ARG_SRC, forward.src_desc(), images_, at_images(first)},
               {DNNL_ARG_WEIGHTS, forward.weights_desc(), filters_, at_filters(second)}},
              {DNNL_ARG_DST, forward.dst_desc(), outputs_, at_outputs(result)});
    } else if (c_.makes == Makes::images) {
      const dnnl::convolution_backward_data::primitive_desc back(
          {dnnl::algorithm::convolution_direct, any(images_), any(filters_), any(outputs_),
           strides(), dilates(), before(), after()},
          cpu_engine(), forward);
      execute(back, dnnl::convolution_backward_data(back),
              {{DNNL_ARG_DIFF_DST, back.diff_dst_desc(), outputs_, at_outputs(first)},
               {DNNL_ARG_WEIGHTS, back.weights_desc(), filters_, at_filters(second)}},
              {DNNL_ARG_DIFF_SRC, back.diff_src_desc(), images_, at_images(result)});
    } else {
      const dnnl::convolution_backward_weights::primitive_desc back(
          {dnnl::algorithm::convolution_direct, any(images_), any(filters_), any(outputs_),
           strides(), dilates(), before(), after()},
          cpu_engine(), forward);
      execute(back, dnnl::convolution_backward_weights(back),
              {{DNNL_ARG_DIFF_DST, back.diff_dst_desc(), outputs_, at_outputs(first)},
               {DNNL_ARG_SRC, back.src_desc(), images_, at_images(second)}},
              {DNNL_ARG_DIFF_WEIGHTS, back.diff_weights_desc(), filters_, at_filters(result)});
    }
  }

 private:
  struct Argument {
    int place;
    Desc wanted, ours;
    const float* data;
  };

  // The begin of the share in each of our arrays.
  template <class T>
  T* at_images(T* data) const {
    return data + share_.images.begin * pixels_ * c_.batch;
  }
  template <class T>
  T* at_outputs(T* data) const {
    return data + share_.outputs.begin * positions_ * c_.batch;
  }
  template <class T>
  T* at_filters(T* data) const {
    const bool some_channels = share_.groups == 1;
    return data + share_.outputs.begin +
           (some_channels ? share_.images.begin * c_.taps() * c_.out_channels : 0);
  }

  // A descriptor of the positions of `size`, `step` apart, within an array of `whole`, for each of
  // the outer `dims`.
  static Desc array(Dims dims, const std::array<std::int64_t, 3>& size,
                    const std::array<std::int64_t, 3>& whole, Dims strides, std::int64_t step) {
    dims.insert(dims.end(), size.begin(), size.end());
    strides.insert(strides.end(), {whole[1] * whole[2] * step, whole[2] * step, step});
    return Desc(dims, f32, strides);
  }
  static Desc any(const Desc& desc) {
    return Desc(desc.dims(), f32, dnnl::memory::format_tag::any);
  }

  Dims strides() const { return Dims(c_.stride.begin(), c_.stride.end()); }
  Dims before() const { return Dims(c_.padding.begin(), c_.padding.end()); }
  Dims dilates() const { return {c_.dilation[0] - 1, c_.dilation[1] - 1, c_.dilation[2] - 1}; }
  Dims after() const {
    Dims result;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::int64_t span = c_.dilation[i] * (c_.filter[i] - 1) + 1;
      result.push_back((c_.output[i] - 1) * c_.stride[i] + span - c_.image[i] - c_.padding[i]);
    }
    return result;
  }

  dnnl::convolution_forward::primitive_desc forward_desc() const {
    const auto kind = c_.makes == Makes::outputs ? dnnl::prop_kind::forward_inference
                                                 : dnnl::prop_kind::forward_training;
    return {{kind, dnnl::algorithm::convolution_direct, any(images_), any(filters_), any(outputs_),
             strides(), dilates(), before(), after()},
            cpu_engine()};
  }

  static dnnl::memory memory(const Desc& desc, const float* data) {
    return dnnl::memory(desc, cpu_engine(), const_cast<float*>(data));
  }

  template <class Description>
  static void execute(const Description&, const dnnl::primitive& primitive,
                      const std::vector<Argument>& in, const Argument& out) {
    dnnl::stream stream(cpu_engine());
    std::unordered_map<int, dnnl::memory> arguments;
    for (const Argument& argument : in) {
      dnnl::memory ours = memory(argument.ours, argument.data);
      if (argument.ours != argument.wanted) {
        dnnl::memory theirs(argument.wanted, cpu_engine());
        dnnl::reorder(ours, theirs).execute(stream, ours, theirs);
        ours = theirs;
      }
      arguments.emplace(argument.place, ours);
    }
    dnnl::memory ours = memory(out.ours, out.data);
    const bool direct = out.ours == out.wanted;
    dnnl::memory made = direct ? ours : dnnl::memory(out.wanted, cpu_engine());
    arguments.emplace(out.place, made);
    primitive.execute(stream, arguments);
    if (!direct) dnnl::reorder(made, ours).execute(stream, made, ours);
    stream.wait();
  }

  const Convolution c_;
  const Share share_;
  const std::int64_t pixels_, positions_;  // of the whole arrays
  Desc images_, outputs_, filters_;
};

// Splits the result's channels, or the groups, into ranges.
struct Shares {
  const Convolution& c;
  std::int64_t parts, count;
  explicit Shares(const Convolution& convolution)
      : c(convolution),
        parts(c.groups > 1               ? c.groups
              : c.makes == Makes::images ? c.in_channels
                                         : c.out_channels),
        count(std::clamp<std::int64_t>(parts / (c.groups > 1 ? 8 : 32), 1, 4)) {}
  Share at(std::int64_t i) const {
    const std::int64_t begin = parts * i / count, size = parts * (i + 1) / count - begin;
    Share share = Share::whole(c);
    if (c.groups > 1) {
      share = {{begin * c.group_channels(), size * c.group_channels()},
               {begin * c.group_filters(), size * c.group_filters()},
               size};
    } else if (c.makes == Makes::images) {
      share.images = {begin, size};
    } else {
      share.outputs = {begin, size};
    }
    return share;
  }
};

// oneDNN sums an element of the filters in one chain over all positions, so that rounding errors
// grow with its length. Bands of rows are therefore summed separately.
std::int64_t bands_of_filters(const Convolution& c) {
  constexpr std::int64_t most_places = 1 << 14, most_floats = 1 << 22;
  const std::int64_t most =
      std::min(PartialSums::most, std::max<std::int64_t>(1, most_floats / c.weights()));
  return std::clamp<std::int64_t>(c.positions() * c.batch / most_places, 1,
                                  std::min(most, c.output[1]));
}

PartialSums sums_of_filters(const Convolution& c) {
  return {c.weights(), bands_of_filters(c)};
}

void refuse_failure(const dnnl::error& error) {
  if (error.status == dnnl_out_of_memory) throw std::bad_alloc();
  check(false, (std::string("oneDNN refused a convolution: ") + error.what()).c_str());
}

void make_filters(const Convolution& c, const float* outputs, const float* images, float* filters,
                  StepScratch& scratch) {
  const PartialSums partial = sums_of_filters(c);
  float* const memory = scratch.floats(partial.bytes());
  partial.make(memory, [&](std::int64_t band, std::int64_t bands, float* sums) {
    one_openmp_thread();
    ensure_signal_stack();
    const std::int64_t first = c.output[1] * band / bands;
    const Rows rows(c, first, c.output[1] * (band + 1) / bands - first);
    if (rows.outside) {
      std::fill_n(sums, c.weights(), 0.0f);
      return;
    }
    const std::int64_t row = c.batch;
    try {
      SharedConvolution(c, rows.convolution, Share::whole(c))
          .run(outputs + rows.output * c.output[2] * row, images + rows.image * c.image[2] * row,
               sums);
    } catch (const dnnl::error& error) {
      refuse_failure(error);
    }
  });
  std::copy_n(memory, c.weights(), filters);
}

}  // namespace

bool onednn_is_here() {
  return true;
}

// The direct loops have the batch in their lanes, so that few samples leave lanes empty. Two layers
// of 5 x 5 filters on 32 x 32 images, to 16 and 32 channels, on two threads (8 lanes), ms a call:
//
//   batch                1     4     8    16    32   128
//   forward   direct   5.0   5.2   4.7   6.3  13.0  56.0
//             oneDNN   0.4   1.8   3.7   7.8  16.1 106.1
//   training  direct  13.7  13.6  12.5  17.5  37.2 303.5
//             oneDNN   1.2   4.9  10.8  20.6  41.4 350.0
bool onednn_is_faster(const Convolution& c) {
  return c.batch < 16;
}

void onednn_convolve(const Convolution& c, const float* first, const float* second, float* result,
                     StepScratch& scratch) {
  if (c.makes == Makes::filters && bands_of_filters(c) > 1) {
    return make_filters(c, first, second, result, scratch);
  }
  const Shares shares(c);
  auto one = [&](int part) {
    one_openmp_thread();
    ensure_signal_stack();
    try {
      SharedConvolution(c, shares.at(part)).run(first, second, result);
    } catch (const dnnl::error& error) {
      refuse_failure(error);
    }
  };
  if (shares.count == 1) return one(0);
  ThreadPool::shared().parallel_for(static_cast<int>(shares.count), one);
}

std::int64_t onednn_scratch(const Convolution& c) {
  const bool bands = c.makes == Makes::filters && bands_of_filters(c) > 1;
  return bands ? sums_of_filters(c).bytes() : 0;
}

#else

bool onednn_is_here() {
  return false;
}
bool onednn_is_faster(const Convolution&) {
  return false;
}
void onednn_convolve(const Convolution&, const float*, const float*, float*, StepScratch&) {}
std::int64_t onednn_scratch(const Convolution&) {
  return 0;
}

#endif

}  // namespace ng
