// SPDX-License-Identifier: Apache-2.0
// Texts for trials of pipelines. Pure functions.
#pragma once

#include <QString>

#include "engine/records/pipeline_record.h"

namespace ng::views {

// E.g. "without fuse, x*1 -> x, simplify after fuse".
QString choiceText(const PipelineChoice& choice);
QString briefText(const PipelineChoice& choice);  // for narrow columns, e.g. "−fuse, ↑ simplify"
QString signedCount(std::int64_t change);         // e.g. "+16", "−3", "0"
QString signedBytes(std::int64_t change);         // e.g. "+2.1 KiB"
QString timeRatio(const PipelineTrialRecord& trial);  // e.g. "×2.31"; empty: not measured
QString shortText(const PipelineTrialRecord& trial);  // e.g. "+16 k ×2.31"
// E.g. "+16 kernels, peak +2.1 KiB, 8.4 µs (…) → 19.2 µs (…) per step called alone, error 2e-07".
QString fullText(const PipelineTrialRecord& trial);

}  // namespace ng::views
