// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/convolution_kernels.h"

#include <algorithm>

#include "engine/backends/gpu/text_template.h"
#include "engine/kernels/c_text.h"

namespace ng {
namespace {

using Makes = Convolution::Makes;

// A multiprocessor runs two blocks; 132 of them are on the largest devices.
constexpr std::int64_t enough_blocks = 264;
constexpr std::int64_t least_part = 512;  // products

// "ng_x" and its coordinates, fastest last, from a number.
std::string coordinates(const std::string& indent, const std::string& number,
                        std::initializer_list<std::pair<std::string, std::string>> axes) {
  std::string text, stride;
  for (auto axis = std::rbegin(axes); axis != std::rend(axes); ++axis) {
    const bool slowest = std::next(axis) == std::rend(axes);
    std::string value = stride.empty() ? number : number + " / (" + stride + ")";
    if (!slowest) value += " % " + axis->second;
    text += indent + "const $int$ " + axis->first + " = " + value + ";\n";
    stride += (stride.empty() ? "" : " * ") + axis->second;
  }
  return text;
}

// The position in the image of tap t at output m.
constexpr const char* position_text =
    "m0 * $step0$ - $pad0$ + t0 * $far0$, d1 = m1 * $step1$ - $pad1$ + t1 * $far1$,\n"
    "              d2 = m2 * $step2$ - $pad2$ + t2 * $far2$";
constexpr const char* inside_text =
    "d0 >= 0 && d0 < $D0$ && d1 >= 0 && d1 < $D1$ && d2 >= 0 && d2 < $D2$";
// "c" of the group's channels or "k" of its filters as a number among all.
std::string among_all(const Convolution& c, const std::string& number, const std::string& each) {
  return c.groups > 1 ? "(g * " + each + " + " + number + ")" : number;
}
std::string image_text(const Convolution& c) {
  return "images[(((" + among_all(c, "c", "$C$") + " * $D0$ + d0) * $D1$ + d1) * $D2$ + d2) * $N$" +
         " + n]";
}
std::string output_text(const Convolution& c) {
  return "outputs[(((" + among_all(c, "k", "$filters$") +
         " * $M0$ + m0) * $M1$ + m1) * $M2$ + m2) * $N$ + n]";
}

std::string taps_of(const std::string& indent, const std::string& number) {
  return coordinates(indent, number,
                     {{"c", "$C$"}, {"t0", "$T0$"}, {"t1", "$T1$"}, {"t2", "$T2$"}});
}

TileLoads left_loads(const Convolution& c) {
  switch (c.makes) {
    case Makes::outputs:
      return {false, "",
              "        value = filters[other * (long)$all_filters$ + " +
                  among_all(c, "at", "$filters$") + "];\n"};
    case Makes::images:
      return {true, coordinates("    ", "at", {{"t", "$taps$"}, {"k", "$filters$"}}),
              "        value = filters[(other * (long)$taps$ + t) * $all_filters$ + " +
                  among_all(c, "k", "$filters$") + "];\n"};
    case Makes::filters: break;
  }
  return {true,
          coordinates("    ", "at", {{"m0", "$M0$"}, {"m1", "$M1$"}, {"m2", "$M2$"}, {"n", "$N$"}}),
          taps_of("        ", "other") + "        const $int$ d0 = " + position_text + ";\n" +
              "        if (" + inside_text + ") value = " + image_text(c) + ";\n"};
}

TileLoads right_loads(const Convolution& c) {
  switch (c.makes) {
    case Makes::outputs:
      return {
          false,
          coordinates("    ", "at", {{"m0", "$M0$"}, {"m1", "$M1$"}, {"m2", "$M2$"}, {"n", "$N$"}}),
          taps_of("        ", "other") + "        const $int$ d0 = " + position_text + ";\n" +
              "        if (" + inside_text + ") value = " + image_text(c) + ";\n"};
    case Makes::images: {
      std::string text =
          coordinates("        ", "other",
                      {{"t0", "$T0$"}, {"t1", "$T1$"}, {"t2", "$T2$"}, {"k", "$filters$"}});
      for (const char* axis : {"0", "1", "2"}) {
        const std::string x = axis;
        text += "        const $int$ s" + x + " = d" + x + " + $pad" + x + "$ - t" + x + " * $far" +
                x + "$, m" + x + " = s" + x + " / $step" + x + "$;\n";
      }
      text +=
          "        if (s0 >= 0 && s1 >= 0 && s2 >= 0 && s0 % $step0$ == 0 && s1 % $step1$ == 0 "
          "&&\n            s2 % $step2$ == 0 && m0 < $M0$ && m1 < $M1$ && m2 < $M2$)\n"
          "          value = " +
          output_text(c) + ";\n";
      return {
          false,
          coordinates("    ", "at", {{"d0", "$D0$"}, {"d1", "$D1$"}, {"d2", "$D2$"}, {"n", "$N$"}}),
          text};
    }
    case Makes::filters: break;
  }
  return {true, "",
          "        value = outputs[" + among_all(c, "other", "$filters$") +
              " * (long)($M0$ * $M1$ * $M2$ * $N$) + at];\n"};
}

std::string parameters(const Convolution& c, bool parts) {
  const char* arrays = c.makes == Makes::outputs  ? "const float* images, const float* filters"
                       : c.makes == Makes::images ? "const float* outputs, const float* filters"
                                                  : "const float* outputs, const float* images";
  return std::string(arrays) + (c.epilogue.bias ? ", const float* bias" : "") +
         (c.epilogue.added ? ", const float* added" : "") + ", float* result" +
         (parts ? ", float* parts" : "");
}

// Statements, on one line, that apply the epilogue to `sum`, the output at `place` of channel `k`.
std::string epilogue_text(const ConvolutionEpilogue& epilogue, const std::string& k,
                          const std::string& place) {
  const auto limit = [](const char* compared, float value) {
    const std::string number = kernel::c_constant(value, DType::f32);
    return "if (sum " + std::string(compared) + " " + number + ") sum = " + number + "; ";
  };
  std::string text;
  if (epilogue.bias) text += "sum += bias[" + k + "]; ";
  if (epilogue.added) text += "sum += added[" + place + "]; ";
  if (epilogue.has_low()) text += limit("<", epilogue.low);
  if (epilogue.has_high()) text += limit(">", epilogue.high);
  return text;
}

// Does a tap of some position fall outside of the image?
bool leaves_image(const Convolution& c) {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t last = (c.output[i] - 1) * c.stride[i] + (c.filter[i] - 1) * c.dilation[i];
    if (c.padding[i] > 0 || last - c.padding[i] >= c.image[i]) return true;
    // In the gradient of the images: pixels that a tap of no position reads.
    if (c.makes == Makes::images && (c.filter[i] > 1 || c.stride[i] > 1)) return true;
  }
  return false;
}

TextTemplate sizes_of(const Convolution& c) {
  TextTemplate sizes;
  sizes.set("N", c.batch).set("C", c.group_channels()).set("filters", c.group_filters());
  sizes.set("all_filters", c.out_channels);
  sizes.set("taps", c.taps());
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string axis = std::to_string(i);
    sizes.set("D" + axis, c.image[i]).set("T" + axis, c.filter[i]).set("M" + axis, c.output[i]);
    sizes.set("pad" + axis, c.padding[i]).set("step" + axis, c.stride[i]);
    sizes.set("far" + axis, c.dilation[i]);
  }
  return sizes;
}

