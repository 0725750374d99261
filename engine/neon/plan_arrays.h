// SPDX-License-Identifier: Apache-2.0
// The arrays that plans feed: from files in the document's folder and from generators. Read and
// made on first use, once.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/neon/mixture.h"
#include "engine/neon/plan_place.h"
#include "engine/session/document.h"

namespace ng {

// An array of batches. Used by one thread at a time.
class BatchedArray {
 public:
  explicit BatchedArray(std::function<std::vector<Tensor>()> make) : make_(std::move(make)) {}
  // Batch `index`, from the first again beyond the last. A lone array of more than `rank` axes is
  // one batch for each place of its first axis.
  const Tensor& batch(std::int64_t index, std::size_t rank);

 private:
  std::function<std::vector<Tensor>()> make_;
  std::vector<Tensor> batches_;
};

class PlanArrays {
 public:
  // Refuses generators that cannot be made, and two of the same name.
  PlanArrays(const Document& document, const RunPlan& plan);

  // "data.part.xs" or "data.part.ys".
  std::shared_ptr<BatchedArray> of_data(const std::string& reference, const PlanPlace& place);
  // Of an npy file, or the named one of an npz file.
  std::shared_ptr<BatchedArray> of_file(const std::string& file, const std::string& array,
                                        const PlanPlace& place);

 private:
  struct Generated;
  std::string document_path_;
  std::map<std::string, std::shared_ptr<Generated>> data_;
};

}  // namespace ng
