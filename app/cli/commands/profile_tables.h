// SPDX-License-Identifier: Apache-2.0
// Times of a profile added up by op type and by block of the model.
#pragma once

#include <string>
#include <vector>

#include "engine/analysis/roofline.h"
#include "engine/records/records.h"

namespace ng::cli {

// What a kernel computes of the document.
struct KernelContents {
  std::string types;  // "Conv + Relu": of the model's nodes, else of the ops
  std::string names;  // "conv1/Conv, relu/Relu": likewise
  std::string block;  // "layer1 × 2"; empty: no block
};
// One for each kernel of the record.
std::vector<KernelContents> kernelContents(const CompilationRecord& record);

// Kernels of a call with the same types, or in the same block.
struct TimeRow {
  std::string name;
  double microseconds = 0;  // per call
  double share = 0;         // of the time of all kernels in a call, 0..1
  int kernels = 0;
  std::int64_t flops = 0, bytes = 0;  // per call
};
// The longest first. Kernels that run once are left out.
std::vector<TimeRow> timesBy(std::string KernelContents::* key, const CompilationRecord& record,
                             const std::vector<KernelPoint>& points,
                             const std::vector<KernelContents>& contents);

// Time of the kernels that run once, in µs.
double timeOnce(const std::vector<KernelPoint>& points);

}  // namespace ng::cli