// In each group, outputs (K, positions x N): inner C x taps. Images (C, pixels x N): inner taps x
// K. Filters (C x taps, K): inner positions x N.
void set_sizes(TileKernel& kernel, const Convolution& c) {
  const std::int64_t positions = c.positions() * c.batch, pixels = c.pixels() * c.batch;
  const std::int64_t taps = c.group_channels() * c.taps();
  kernel.groups = c.groups;
  switch (c.makes) {
    case Makes::outputs:
      kernel.rows = c.group_filters(), kernel.columns = positions, kernel.inner = taps;
      break;
    case Makes::images:
      kernel.rows = c.group_channels(), kernel.columns = pixels,
      kernel.inner = c.taps() * c.group_filters();
      break;
    case Makes::filters:
      kernel.rows = taps, kernel.columns = c.group_filters(), kernel.inner = positions;
      break;
  }
  const std::int64_t largest =
      std::max({c.in_channels * pixels, c.out_channels * positions, c.weights()});
  if (largest >= std::int64_t{1} << 30) kernel.integer = "long";
}

// Large tiles where there are enough of them; else smaller ones, and sums in parts.
void set_tiles(TileKernel& kernel) {
  kernel.tile_rows = tile_side(kernel.rows, 64);
  kernel.tile_columns = tile_side(kernel.columns, 128);
  while (kernel.blocks() < enough_blocks && kernel.tile_columns > 32) kernel.tile_columns /= 2;
  while (kernel.blocks() < enough_blocks && kernel.tile_rows > 32) kernel.tile_rows /= 2;
  const std::int64_t wanted = enough_blocks / std::max<std::int64_t>(1, kernel.blocks());
  const std::int64_t most = std::max<std::int64_t>(1, kernel.inner / least_part);
  const std::int64_t count = std::clamp<std::int64_t>(wanted, 1, most);
  const std::int64_t length = std::max<std::int64_t>(1, (kernel.inner + count - 1) / count);
  kernel.part_length = (length + kernel.tile_inner - 1) / kernel.tile_inner * kernel.tile_inner;
  kernel.parts =
      std::max<std::int64_t>(1, (kernel.inner + kernel.part_length - 1) / kernel.part_length);
}

// Of the element (i, j) of the group's rows and columns.
std::string place_of_result(const Convolution& c) {
  switch (c.makes) {
    case Makes::outputs:
      return among_all(c, "i", "$filters$") + " * (long)($M0$ * $M1$ * $M2$ * $N$) + j";
    case Makes::images: return among_all(c, "i", "$C$") + " * (long)($D0$ * $D1$ * $D2$ * $N$) + j";
    case Makes::filters: break;
  }
  return "i * (long)$all_filters$ + " + among_all(c, "j", "$filters$");
}

}  // namespace

TileKernel convolution_kernel(const Convolution& c, const std::string& name) {
  TileKernel kernel;
  set_sizes(kernel, c);
  set_tiles(kernel);
  const TextTemplate sizes = sizes_of(c).set("int", kernel.integer);
  const auto filled = [&sizes](TileLoads loads) {
    return TileLoads{loads.along_inner, sizes.fill(loads.fixed), sizes.fill(loads.element)};
  };
  kernel.name = name;
  kernel.parameters = parameters(c, kernel.parts > 1);
  kernel.left = filled(left_loads(c));
  kernel.right = filled(right_loads(c));
  kernel.may_miss = leaves_image(c);
  const std::string place = place_of_result(c);
  kernel.finish = sizes.fill(epilogue_text(c.epilogue, among_all(c, "i", "$filters$"), place) +
                             "result[" + place + "] = sum;\n");
  return kernel;
}

}  // namespace ng
