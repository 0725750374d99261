// SPDX-License-Identifier: Apache-2.0
// `ngraph checkpoint`: shows, compares, converts and binds checkpoints.
#include "engine/documents/checkpoint_contents.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>

#include "app/cli/arguments.h"
#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/commands/checkpoint/checkpoint_convert.h"
#include "app/cli/commands/checkpoint/checkpoint_diff.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/table_output.h"
#include "engine/base/number.h"
#include "engine/base/quote.h"
#include "engine/records/op_record.h"
#include "engine/records/values/value_summary.h"
#include "engine/tables/checkpoint_table.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostShown = 120;  // characters of a text in a table

// Texts of several lines, such as programs, follow the table.
std::string metadataText(const std::map<std::string, std::string>& metadata) {
  if (metadata.empty()) return {};
  Table table({"metadata", "value"});
  std::string programs;
  for (const auto& [key, value] : metadata) {
    if (value.find('\n') == value.npos)
      table.add({key, comment_text(value, mostShown)});
    else
      programs += "\n" + key + "\n" + value + (value.ends_with('\n') ? "" : "\n");
  }
  return (table.empty() ? "" : "\n" + table.text()) + programs;
}

int show(const Arguments& arguments, const CheckpointContents& contents) {
  if (arguments.json()) {
    printJson(checkpointJson(contents));
    return fine;
  }
  for (const Diagnostic& note : contents.notes)
    std::fprintf(stderr, "ngraph: note: %s\n", to_string(note).c_str());
  for (const CheckpointEntry& entry : contents.entries)
    if (!entry.fault.empty())
      std::fprintf(stderr, "ngraph: note: the tensor %s cannot be read: %s\n",
                   quote(entry.name).c_str(), entry.fault.c_str());
  print(checkpointHeading(contents) + "\n" +
        tableText(tensor_columns(), {"name", "kind", "dtype", "axes", "bytes"}, contents.entries) +
        metadataText(contents.metadata));
  return fine;
}

// An element of one part, or the real and the imaginary part of a complex number.
std::string elementText(std::span<const Number> parts) {
  if (parts.size() == 1) return number(parts[0]);
  const std::string imaginary = number(parts[1]);
  return number(parts[0]) + (imaginary.starts_with('-') ? "" : "+") + imaginary + "i";
}

Json elementJson(std::span<const Number> parts) {
  if (parts.size() == 1) return numberJson(parts[0]);
  return {numberJson(parts[0]), numberJson(parts[1])};
}

// Prints some elements of one tensor; reads only these from the file.
int showValues(const Arguments& arguments, const CheckpointContents& contents) {
  const std::string name = *arguments.value("--show");
  CheckpointSource source(contents.path);
  const CheckpointEntry* entry = contents.find(name);
  if (!entry) source.read(name);  // throws: no such tensor
  const std::int64_t size = element_count(entry->shape);
  const std::int64_t from = arguments.integer("--from", 0, size, 0);
  const std::int64_t count = std::min(arguments.integer("--count", 1, 1'000'000, 16), size - from);
  const Tensor part = source.read_part(name, from, count);
  const auto parts = static_cast<std::size_t>(entry->dtype.parts());
  std::vector<Number> numbers;
  for (std::int64_t i = 0; i < part.size(); ++i) numbers.push_back(number_at(part, i));
  const std::vector<AxisRecord> axes =
      entry->axes.empty() ? std::vector<AxisRecord>() : axes_of(*entry);
  Json values = Json::array();
  Table table({"at", ">value"});
  for (std::int64_t i = 0; i < count; ++i) {
    const auto element = std::span(numbers).subspan(static_cast<std::size_t>(i) * parts, parts);
    values.push_back(elementJson(element));
    table.add({place_of(axes, entry->shape, from + i), elementText(element)});
  }
  if (arguments.json())
    printJson({{"name", name},
               {"dtype", entry->dtype.name()},
               {"shape", entry->shape},
               {"from", from},
               {"values", values}});
  else
    print(name + " " + cellText({}, axes_of(*entry)) + "\n" + table.text());
  return fine;
}

