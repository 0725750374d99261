// SPDX-License-Identifier: Apache-2.0
// The record of the computation that the plan of a sample document runs, compiled on cpu.
#pragma once

#include <string>

#include "engine/documents/document.h"
#include "engine/records/compilation_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "tests/support/checkout.h"

namespace ng::testing {

// `without`: a pass that is disabled; empty: none.
inline CompilationRecordPtr compiled_sample(const std::string& sample,
                                            const std::string& without = {}) {
  const Document document = load_document(source_file("sample_graphs/") + sample + ".ngraph");
  const TransformerPtr transformer = allocate_transformer("cpu");
  CompileOptions options;
  options.keep_record = true;
  if (!without.empty()) options.passes.disabled.insert(without);
  return make_record(transformer->add_computation(document.computation(""), options).compilation());
}

}  // namespace ng::testing
