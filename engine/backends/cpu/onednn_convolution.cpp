// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/onednn_convolution.h"

#ifdef NGRAPH_HAVE_DNNL
#include <algorithm>
#include <oneapi/dnnl/dnnl.hpp>
#include <vector>

#include "engine/backends/cpu/one_openmp_thread.h"
#include "engine/base/error.h"
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

// A range of the channels that the result has to itself: outputs' or filters' K, images' C.
struct Share {
  std::int64_t begin = 0, count = 0;
};

// One share of a convolution in oneDNN's terms. Our arrays are described as they lie, with the
// batch last; oneDNN chooses its own layouts, and what differs is reordered.
class SharedConvolution {
 public:
  SharedConvolution(const Convolution& c, const Share& share) : c_(c), share_(share) {
    const bool all = c.makes != Makes::images;
    const std::int64_t k = all ? share.count : c.out_channels;
    const std::int64_t in = all ? c.in_channels : share.count;
    images_ = array({c.batch, in}, c.image, 1, c.pixels() * c.batch, c.batch);
    outputs_ = array({c.batch, k}, c.output, 1, c.positions() * c.batch, c.batch);
    filters_ = array({k, in}, c.filter, 1, c.taps() * c.out_channels, c.out_channels);
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

  // Where the share begins in each of our arrays.
  template <class T>
  T* at_images(T* data) const {
    return c_.makes == Makes::images ? data + share_.begin * c_.pixels() * c_.batch : data;
  }
  template <class T>
  T* at_outputs(T* data) const {
    return c_.makes == Makes::images ? data : data + share_.begin * c_.positions() * c_.batch;
  }
  template <class T>
  T* at_filters(T* data) const {
    return data + share_.begin *
                      (c_.makes == Makes::images ? c_.taps() * c_.out_channels : std::int64_t{1});
  }

  static Desc array(Dims dims, const std::array<std::int64_t, 3>& size, std::int64_t outer,
                    std::int64_t inner, std::int64_t step) {
    dims.insert(dims.end(), size.begin(), size.end());
    return Desc(dims, f32, {outer, inner, size[1] * size[2] * step, size[2] * step, step});
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

  const Convolution& c_;
  const Share share_;
  Desc images_, outputs_, filters_;
};

}  // namespace

bool onednn_is_here() {
  return true;
}

bool onednn_is_faster(const Convolution& c) {
  return c.batch < 16;
}

void onednn_convolve(const Convolution& c, const float* first, const float* second, float* result) {
  const std::int64_t channels = c.makes == Makes::images ? c.in_channels : c.out_channels;
  const auto parts = static_cast<int>(std::clamp<std::int64_t>(channels / 32, 1, 4));
  auto one = [&](int part) {
    one_openmp_thread();
    const std::int64_t begin = channels * part / parts, end = channels * (part + 1) / parts;
    try {
      SharedConvolution(c, {begin, end - begin}).run(first, second, result);
    } catch (const dnnl::error& error) {
      check(false, (std::string("oneDNN refused a convolution: ") + error.what()).c_str());
    }
  };
  if (parts == 1) return one(0);
  ThreadPool::shared().parallel_for(parts, one);
}

#else

bool onednn_is_here() {
  return false;
}
bool onednn_is_faster(const Convolution&) {
  return false;
}
void onednn_convolve(const Convolution&, const float*, const float*, float*) {}

#endif

}  // namespace ng
