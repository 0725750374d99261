// SPDX-License-Identifier: Apache-2.0
// All that a program which builds and runs graphs needs: `#include "engine/ngraph.h"`.
#pragma once

#include "engine/base/error.h"
#include "engine/graph/axis.h"
#include "engine/graph/op.h"
#include "engine/ops/convolution.h"
#include "engine/ops/ctc.h"
#include "engine/ops/dot.h"
#include "engine/ops/elementwise.h"
#include "engine/ops/lookup.h"
#include "engine/ops/pooling.h"
#include "engine/ops/reduction.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/softmax.h"
#include "engine/ops/state.h"
#include "engine/ops/view.h"
#include "engine/session/transformer.h"
