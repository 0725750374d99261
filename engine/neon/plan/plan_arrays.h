// SPDX-License-Identifier: Apache-2.0
// The arrays that plans feed: from files in the document's folder and from the mixture's generator.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/neon/data/mixture.h"
#include "engine/neon/plan/plan_place.h"
#include "engine/session/document.h"

namespace ng {

// Makes the batches of an array, at least one.
using MakeBatches = std::function<std::vector<Tensor>()>;

struct SplitBatches {
  std::vector<Tensor> batches;
  std::int64_t own_of_last = INT64_MAX;  // places of the last that do not fill it up; all of them
};

// What a placeholder over `axes` is fed of a lone array. Of one that has more axes: the places of
// its first axis. Of one that has as many, but a longer first axis: batches of the placeholder's
// length, the last one filled up from the front. Else the batches as they are.
SplitBatches split_batches(std::vector<Tensor> batches, const Axes& axes);

class PlanArrays {
 public:
  // Of the plan's mixtures. Refuses generators that cannot be made.
  PlanArrays(const Document& document, const RunPlan& plan);

  // "data.part.xs" or "data.part.ys".
  MakeBatches of_data(const std::string& reference, const PlanPlace& place);
  // Of an npy or IDX file, or the named one of an npz or safetensors file.
  MakeBatches of_file(const std::string& file, const std::string& array, const PlanPlace& place);

 private:
  struct Generated;
  std::string document_path_;
  std::map<std::string, std::shared_ptr<Generated>> data_;
};

}  // namespace ng
