// SPDX-License-Identifier: Apache-2.0
// The record of a document, a compilation and a run: plain, id-based structs. The workbench and
// `--json` read nothing else. Records hold no pointers into the live engine, so they can be kept,
// saved and sent. Op ids are stable: an op has the same id in the graphs of all passes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/tensor.h"
#include "engine/graph/family.h"
#include "engine/graph/op_traits.h"
#include "engine/records/lazy_text.h"
#include "engine/records/record_kinds.h"
#include "engine/records/row_index.h"
#include "engine/records/shared_rows.h"
#include "engine/runtime/buffer_kind.h"
#include "engine/runtime/gpu_use.h"

namespace ng {

using OpKey = std::uint64_t;

struct AxisRecord {
  std::string name;                    // "C", "ax.C-1" for a dual
  std::optional<std::int64_t> length;  // empty: unknown
  int dual_level = 0;
  std::optional<AxisRole> role;
};
std::string length_text(const AxisRecord& axis);  // "128"; "?" if it is unknown

struct ResultRecord {
  std::vector<AxisRecord> axes;
  DType dtype = DType::f32;
};

struct OperandRecord {
  OpKey op = 0;
  int result = 0;    // which of the producer's results
  std::string name;  // the operand's name in the op's record: "x", "y", "error" …
};

struct OpRecord {
  OpKey id = 0;
  std::string op;     // the op's record name: "dot", "add", "fused" …
  std::string name;   // unique within the document: "W", "add_3"
  std::string glyph;  // one or two characters: "+", "⊗", "σ", "Σ"
  Family family = Family::elementwise;
  Traits traits;                  // what the op's record says about it
  std::string scope;              // "layer1/gate", empty at top level
  OpRole role = OpRole::forward;  // group on the canvas
  std::vector<OperandRecord> operands;
  std::vector<ResultRecord> results;
  std::vector<std::pair<std::string, std::string>> attributes;  // as text, in a fixed order
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<OpKey> origins;  // the user's ops that this op comes from; for a user's op, itself
  std::string made_by;         // the pass or rule that made it; empty for a user's op
  std::string file;            // source file and line that created it (or its first origin)
  int line = 0;
  std::int64_t flops = 0;   // per run
  std::int64_t bytes = 0;   // read + written per run, without fusion
  OpKey kernel = 0;         // the fused op that contains it, a hull on the canvas; 0: none
  std::string kernel_name;  // "k0"; empty before fusion
};

// Operands precede their users. A fused op is followed by the ops of its body, which have its id in
// `kernel`; operands inside a body refer directly to the outer producers.
struct GraphRecord {
  SharedRows<OpRecord> ops;  // rows are shared between graphs of passes that did not change them
  std::vector<OpKey> results;
  const OpRecord* find(OpKey id) const;  // null if absent; thread safe
 private:
  RowIndex<OpKey> rows_;
};
using GraphRecordPtr = std::shared_ptr<const GraphRecord>;

struct RewriteRecord {
  std::string rule;  // "x*1 -> x"
  std::vector<OpKey> removed, added;
  double microseconds = 0;
};

// A rule of a pass that can be disabled by name.
struct RuleRecord {
  std::string name;  // "x*1 -> x"
  bool enabled = true;
};

struct PassRecord {
  std::string name;      // "fold_constants"
  std::string sentence;  // "before -> after" in one line
  PassPhase phase = PassPhase::graph;
  std::string condition;  // when it runs, as text; empty: always
  std::string reason;     // why it runs at this position
  bool required = false;  // for correct programs; cannot be disabled
  bool enabled = true;
  bool changed = false;
  std::vector<RuleRecord> rules;  // that can be disabled individually
  double microseconds = 0;
  GraphRecordPtr before, after;                 // never null; the same pointer when nothing changed
  std::vector<OpKey> added, removed, modified;  // ops of `after` / `before` / both
  std::vector<RewriteRecord> rewrites;
  std::vector<Diagnostic> diagnostics;
  LazyText text_before, text_after;  // printed graphs (or programs), for the text diff
};

// A line of a text (1-based) and the ops that it computes.
struct LineOps {
  int line = 0;
  std::vector<OpKey> ops;
};

struct KernelText {
  std::string text;  // empty if unavailable; `absent` says why
  std::string absent;
  std::vector<LineOps> lines;
};

struct KernelRecord {
  OpKey id = 0;      // the fused op's id
  std::string name;  // "k0"
  KernelKind kind = KernelKind::generated;
  std::string library;                     // "oneDNN", "Eigen"; empty unless it is a library call
  std::vector<OpKey> ops;                  // inside the kernel, in order of computation
  std::vector<std::string> reads, writes;  // buffer names
  KernelText source, cuda, llvm_ir, assembly, ptx, sass;
  std::optional<GpuUse> gpu_use;  // absent: not compiled for a GPU
  std::string loops;              // "N 128 (16 lanes) ▸ C 4 (reduce)"
  std::int64_t flops = 0, bytes = 0;
  double compile_ms = 0;
  bool cached = false;
  std::optional<double> microseconds;  // measured mean per launch
  std::int64_t launches = 0;
};

struct BufferRecord {
  std::string name;  // "a_W", "t0"
  BufferKind kind = BufferKind::temporary;
  std::int64_t bytes = 0;
  std::int64_t offset = 0;            // within its pool
  int first_step = 0, last_step = 0;  // of the computation, inclusive
  std::vector<OpKey> values;          // ops whose value is stored here, in order of time
  OpKey owner = 0, last_reader = 0;
  std::vector<AxisRecord> axes;
  std::vector<std::int64_t> strides;  // in elements
  DType dtype = DType::f32;
  std::string reason;       // why it is alive this long
  std::string in_place_of;  // buffer whose memory it could reuse in place, or empty
};

struct StepRecord {
  std::string text;    // "k0(a_W, a_X) -> t0"
  std::string kernel;  // name in kernels
  std::vector<OpKey> ops;
};

struct CompilationRecord {
  int version = 1;
  std::string computation, transformer;
  std::vector<PassRecord> passes;
  std::vector<KernelRecord> kernels;
  std::vector<BufferRecord> buffers;
  std::vector<StepRecord> steps;
  KernelText program;  // allocate, init, one procedure, save, restore
  std::vector<Diagnostic> diagnostics;
  double compile_ms = 0;
  bool cached = false;              // every kernel came from the object cache
  std::int64_t peak_bytes = 0;      // of temporaries
  std::int64_t unshared_bytes = 0;  // of temporaries, without buffer reuse
  std::int64_t flops = 0, bytes = 0;

