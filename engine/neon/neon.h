// SPDX-License-Identifier: Apache-2.0
// All layers: `#include "engine/neon/neon.h"`.
#pragma once

#include "engine/neon/layers/birnn.h"
#include "engine/neon/layers/containers.h"
#include "engine/neon/layers/convolution.h"
#include "engine/neon/layers/lookup_table.h"
