// SPDX-License-Identifier: Apache-2.0
// What `ngraph scale` prints of a cluster, and of the predicted times of stages.
#pragma once

#include <string>

#include "app/cli/json.h"
#include "engine/neon/scaling/pipeline_scaling.h"

namespace ng::cli {

std::string figures(double value);  // 4 digits
std::string percent(double part);   // 0.125: "12.5"

std::string clusterText(const Cluster& cluster);
Json clusterJson(const Cluster& cluster);

std::string pipelineText(const PipelineScaling& scaling, const Cluster& cluster);
Json pipelineJson(const PipelineScaling& scaling, const Cluster& cluster);

}  // namespace ng::cli
