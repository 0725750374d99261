// SPDX-License-Identifier: Apache-2.0
// Connectionist temporal classification: the cost of all alignments of a label sequence with a
// longer activation sequence (Graves, Fernández, Gomez, Schmidhuber 2006).
#pragma once

#include <optional>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// The cost of each sample over N. `activations` (REC, N, C) are logits; softmax over C is applied.
// Class 0 is the blank. `labels` (one axis) are the concatenated labels of all samples, from 1 to
// C - 1. `activation_lens` (N) is the used part of REC in percent, `label_lens` (N) the number of
// labels per sample. Labels that do not fit into their activations have infinite cost and gradient
// 0. Value Error for other ranks and axes; labels and lengths out of range fail the run.
Op ctc(const Operand& activations, const Operand& labels, const Operand& activation_lens,
       const Operand& label_lens, const std::optional<Axes>& axes = {});

extern const OpDef ctc_op, ctc_gradient_op;

}  // namespace ng
