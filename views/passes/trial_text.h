// SPDX-License-Identifier: Apache-2.0
// Trials of pipelines in words and numbers. Pure.
#pragma once

#include <QString>

#include "engine/session/pipeline_record.h"

namespace ng::views {

QString choiceText(const PipelineChoice& choice);  // "without fuse, x*1 -> x, simplify after fuse"
QString briefText(const PipelineChoice& choice);   // for a narrow column: "−fuse, ↑ simplify"
QString signedCount(std::int64_t change);          // "+16", "−3", "0"
QString signedBytes(std::int64_t change);          // "+2.1 KB"
QString timeRatio(const PipelineTrialRecord& trial);    // "×2.31"; empty: not called
QString shortText(const PipelineTrialRecord& trial);    // "+16 kernels ×2.31"
// "+16 kernels, peak +2.1 KB, 8.4 → 19.2 us, error 2e-07"
QString fullText(const PipelineTrialRecord& trial);

}  // namespace ng::views
