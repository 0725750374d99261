// SPDX-License-Identifier: Apache-2.0
// The buffers and steps of a program.
#pragma once

#include <string>
#include <vector>

#include "engine/base/dtype.h"
#include "engine/base/op_id.h"
#include "engine/records/axis_record.h"
#include "engine/runtime/buffer_kind.h"

namespace ng {

struct BufferRecord {
  std::string name;  // "a_W", "t0"
  BufferKind kind = BufferKind::temporary;
  std::int64_t bytes = 0;
  std::int64_t offset = 0;            // within its pool
  int first_step = 0, last_step = 0;  // of the computation, inclusive
  std::vector<OpId> values;           // ops whose value is stored here, in order of time
  OpId owner = 0, last_reader = 0;
  std::vector<AxisRecord> axes;
  std::vector<std::int64_t> strides;  // in elements
  DType dtype = DType::f32;
  std::string reason;       // why it is alive this long
  std::string in_place_of;  // buffer whose memory it could reuse in place, or empty
  std::string device;       // "gpu", of a program on several devices; else empty
};

struct StepRecord {
  std::string text;    // "k0(a_W, a_X) -> t0"
  std::string kernel;  // name in kernels
  std::vector<OpId> ops;
  bool once = false;  // runs in the first call, and again only if a variable that it reads changed
  std::string device = {};  // as BufferRecord::device
};

}  // namespace ng
