// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/step_kernels.h"

#include <vector>

#include "engine/backends/gpu/convolution_kernels.h"
#include "engine/backends/gpu/matmul_kernels.h"
#include "engine/backends/gpu/text_template.h"
#include "engine/graph/op_def.h"
#include "engine/kernels/c_text.h"

namespace ng {
namespace {

std::string number(std::int64_t value) {
  return std::to_string(value);
}

// The number of the thread's element, and the coordinates of an element, fastest last.
std::string begin_text(const std::string& name, const std::string& parameters,
                       std::int64_t threads) {
  return "extern \"C\" __global__ void " + name + "(" + parameters + ") {\n" +
         "  const long i = blockIdx.x * (long)blockDim.x + threadIdx.x;\n  if (i >= " +
         number(threads) + ") return;\n";
}

struct Coordinate {
  const char* name;
  std::int64_t length;
};

std::string coordinates_text(const std::vector<Coordinate>& coordinates) {
  std::string text;
  std::int64_t stride = 1;
  for (auto each = coordinates.rbegin(); each != coordinates.rend(); ++each) {
    text += "  const int " + std::string(each->name) + " = i / " + number(stride) + " % " +
            number(each->length) + ";\n";
    stride *= each->length;
  }
  return text;
}

TextTemplate sizes_of(const Pooling& p) {
  TextTemplate sizes;
  sizes.set("N", p.batch);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string axis = number(static_cast<std::int64_t>(i));
    sizes.set("D" + axis, p.image[i]).set("W" + axis, p.window[i]).set("M" + axis, p.output[i]);
    sizes.set("pad" + axis, p.padding[i]).set("step" + axis, p.stride[i]);
  }
  return sizes;
}

// The part of the window of output (m0 … m3) that is inside the image, and a loop over it.
constexpr const char* window_text =
    R"(  const int a0 = m0 * $step0$ - $pad0$, a1 = m1 * $step1$ - $pad1$;
  const int a2 = m2 * $step2$ - $pad2$, a3 = m3 * $step3$ - $pad3$;
  const int b0 = a0 < 0 ? 0 : a0, e0 = a0 + $W0$ < $D0$ ? a0 + $W0$ : $D0$;
  const int b1 = a1 < 0 ? 0 : a1, e1 = a1 + $W1$ < $D1$ ? a1 + $W1$ : $D1$;
  const int b2 = a2 < 0 ? 0 : a2, e2 = a2 + $W2$ < $D2$ ? a2 + $W2$ : $D2$;
  const int b3 = a3 < 0 ? 0 : a3, e3 = a3 + $W3$ < $D3$ ? a3 + $W3$ : $D3$;
)";
constexpr const char* members_text = R"(  for (int w0 = b0; w0 < e0; ++w0)
  for (int w1 = b1; w1 < e1; ++w1)
  for (int w2 = b2; w2 < e2; ++w2)
  for (int w3 = b3; w3 < e3; ++w3) {
    const long at = (((w0 * $D1$ + w1) * $D2$ + w2) * (long)$D3$ + w3) * $N$ + n;
)";
// The first of the window's largest elements; a NaN is larger than every number.
constexpr const char* largest_text = R"(    const float value = images[at];
    if (which < 0 || value > largest || (value != value && largest == largest)) {
      largest = value;
      which = at;
    }
  }
)";

std::string pooled_text(const Pooling& p, const std::string& name, std::int64_t threads) {
  const bool chosen = p.makes == Pooling::Makes::chosen;
  std::string text =
      begin_text(name,
                 chosen ? "const float* elements, const float* images, float* outputs"
                        : "const float* images, float* outputs",
                 threads);
  text += coordinates_text({{"m0", p.output[0]},
                            {"m1", p.output[1]},
                            {"m2", p.output[2]},
                            {"m3", p.output[3]},
                            {"n", p.batch}});
  text += window_text;
  if (p.average) {
    text += "  float sum = 0;\n";
    text += members_text;
    text += "    sum += images[at];\n  }\n";
    text += "  outputs[i] = sum / (float)((e0 - b0) * (e1 - b1) * (e2 - b2) * (e3 - b3));\n}\n";
    return text;
  }
  text += "  float largest = 0;\n  long which = -1;\n";
  text += members_text;
  text += largest_text;
  text += chosen ? "  outputs[i] = elements[which];\n}\n" : "  outputs[i] = largest;\n}\n";
  return text;
}

// Adds up the gradients of the windows that contain the image's element; of maxima, where it is the
// largest.
std::string pooling_gradient_text(const Pooling& p, const std::string& name, std::int64_t threads) {
  std::string text =
      begin_text(name,
                 p.average ? "const float* outputs, float* gradient"
                           : "const float* outputs, const float* images, float* gradient",
                 threads);
  text += coordinates_text({{"d0", p.image[0]},
                            {"d1", p.image[1]},
                            {"d2", p.image[2]},
                            {"d3", p.image[3]},
                            {"n", p.batch}});
  text += "  float sum = 0;\n";
  for (const char* axis : {"0", "1", "2", "3"}) {
    const std::string x = axis;
    text += "  const int s" + x + " = d" + x + " + $pad" + x + "$, l" + x + " = s" + x + " - $W" +
            x + "$ + 1;\n  for (int m" + x + " = l" + x + " > 0 ? (l" + x + " + $step" + x +
            "$ - 1) / $step" + x + "$ : 0; m" + x + " <= s" + x + " / $step" + x + "$ && m" + x +
            " < $M" + x + "$; ++m" + x + ") {\n";
  }
  text += window_text;
  const std::string output =
      "outputs[(((m0 * $M1$ + m1) * $M2$ + m2) * (long)$M3$ + m3) * $N$ + n]";
  if (p.average) {
    text += "  sum += " + output + " / (float)((e0 - b0) * (e1 - b1) * (e2 - b2) * (e3 - b3));\n";
  } else {
    text += std::string("  float largest = 0;\n  long which = -1;\n") + members_text +
            largest_text + "  if (which == i) sum += " + output + ";\n";
  }
  return text + "  }}}}\n  gradient[i] = sum;\n}\n";
}

