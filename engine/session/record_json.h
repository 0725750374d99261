// SPDX-License-Identifier: Apache-2.0
// Records as JSON text, for `--json`, for saving and for sending. Ids of ops are decimal strings
// (they need all 64 bits), numbers that JSON lacks are "nan", "inf" and "-inf", absent ids "0".
#pragma once

#include <string>
#include <string_view>

#include "engine/session/record.h"

namespace ng {

// One line of text each. Invalid UTF-8 is replaced.
std::string to_json(const Diagnostic& diagnostic);
std::string to_json(const OpRecord& op);
std::string to_json(const GraphRecord& graph);
std::string to_json(const PassRecord& pass);  // graphs left out, their printed texts kept
std::string to_json(const KernelRecord& kernel);
std::string to_json(const BufferRecord& buffer);
std::string to_json(const StepRecord& step);
std::string to_json(const DocumentRecord& document);
std::string to_json(const TensorRecord& tensor);  // values in a flat row-major list
std::string to_json(const SeriesRecord& series);
// Ops that several passes share are written once: "graphs" index "ops", passes index "graphs".
std::string to_json(const CompilationRecord& record);

// What to_json of a CompilationRecord wrote. `source` names the text in messages. A bad_file Error
// names the place of what is damaged, missing, or from a newer version.
CompilationRecordPtr compilation_from_json(std::string_view text, const std::string& source);

// The same, in a file that is replaced whole or not at all.
void save_record(const CompilationRecord& record, const std::string& path);
CompilationRecordPtr open_record(const std::string& path);

}  // namespace ng
