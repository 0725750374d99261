// SPDX-License-Identifier: Apache-2.0
// Times of a profile added up by op type and by block of the model.
#pragma once

#include <string>
#include <vector>

#include "engine/tables/profile_table.h"

namespace ng::cli {

// What a kernel computes of the document.
struct KernelContents {
  std::string types;  // "Conv + Relu": of the model's nodes, else of the ops
  std::string names;  // "conv1/Conv, relu/Relu": likewise
  std::string block;  // "layer1 × 2"; empty: no block
};
// One for each kernel of the record.
std::vector<KernelContents> kernelContents(const CompilationRecord& record);

// The longest first. Kernels that run once are left out.
std::vector<TimeRow> timesBy(std::string KernelContents::* key, const CompilationRecord& record,
                             const std::vector<KernelPoint>& points,
                             const std::vector<KernelContents>& contents);

// Time of the kernels that run once, in µs.
double timeOnce(const std::vector<KernelPoint>& points);

}  // namespace ng::cli
