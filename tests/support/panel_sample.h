// SPDX-License-Identifier: Apache-2.0
// The sample with the additional data that panels show: kernel texts of every kind with their line
// maps, measured times, strides, attributes.
#pragma once

#include "tests/support/sample_session.h"

namespace ng::testing {

CompilationRecordPtr sample_with_texts();

// A session whose compilation is sample_with_texts().
class PanelSession : public SampleSession {
 public:
  PanelSession();

 private:
  CompilationRecordPtr from_, made_;
};

}  // namespace ng::testing
