// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/external/program_data.h"

#include <array>
#include <initializer_list>
#include <iterator>

#include "engine/base/number.h"
#include "engine/kernels/emit.h"

namespace ng {
namespace {

constexpr int narrowest_vectors = 16;  // bytes; scalar loops use none

using NamedNumber = std::pair<const char*, double>;

std::string number_json(const char* name, double value) {
  return "\"" + std::string(name) + "\": " + to_string(Number(value), 17);
}

std::string numbers_json(std::initializer_list<NamedNumber> numbers) {
  std::string text = "{";
  for (const auto& [name, value] : numbers)
    text += (text.size() > 1 ? ", " : "") + number_json(name, value);
  return text + "}";
}

template <std::size_t N>
std::string list_json(const char* name, const std::array<std::int64_t, N>& values) {
  std::string text = ", \"" + std::string(name) + "\": [";
  for (std::size_t i = 0; i < N; ++i) text += (i ? ", " : "") + std::to_string(values[i]);
  return text + "]";
}

// Only those that there are, as JSON has no infinity.
std::string limits_json(const ConvolutionEpilogue& epilogue) {
  return (epilogue.has_low() ? ", " + number_json("low", epilogue.low) : "") +
         (epilogue.has_high() ? ", " + number_json("high", epilogue.high) : "");
}

double number(std::int64_t value) {
  return static_cast<double>(value);
}

std::string with_lists(std::string object, const std::string& lists) {
  object.pop_back();
  return object + lists + "}";
}

// Where a convolution or a pooling step makes what.
constexpr const char* convolution_results[] = {"outputs", "images", "filters"};
constexpr const char* pooling_results[] = {"outputs", "images", "chosen"};
// In the order of the variant AxisStep.
constexpr const char* axis_steps[] = {"cumulation", "argsort", "take", "scatter"};
static_assert(std::size(axis_steps) == std::variant_size_v<AxisStep>);

std::string with_word(std::string object, const char* name, std::string_view word) {
  return with_lists(std::move(object),
                    ", \"" + std::string(name) + "\": \"" + std::string(word) + "\"");
}

struct Details {
  const Program& program;
  const Step& step;

  std::string operator()(const KernelStep& work) const {
    const kernel::Kernel& kernel = program.kernels[static_cast<std::size_t>(work.kernel)];
    return numbers_json({{"iterations", number(kernel.parallel_extent())},
                         {"flops", number(kernel.flops)},
                         {"bytes", number(kernel.bytes)}});
  }
  std::string operator()(const Matmul& p) const {
    return numbers_json({{"m", number(p.m)},
                         {"n", number(p.n)},
                         {"k", number(p.k)},
                         {"transpose_a", p.transpose_a},
                         {"transpose_b", p.transpose_b},
                         {"accumulate", p.accumulate},
                         {"alpha", p.alpha},
                         {"factor", step.reads.size() > 3}});
  }
  std::string operator()(const WindowStep& work) const { return std::visit(*this, work); }
  std::string operator()(const Convolution& c) const {
    return with_lists(
        with_word(numbers_json({{"batch", number(c.batch)},
                                {"in_channels", number(c.in_channels)},
                                {"out_channels", number(c.out_channels)},
                                {"groups", number(c.groups)},
                                {"bias", c.epilogue.bias},
                                {"added", c.epilogue.added}}),
                  "convolution", convolution_results[static_cast<std::size_t>(c.makes)]),
        limits_json(c.epilogue) + list_json("image", c.image) + list_json("filter", c.filter) +
            list_json("output", c.output) + list_json("padding", c.padding) +
            list_json("stride", c.stride) + list_json("dilation", c.dilation));
  }
  // Packs for loops of this process, which no other transformer has: see Backend::filter_order()
  // and Backend::packed_floats().
  std::string operator()(const FilterPacking&) const { return "{}"; }
  std::string operator()(const MatrixPacking&) const { return "{}"; }
  std::string operator()(const Pooling& p) const {
    return with_lists(with_word(numbers_json({{"average", p.average}, {"batch", number(p.batch)}}),
                                "pooling", pooling_results[static_cast<std::size_t>(p.makes)]),
                      list_json("image", p.image) + list_json("window", p.window) +
                          list_json("output", p.output) + list_json("padding", p.padding) +
                          list_json("stride", p.stride));
  }
  std::string operator()(const Lookup& l) const {
    return numbers_json({{"lookup", l.gradient},
                         {"outer", number(l.outer)},
                         {"rows", number(l.rows)},
                         {"inner", number(l.inner)},
                         {"count", number(l.count)},
                         {"skipped", number(l.skipped)}});
  }
  std::string operator()(const AxisStep& work) const {
    const AxisCost cost = cost_of(work);
    return with_word(numbers_json({{"flops", number(cost.flops)}, {"bytes", number(cost.bytes)}}),
                     "axis_step", axis_steps[work.index()]);
  }
  std::string operator()(const ClassCheck& check) const {
    return numbers_json({{"classes", number(check.classes)}});
  }
  std::string operator()(const JoinStep& join) const {
    return numbers_json({{"rows", number(join.rows)}});
  }
  std::string operator()(const LoopStep& work) const {
    return numbers_json({{"count", number(work.loop->count)}, {"reverse", work.loop->reverse}});
  }
  std::string operator()(const CopyStep&) const { return "{}"; }
  std::string operator()(const PrintStep&) const { return "{}"; }
  std::string operator()(const EvaluateStep&) const { return "{}"; }
  std::string operator()(const CollectiveStep& work) const {
    return with_word(
        numbers_json({{"ranks", number(work.ranks)}, {"bytes", number(work.part_bytes())}}),
        "collective", name(work.kind));
  }
};

// In the order of the variant Work.
constexpr const char* kinds[] = {"kernel", "matmul", "window",   "axis",       "copy", "join",
                                 "check",  "print",  "evaluate", "collective", "loop"};
static_assert(std::size(kinds) == std::variant_size_v<Work>);

}  // namespace

ProgramData::ProgramData(const Program& program, int vector_bytes) {
  for (const Buffer& buffer : program.buffers) {
    const auto kind = static_cast<std::size_t>(buffer.kind);
    const bool holds = buffer.kind == BufferKind::constant && !buffer.contents.bytes.empty();
    buffers_.push_back({buffer.name.c_str(), names_of(buffer.kind)[kind].data(),
                        ng::name(buffer.dtype).data(), buffer.shape.data(), buffer.shape.size(),
                        buffer.bytes, holds ? buffer.contents.bytes.data() : nullptr});
  }
  for (const Step& step : program.steps) {
    const auto* kernel = step.as<KernelStep>();
    const char* source =
        kernel
            ? keep(kernel::emit_cpp(program.kernels[static_cast<std::size_t>(kernel->kernel)]).text)
            : "";
    steps_.push_back({kinds[step.work.index()], step.name.c_str(), step.reads.data(),
                      step.writes.data(), step.reads.size(), step.writes.size(),
                      keep(std::visit(Details{program, step}, step.work)), source});
  }
  program_ = {sizeof program_,
              program.name.c_str(),
              buffers_.data(),
              buffers_.size(),
              steps_.data(),
              steps_.size(),
              keep(kernel::cpp_prelude(vector_bytes ? vector_bytes : narrowest_vectors))};
}

}  // namespace ng