  GraphRecordPtr as_written() const { return passes.empty() ? nullptr : passes.front().before; }
  GraphRecordPtr final_graph() const { return passes.empty() ? nullptr : passes.back().after; }
  const KernelRecord* kernel(const std::string& name) const;
  // Thread safe; the first call builds the indices. A fused op that was merged into another step is
  // computed by the kernel of its members.
  const KernelRecord* kernel_of(OpKey op) const;  // null: not computed by a kernel
  const BufferRecord* buffer_of(OpKey op) const;  // null: only in registers

 private:
  RowIndex<std::string> kernel_rows_;
  RowIndex<OpKey> kernels_of_ops_, members_of_fused_, buffers_of_ops_;
};
using CompilationRecordPtr = std::shared_ptr<const CompilationRecord>;

struct ComputationRecord {
  std::string name;
  std::vector<OpKey> parameters, results;
};

// Data of a plan: generated or read by name, or a file of arrays.
struct PlanDataRecord {
  std::string name;    // "digits"; for a file its name
  std::string kind;    // "mixture_of_gaussians", a data set such as "mnist", or "file"
  std::string title;   // "MNIST: 28 x 28 digits"; empty: unknown
  std::string origin;  // "synthetic, seed 0", or the folder
  std::string files;   // expected contents of a user's folder; empty: folders are not supported
  std::vector<std::string> arrays;  // arrays that can be fed to a placeholder: "digits.train.image"
  std::optional<std::int64_t> samples;  // in the training part; empty: not counted
  bool folder_by_user = false;
};

struct PlanEvaluationRecord {
  std::string name, computation;
  std::int64_t batches = 0;  // 0: one pass over all data
  bool enabled = true;
};

struct PlanCallbackRecord {
  CallbackKind kind = CallbackKind::checkpoint;
  std::int64_t every = 1;  // epochs
  std::string file;        // relative to the document's folder
  bool operator==(const PlanCallbackRecord&) const = default;
};

// What feeds a placeholder at each call: a number, an expression, data.
struct PlanGivenRecord {
  std::string placeholder;
  GivenKind kind = GivenKind::value;
  std::string source;    // "4", "5/(1+epoch)", "mixture.train.xs", "normal(0, 1, seed=7)"
  bool assumed = false;  // not specified: fed with 0
};

// A named constant of the document, such as a learning rate.
struct PlanScalarRecord {
  OpKey op = 0;  // a constant
  std::string name;
  double value = 0;
};

struct PlanRecord {
  std::string computation, evaluation;
  int epochs = 0, batches = 0;
  // Length of the batch axis, samples per call; empty: no batch axis, or its length is unknown.
  std::optional<std::int64_t> batch_size;
  std::string data_source;  // description: "mixture of 2 Gaussians, seed 0"
  std::vector<std::string> plots;
  std::vector<PlanDataRecord> data;
  std::vector<PlanEvaluationRecord> evaluations;
  std::vector<PlanCallbackRecord> callbacks;
  std::vector<PlanGivenRecord> given;
  std::vector<PlanScalarRecord> scalars;
  std::optional<Diagnostic> fault;  // why it cannot run
};

struct DocumentRecord {
  std::string path, title, description, made_by;
  std::vector<ComputationRecord> computations;
  std::vector<OpKey> variables, placeholders;
  std::int64_t parameters = 0;  // number of elements of all trainable variables
  std::optional<PlanRecord> plan;
  GraphRecordPtr graph;  // the whole document, as written
};
using DocumentRecordPtr = std::shared_ptr<const DocumentRecord>;

// A value with its axes, shown by the tensors view and `ngraph tensor`.
struct TensorRecord {
  OpKey op = 0;
  std::string name;
  std::vector<AxisRecord> axes;
  Tensor value;
  std::int64_t iteration = 0;
};
using TensorRecordPtr = std::shared_ptr<const TensorRecord>;  // never copied: values may be large

struct SeriesRecord {
  std::string name;  // "loss"
  std::string x_title;
  std::string y_title;
  std::vector<double> x, y;
  OpKey op = 0;                             // the result that was plotted; 0: an evaluation
  SeriesUnit unit = SeriesUnit::iteration;  // of x
};

}  // namespace ng
