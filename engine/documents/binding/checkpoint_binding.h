// SPDX-License-Identifier: Apache-2.0
// Binds the tensors of a checkpoint of any framework to the variables of a document, by name, by
// rules, and by suggestions where names differ.
#pragma once

#include <functional>

#include "engine/documents/binding/checkpoint_match.h"
#include "engine/documents/checkpoint_contents.h"
#include "engine/documents/document.h"

namespace ng {

// Variables and persistent tensors of a document, by name.
std::vector<Op> state_of(const Document& document);

// Binds by name after the rules, except variables with a choice. Floating-point tensors are rounded
// to a variable's floating-point type; any other difference of types or lengths is a mismatch.
// Throws a value Error for rules that cannot be applied, match nothing or make names equal, a key
// Error for a choice that names an unknown variable or tensor.
CheckpointBinding bind_checkpoint(const CheckpointContents& contents, const std::vector<Op>& state,
                                  const BindingChoices& choices);
// The same without suggestions.
CheckpointBinding bind_by_names(const CheckpointContents& contents, const std::vector<Op>& state,
                                const BindingChoices& choices);

// Binds missing variables to their best suggestion if its names are similar enough, and clearly
// more than with the next tensor, and than those of other missing variables with this tensor.
void accept_suggestions(CheckpointBinding& binding, double least_similarity = 0.5);

// Reads the bound tensors as a checkpoint of the document `title`. `otherwise` gives the values of
// variables without a tensor; default: their initial values.
Checkpoint bound_checkpoint(CheckpointSource& source, const CheckpointBinding& binding,
                            const std::string& title, const std::vector<Op>& state,
                            const std::function<Tensor(const Op&)>& otherwise = {});

}  // namespace ng