// Truncated, an index must be at least 0 and below `end`. One block checks all of them, so that the
// error describes the first one.
std::string check_text(const std::string& name, const std::string& type, std::int64_t count,
                       std::int64_t end) {
  return "extern \"C\" __global__ void " + name + "_check(const " + type +
         "* indices, ng_error* error, unsigned long long check) {\n" +
         TextTemplate()
             .set("count", count)
             .set("end", end)
             .fill(R"(  __shared__ unsigned long long first;
  if (threadIdx.x == 0) first = $count$;
  __syncthreads();
  for (long i = threadIdx.x; i < $count$; i += blockDim.x) {
    const double index = (double)indices[i];
    if (index > -1 && index < $end$.0) continue;
    atomicMin(&first, (unsigned long long)i);
    break;
  }
  __syncthreads();
  if (threadIdx.x != 0 || first == $count$) return;
  if (atomicCAS(&error->check, 0ull, check) != 0) return;
  error->position = first;
  error->value = (double)indices[first];
}
)");
}

std::string lookup_text(const Lookup& l, const std::string& name, std::int64_t threads) {
  return begin_text(name, "const float* table, const float* indices, float* taken", threads) +
         coordinates_text({{"outer", l.outer}, {"place", l.count}, {"inner", l.inner}}) +
         TextTemplate()
             .set("rows", l.rows)
             .set("inner", l.inner)
             .fill(R"(  const double row = (double)indices[place];
  const bool exists = row > -1 && row < $rows$.0;
  taken[i] = exists ? table[(outer * (long)$rows$ + (int)row) * $inner$ + inner] : 0.0f;
}
)");
}

// Every element of the table looks for its row among the indices, 256 at a time.
std::string lookup_gradient_text(const Lookup& l, const std::string& name, std::int64_t threads) {
  return begin_text(name, "const float* taken, const float* indices, float* table", threads) +
         coordinates_text({{"outer", l.outer}, {"row", l.rows}, {"inner", l.inner}}) +
         TextTemplate()
             .set("inner", l.inner)
             .set("count", l.count)
             .set("skipped", l.skipped)
             .fill(R"(  float sum = 0;
  for (long from = 0; from < $count$ && row != $skipped$; from += 256) {
    float part = 0;
    for (long place = from; place < $count$ && place < from + 256; ++place) {
      if ((int)indices[place] == row) part += taken[(outer * (long)$count$ + place) * $inner$ + inner];
    }
    sum += part;
  }
  table[i] = sum;
}
)");
}

struct Writer {
  const std::string& name;

  StepKernel operator()(const Convolution& c) const {
    const TileKernel kernel = convolution_kernel(c, name);
    return {tile_text(kernel), kernel.blocks() * step_kernel_block, 0, kernel.sum_blocks()};
  }

  StepKernel operator()(const FilterPacking&) const { return {}; }  // of the cpu transformer only
  StepKernel operator()(const MatrixPacking&) const { return {}; }

  StepKernel operator()(const Pooling& p) const {
    std::int64_t image = p.batch, output = p.batch;
    for (std::size_t i = 0; i < 4; ++i) {
      image *= p.image[i];
      output *= p.output[i];
    }
    const bool gradient = p.makes == Pooling::Makes::images;
    const std::int64_t threads = gradient ? image : output;
    return {sizes_of(p).fill(gradient ? pooling_gradient_text(p, name, threads)
                                      : pooled_text(p, name, threads)),
            threads, 0};
  }

  StepKernel operator()(const Lookup& l) const {
    const std::int64_t threads = l.outer * l.inner * (l.gradient ? l.rows : l.count);
    return {
        check_text(name, "float", l.count, l.rows) +
            (l.gradient ? lookup_gradient_text(l, name, threads) : lookup_text(l, name, threads)),
        threads, l.count};
  }
};

}  // namespace

const char* const check_error_text =
    "struct ng_error { unsigned long long check, position; double value; };\n";

StepKernel step_kernel(const WindowStep& step, const std::string& name) {
  return std::visit(Writer{name}, step);
}

std::int64_t step_scratch(const WindowStep& step) {
  const auto* convolution = std::get_if<Convolution>(&step);
  return convolution ? convolution_kernel(*convolution, "").scratch_bytes() : 0;
}

StepKernel step_kernel(const Matmul& step, bool scaled, const std::string& name) {
  if (is_small(step)) {
    const TileKernel kernel = matmul_kernel(step, scaled, name);
    return {tile_text(kernel), kernel.blocks() * step_kernel_block, 0, 0};
  }
  const std::string type = kernel::c_type(step.dtype);
  return {begin_text(name, "const " + type + "* scale, " + type + "* factors", 1) +
              "  factors[0] = " + kernel::c_constant(step.alpha, step.dtype) +
              " * scale[0];\n  factors[1] = 1;\n}\n",
          1, 0};
}

StepKernel step_kernel(const ClassCheck& step, const std::string& type, std::int64_t count,
                       const std::string& name) {
  return {check_text(name, type, count, step.classes) +
              begin_text(name, "const " + type + "* labels, " + type + "* classes", count) +
              "  classes[i] = (" + type + ")(double)(long)(double)labels[i];\n}\n",
          count, count};
}

}  // namespace ng