// What to do with the files, if the first operand says so.
constexpr std::string_view actions[] = {"show", "diff", "convert", "bind"};

void requireOptions(const Arguments& arguments, std::string_view action) {
  const std::pair<const char*, std::string_view> uses[] = {{"--show", "show"},
                                                           {"--from", "show"},
                                                           {"--count", "show"},
                                                           {"--rename", "diff convert bind"},
                                                           {"--transpose", "convert bind"},
                                                           {"--skip-unsupported", "convert"},
                                                           {"--save", "bind"},
                                                           {"--suggested", "bind"},
                                                           {"--tensor", "bind"},
                                                           {"--partial", "bind"}};
  for (const auto& [option, where] : uses)
    if (arguments.has(option) && where.find(action) == where.npos)
      throw UsageError(std::string(option) + " has no effect on 'checkpoint " +
                       std::string(action) + "'");
  for (const char* option : {"--from", "--count"})
    if (arguments.has(option) && !arguments.has("--show"))
      throw UsageError(std::string(option) + " goes with --show NAME");
}

int run(const Arguments& arguments) {
  const bool named = std::count(std::begin(actions), std::end(actions), arguments.operand(0)) > 0;
  const std::size_t files = arguments.operandCount() - (named ? 1 : 0), first = named ? 1 : 0;
  const std::string action = named ? arguments.operand(0) : files == 2 ? "diff" : "show";
  if (!named && files > 2)
    throw UsageError("unknown action '" + arguments.operand(0) +
                     "' of checkpoint: choose show, diff, convert or bind");
  const std::size_t wanted = action == "show" ? 1 : 2;
  if (files != wanted)
    throw UsageError("'checkpoint " + action + "' requires " +
                     (wanted == 1 ? "one file" : "two files"));
  requireOptions(arguments, action);
  const std::string& file = arguments.operand(first);
  if (action == "convert") return convertCheckpoint(arguments, file, arguments.operand(first + 1));
  if (action == "bind") return bindCheckpoint(arguments, file, arguments.operand(first + 1));
  if (action == "diff") return diffCheckpoints(arguments, file, arguments.operand(first + 1));
  const CheckpointContents contents = read_checkpoint_contents(file);
  if (arguments.has("--show")) return showValues(arguments, contents);
  return show(arguments, contents);
}

}  // namespace

const Command checkpoint_command = {
    .name = "checkpoint",
    .operands = "[ACTION] FILE [OTHER]",
    .summary =
        "List the tensors of a checkpoint (show), compare two (diff), write another format "
        "(convert), or match tensors and variables (bind); safetensors, PyTorch, "
        "TensorFlow, HDF5, Keras, TensorFlow Lite, npz, npy, ONNX",
    .options = {{"--show", "NAME", "print values of one tensor without loading the rest"},
                {"--from", "N", "with --show: first element, row-major (default: 0)"},
                {"--count", "K", "with --show: number of elements (default: 16)"},
                {"--rename", "RULE", "rename tensors of FILE, such as encoder.*=enc/*", true},
                {"--transpose", "NAME",
                 "convert, bind: reverse the axes of a tensor, or order them (NAME:1,0,2)", true},
                {"--skip-unsupported", "",
                 "convert: leave out tensors that the other format lacks a type for"},
                {"--tensor", "VARIABLE=TENSOR",
                 "bind: take this tensor for a variable, with an order of axes after a colon",
                 true},
                {"--suggested", "",
                 "bind: take for a missing variable the tensor that is clearly the most similar"},
                {"--save", "OUT", "bind: save the bound tensors as a checkpoint of the document"},
                {"--partial", "", "bind: variables without a tensor keep their initial values"}},
    .run = run,
};

}  // namespace ng::cli
