// SPDX-License-Identifier: Apache-2.0
// The rows of all nodes that a converted program may have.
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/pytorch/aten_ops.h"
#include "engine/frontends/pytorch/complex_values.h"
#include "engine/frontends/pytorch/conversion/op_names.h"
#include "engine/frontends/pytorch/convert_program.h"

namespace ng::pytorch {
namespace {

// An op whose operand an earlier op has changed through another view.
void refuse_changed(NodeContext& n) {
  NodeContext::refuse(n.text("reason", "its operand has changed"));
}
constexpr OpRow refused = {refused_op, 1, 0, refuse_changed};

// Gives a buffer a new value.
void update(NodeContext& n) {
  n.result(onnx::assigned(n, n.op(0), cast(n, n.shared(1), n.dtype())));
}
constexpr OpRow updates = {update_op, 1, 0, update};

void refuse_complex(NodeContext&) {
  NodeContext::refuse(
      "it is not imported for complex numbers; compute with their parts (torch.view_as_real), or "
      "leave it out of the program");
}
constexpr OpRow not_complex = {"complex", 1, 0, refuse_complex};

void refuse_unknown(NodeContext& n) {
  if (n.given(decomposed_key)) NodeContext::refuse("this op is not imported");
  NodeContext::refuse(
      "this op is not imported; export the program again with run_decompositions(), which composes "
      "many ops of others");
}
constexpr OpRow unknown = {"unknown", 1, 0, refuse_unknown};

const OpRow* row_of(std::string_view op_type) {
  if (op_type == refused_op) return &refused;
  if (op_type.starts_with(complex_prefix)) {
    const OpRow* row = find_complex_row(op_type.substr(complex_prefix.size()));
    return row ? row : &not_complex;
  }
  if (op_type == update_op) return &updates;
  const OpRow* row = find_row(op_type);
  const bool composed = op_type.starts_with("aten.") || op_type.ends_with(".wrap_with_autocast");
  return row || !composed ? row : &unknown;
}

}  // namespace

const onnx::Dialect dialect = {op_domain, row_of};

}  // namespace ng::pytorch
