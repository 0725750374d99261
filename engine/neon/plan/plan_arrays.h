// SPDX-License-Identifier: Apache-2.0
// Arrays that plans feed: from files in the document's folder and from the mixture generator.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/documents/document.h"
#include "engine/neon/data/mixture.h"
#include "engine/neon/plan/plan_place.h"

namespace ng {

// Creates the batches of an array, at least one.
using MakeBatches = std::function<std::vector<Tensor>()>;

struct SplitBatches {
  std::vector<Tensor> batches;
  std::int64_t own_of_last = INT64_MAX;  // elements of the last batch before it wraps around
};

// Splits a single array for a placeholder over `axes`. An array with one more axis is split along
// its first axis. An array with equally many axes but a longer first one is split into batches of
// the placeholder's length, the last one filled up from the front. Otherwise the batches are
// returned unchanged.
SplitBatches split_batches(std::vector<Tensor> batches, const Axes& axes);

class PlanArrays {
 public:
  // Registers the plan's mixtures; refuses invalid generators.
  PlanArrays(const Document& document, const RunPlan& plan);

  // A reference "data.part.xs" or "data.part.ys".
  MakeBatches of_data(const std::string& reference, const PlanPlace& place);
  // An npy or IDX file, or the named array of an npz or safetensors file.
  MakeBatches of_file(const std::string& file, const std::string& array, const PlanPlace& place);

 private:
  struct Generated;
  std::string document_path_;
  std::map<std::string, std::shared_ptr<Generated>> data_;
};

}  // namespace ng
