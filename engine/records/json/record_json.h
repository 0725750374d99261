// SPDX-License-Identifier: Apache-2.0
// Records as JSON text, for `--json` and sockets; saved_compilation.h has the file. Op ids are
// decimal strings, since they need 64 bits; numbers that JSON lacks are "nan", "inf" and "-inf"; an
// absent id is "0".
#pragma once

#include <string>

#include "engine/records/records.h"

namespace ng {

// Each returns one line of text. Invalid UTF-8 is replaced.
std::string to_json(const Diagnostic& diagnostic);
std::string to_json(const OpRecord& op);
std::string to_json(const GraphRecord& graph);
std::string to_json(const PassRecord& pass);  // without graphs, with their printed texts
std::string to_json(const KernelRecord& kernel);
std::string to_json(const BufferRecord& buffer);
std::string to_json(const StepRecord& step);
std::string to_json(const DocumentRecord& document);
std::string to_json(const TensorRecord& tensor);  // values in a flat row-major list
std::string to_json(const SeriesRecord& series);
// Ops shared by several passes are written once: "graphs" index "ops", passes index "graphs".
std::string to_json(const CompilationRecord& record);

}  // namespace ng
