// SPDX-License-Identifier: Apache-2.0
// The values of a graph's variables, from a checkpoint of any format.
#pragma once

#include "engine/frontends/tensorflow/convert_graph.h"

namespace ng::tensorflow {

// The checkpoint that belongs to a graph's file: variables/variables.index beside a SavedModel,
// NAME.index beside NAME.meta. Empty if there is none.
std::string checkpoint_beside(const Model& model);

// Reads tensors one by one by the names of tensor_bundle.h. Throws bad_file Errors; adds the notes
// of the file. A path without a file is a TensorFlow prefix.
VariableValues values_in(const std::string& path, Notes& notes);

}  // namespace ng::tensorflow
