// SPDX-License-Identifier: Apache-2.0
#include "engine/deploy/step_tables.h"

#include <array>
#include <cmath>

#include "engine/base/error.h"
#include "engine/base/number.h"
#include "engine/deploy/deploy_backend.h"
#include "engine/deploy/deployed_program.h"

namespace ng {
namespace {

std::string text(std::int64_t value) {
  return std::to_string(value);
}
std::string flag(bool value) {
  return value ? "1" : "0";
}

template <class T>
std::string list(const T& values) {
  std::string joined;
  for (const auto value : values) joined += (joined.empty() ? "" : ", ") + text(value);
  return "{" + (joined.empty() ? std::string("0") : joined) + "}";
}

std::string exact(double value) {
  return to_string(Number(value), 17);
}

std::string limit(float value) {
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  return exact(value);
}

// Returns "ngr_run_…" and appends the constants that it refers to as `name`.
class WorkWriter {
 public:
  WorkWriter(const StepSource& source, std::string& data)
      : source_(source), data_(data), name_(source.name + "_data") {}

  std::string operator()(const KernelStep& step) {
    const auto which = static_cast<std::size_t>(step.kernel);
    const kernel::Kernel& kernel = source_.program.kernels[which];
    const std::int64_t cost = kernel.shared_out ? kernel.flops + kernel.bytes : 0;
    define("ngr_kernel", source_.kernels[which] + ", " + text(kernel.parallel_extent()) + ", " +
                             text(kernel.parallel_unit()) + ", " + text(cost));
    return "ngr_run_kernel";
  }
  std::string operator()(const Matmul& p) {
    const auto distance = [](std::int64_t given, std::int64_t contiguous) {
      return text(given ? given : contiguous);
    };
    std::string batch = "NULL", rows;
    for (const Matmul::Batch& axis : p.batch) {
      rows += (rows.empty() ? "" : ", ") + list(std::array{axis.count, axis.a, axis.b, axis.c});
    }
    if (!rows.empty()) {
      batch = source_.name + "_batch";
      data_ += "static const ngr_batch " + batch + "[] = {" + rows + "};\n";
    }
    define("ngr_matmul", text(p.m) + ", " + text(p.n) + ", " + text(p.k) + ", " +
                             flag(p.transpose_a) + ", " + flag(p.transpose_b) + ", " +
                             flag(p.accumulate) + ", " + text(static_cast<int>(p.dtype)) + ", " +
                             exact(p.alpha) + ", " + distance(p.lda, p.transpose_a ? p.m : p.k) +
                             ", " + distance(p.ldb, p.transpose_b ? p.k : p.n) + ", " +
                             distance(p.ldc, p.n) + ", " +
                             text(static_cast<std::int64_t>(p.batch.size())) + ", " + batch);
    return "ngr_run_matmul";
  }
  std::string operator()(const WindowStep& step) { return std::visit(*this, step); }
  std::string operator()(const Convolution& c) {
    const std::string sizes = flag(c.batch_first) + ", " + text(c.batch) + ", " +
                              text(c.in_channels) + ", " + text(c.out_channels) + ", " +
                              text(c.groups) + ", " + list(c.image) + ", " + list(c.filter) + ", " +
                              list(c.output) + ", " + list(c.padding) + ", " + list(c.stride) +
                              ", " + list(c.dilation);
    if (c.bytes) {
      define("ngr_byte_convolution", sizes + ", " + flag(c.bytes->images_signed) + ", " +
                                         flag(c.bytes->filters_signed) + ", " +
                                         text(c.bytes->pad_value));
      return "ngr_run_byte_convolution";
    }
    define("ngr_convolution", text(static_cast<int>(c.makes)) + ", " + sizes + ", " +
                                  flag(c.packed) + ", " + flag(c.epilogue.bias) + ", " +
                                  flag(c.epilogue.added) + ", " + limit(c.epilogue.low) + ", " +
                                  limit(c.epilogue.high) + ", " + text(rows_of_columns(c)));
    return "ngr_run_convolution";
  }
  std::string operator()(const FilterPacking& packing) {
    const Convolution& c = packing.convolution;
    define("ngr_packing", text(c.group_channels() * c.taps()) + ", " + text(c.groups) + ", " +
                              text(c.out_channels));
    return "ngr_run_packing";
  }
  std::string operator()(const MatrixPacking&) { refuse_host(); }
  std::string operator()(const Pooling& p) {
    define("ngr_pooling", text(static_cast<int>(p.makes)) + ", " + flag(p.average) + ", " +
                              text(p.batch) + ", " + list(p.image) + ", " + list(p.window) + ", " +
                              list(p.output) + ", " + list(p.padding) + ", " + list(p.stride));
    return "ngr_run_pooling";
  }
  std::string operator()(const Lookup& l) { return lookup(l, DType::f32); }
  std::string lookup(const Lookup& l, DType indices) {
    define("ngr_lookup", flag(l.gradient) + ", " + text(static_cast<int>(indices)) + ", " +
                             text(l.outer) + ", " + text(l.rows) + ", " + text(l.inner) + ", " +
                             text(l.count) + ", " + text(l.skipped) + ", " + c_string(l.where));
    return "ngr_run_lookup";
  }
  std::string operator()(const AxisStep& step) { return std::visit(*this, step); }
  std::string operator()(const Cumulation& c) {
    define("ngr_cumulation", text(static_cast<int>(c.dtype)) + ", " + flag(c.product) + ", " +
                                 flag(c.exclusive) + ", " + flag(c.reverse) + ", " + text(c.outer) +
                                 ", " + text(c.length) + ", " + text(c.inner));
    return "ngr_run_cumulation";
  }
  std::string operator()(const ArgSort& s) {
    define("ngr_argsort", text(static_cast<int>(s.dtype)) + ", " + flag(s.descending) + ", " +
                              text(s.outer) + ", " + text(s.length) + ", " + text(s.inner) + ", " +
                              text(s.count));
    return "ngr_run_argsort";
  }
  std::string operator()(const Take& take) {
    define_walk(take.walk, ScatterReduction::none);
    return "ngr_run_take";
  }
  std::string operator()(const Scatter& scatter) {
    define_walk(scatter.walk, scatter.reduction);
    return "ngr_run_scatter";
  }
  std::string operator()(const CopyStep&) {
    name_ = "NULL";
    return "ngr_run_copy";
  }
  std::string operator()(const JoinStep& join) {
    data_ += long_array(source_.name + "_blocks", join.block_bytes);
    define("ngr_join", text(join.rows) + ", " + source_.name + "_blocks");
    return "ngr_run_join";
  }
  std::string operator()(const ClassCheck& check) {
    define("ngr_check",
           text(check.classes) + ", " + c_string(check.axis) + ", " + c_string(check.where));
    return "ngr_run_check";
  }
  std::string operator()(const LoopStep& step) {
    const Loop& loop = *step.loop;
    const auto array = [&](const char* what, const std::vector<int>& values) {
      data_ += int_array(source_.name + "_" + what, values);
      return source_.name + "_" + what + ", ";
    };
    const std::string lists = array("last", loop.last) + array("next", loop.next) +
                              array("saved", loop.saved) + array("stacked", loop.stacked);
    data_ += "static const unsigned char " + source_.name + "_own[] = " + own_results(loop) + ";\n";
    define("ngr_loop", "&" + source_.body + ", " + text(loop.count) + ", " + flag(loop.reverse) +
                           ", " + std::to_string(loop.states) + ", " +
                           std::to_string(loop.sequences) + ", " + lists + source_.name + "_own, " +
                           text(loop.pool) + ", " + text(source_.pointers));
    return "ngr_run_loop";
  }
  std::string operator()(const PrintStep&) { refuse_host(); }
  // Of a single rank, which has the values of all.
  std::string operator()(const CollectiveStep&) { return (*this)(CopyStep()); }
  std::string operator()(const EvaluateStep& step) {
    const auto found = lookup_of_integers(step);
    if (!found) refuse_host();
    return lookup(found->lookup, found->indices);
  }

