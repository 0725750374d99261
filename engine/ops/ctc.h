// SPDX-License-Identifier: Apache-2.0
// Connectionist temporal classification: the cost of all alignments of a sequence of labels with a
// longer sequence of activations (semantics 2.7; Graves, Fernández, Gomez, Schmidhuber 2006).
#pragma once

#include <optional>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// The cost of each sample over N. `activations` (REC, N, C) are raw, the softmax over C is inside;
// class 0 is the blank. `labels` (one axis) holds the labels of all samples one after another, from
// 1 to C - 1; `activation_lens` (N) is the part of REC that counts, in percent; `label_lens` (N)
// how many labels each sample has. Labels that do not fit into their activations cost infinity,
// with gradient 0. Value Error for other ranks and axes; a run refuses labels and lengths out of
// range.
Op ctc(const Operand& activations, const Operand& labels, const Operand& activation_lens,
       const Operand& label_lens, const std::optional<Axes>& axes = {});

extern const OpDef ctc_op, ctc_gradient_op;

}  // namespace ng
