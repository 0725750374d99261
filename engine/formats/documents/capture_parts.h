// SPDX-License-Identifier: Apache-2.0
// Curves and health log of a capture as arrays of float64, which hold NaN and infinities, unlike
// JSON. Errors are bad_file Errors at the JSON field that describes the array.
#pragma once

#include "engine/base/op_id.h"
#include "engine/parsing/json_field.h"
#include "engine/records/debug_record.h"
#include "engine/records/records.h"

namespace ng {

Tensor curve_array(const SeriesRecord& curve);  // (2, points): x, y
void read_curve(const JsonField& field, const Tensor& array, SeriesRecord& curve);

// One row per op: samples, first non-finite iteration (0: none), had finite elements, overall min,
// overall max; then the newest summary as in health_summaries() without the op.
Tensor health_totals(const HealthRecord& health);
// One row per summary, oldest first: row of the op in health_totals(), iteration, elements, NaN,
// infinities, min, max, mean.
Tensor health_summaries(const HealthRecord& health);
// `ops`: of the rows of `totals`.
HealthRecord read_health(const JsonField& field, const std::vector<OpId>& ops, const Tensor& totals,
                         const Tensor& summaries);

}  // namespace ng
