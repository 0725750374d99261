// SPDX-License-Identifier: Apache-2.0
// The arrays that plans feed: from files in the document's folder and from generators.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/neon/mixture.h"
#include "engine/neon/plan_place.h"
#include "engine/session/document.h"

namespace ng {

// Makes the batches of an array, at least one.
using MakeBatches = std::function<std::vector<Tensor>()>;

// The places of the first axis of a lone batch that has more than `rank` axes; else the batches.
std::vector<Tensor> split_batches(std::vector<Tensor> batches, std::size_t rank);

class PlanArrays {
 public:
  // Refuses generators that cannot be made, and two of the same name.
  PlanArrays(const Document& document, const RunPlan& plan);

  // "data.part.xs" or "data.part.ys".
  MakeBatches of_data(const std::string& reference, const PlanPlace& place);
  // Of an npy file, or the named one of an npz file.
  MakeBatches of_file(const std::string& file, const std::string& array, const PlanPlace& place);

 private:
  struct Generated;
  std::string document_path_;
  std::map<std::string, std::shared_ptr<Generated>> data_;
};

}  // namespace ng
