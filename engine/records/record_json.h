// SPDX-License-Identifier: Apache-2.0
// Records as JSON text, for `--json`, files and sockets. Op ids are decimal strings, since they
// need 64 bits; numbers that JSON lacks are "nan", "inf" and "-inf"; an absent id is "0".
#pragma once

#include <string>
#include <string_view>

#include "engine/records/record.h"

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

// Parses the output of to_json(CompilationRecord). `source` names the text in messages. Throws a
// bad_file Error with the position of damaged, missing or newer data.
CompilationRecordPtr compilation_from_json(std::string_view text, const std::string& source);

// Same, from and to a file, which is written atomically.
void save_record(const CompilationRecord& record, const std::string& path);
CompilationRecordPtr open_record(const std::string& path);

}  // namespace ng