  const std::string& name() const { return name_; }

 private:
  [[noreturn]] static void refuse_host() {
    refuse(ErrorKind::internal, "a step of the host reached an ahead-of-time program");
  }
  void define(const std::string& type, const std::string& fields) {
    data_ += "static const " + type + " " + name_ + " = {" + fields + "};\n";
    name_ = "&" + name_;
  }
  void define_walk(const AxisWalk& walk, ScatterReduction reduction) {
    Shape lengths, table, positions;
    for (const AxisWalk::Dimension& each : walk.dimensions) {
      lengths.push_back(each.length);
      table.push_back(each.table);
      positions.push_back(each.position);
    }
    const auto array = [&](const char* what, const Shape& values) {
      data_ += long_array(source_.name + "_" + what, values);
      return source_.name + "_" + what + ", ";
    };
    const std::string arrays = array("lengths", lengths) + array("table_strides", table) +
                               array("position_strides", positions);
    define("ngr_walk",
           text(static_cast<int>(walk.dtype)) + ", " + text(static_cast<int>(walk.position_dtype)) +
               ", " + text(static_cast<int>(reduction)) + ", " +
               text(static_cast<std::int64_t>(lengths.size())) + ", " + arrays +
               text(elements_of(walk)) + ", " + text(walk.rows) + ", " + text(walk.row_stride) +
               ", " + text(walk.positions) + ", " + c_string(walk.where));
  }
  // The body writes a result directly to its destination, unless its buffer is another result's or
  // not an output of the body.
  static std::string own_results(const Loop& loop) {
    std::vector<bool> taken(loop.body.buffers.size());
    std::vector<int> own;
    for (const int buffer : loop.body.results) {
      const auto at = static_cast<std::size_t>(buffer);
      const bool direct =
          buffer >= 0 && !taken[at] && loop.body.buffers[at].kind == BufferKind::output;
      if (direct) taken[at] = true;
      own.push_back(direct);
    }
    return list(own);
  }

  const StepSource& source_;
  std::string& data_;
  std::string name_;
};

}  // namespace

StepRow step_row(const StepSource& source) {
  StepRow row;
  const Step& step = source.step;
  row.data = int_array(source.name + "_reads", step.reads) +
             int_array(source.name + "_writes", step.writes);
  WorkWriter writer(source, row.data);
  const std::string work = std::visit(writer, step.work);
  row.row = "  {" + work + ", " + c_string(step.name) + ", " + source.name + "_reads, " +
            source.name + "_writes, " + std::to_string(step.reads.size()) + ", " +
            std::to_string(step.writes.size()) + ", " + text(step.scratch.value_or(-1)) + ", " +
            writer.name() + "},\n";
  return row;
}

std::string int_array(const std::string& name, const std::vector<int>& values) {
  return "static const int " + name + "[] = " + list(values) + ";\n";
}

std::string long_array(const std::string& name, const Shape& values) {
  return "static const int64_t " + name + "[] = " + list(values) + ";\n";
}

}  // namespace ng
