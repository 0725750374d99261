// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compiled.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/cli/cancel.h"
#include "app/cli/options/feeds.h"
#include "app/cli/options/lengths.h"
#include "app/cli/options/ranks.h"
#include "engine/backends/backend_table.h"
#include "engine/base/joined.h"
#include "engine/formats/format_table.h"
#include "engine/passes/optional_pass.h"
#include "engine/passes/pass.h"
#include "engine/passes/pass_options.h"
#include "engine/records/compilation_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer_info.h"

namespace ng::cli {
namespace {

std::vector<std::string> graphPassNames() {
  std::vector<std::string> names;
  for (const Pass* pass : pass_table())
    if (pass->phase == PassPhase::graph) names.emplace_back(pass->name);
  return names;
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t comma = list.find(',', begin);
    words.push_back(list.substr(begin, comma - begin));
    if (comma == list.npos) return words;
    begin = comma + 1;
  }
}

Pipeline pipelineOf(const std::string& list) {
  Pipeline pipeline;
  for (const std::string& name : split(list)) {
    const Pass* pass = find_pass(name);
    if (!pass) {
      throw UsageError("no graph pass '" + name + "'" + suggestion(name, graphPassNames()) +
                       "; graph passes: " + joined(graphPassNames()));
    }
    pipeline.push_back(pass);
  }
  try {
    check_pipeline(pipeline);
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
  return pipeline;
}

ShardState shardStateOf(const Arguments& arguments) {
  const auto text = arguments.value("--shard-state");
  if (!text) return ShardState::none;
  if (!arguments.has("--parallel"))
    throw UsageError("--shard-state requires --parallel: give both");
  const auto which = from_name<ShardState>(*text);
  if (!which)
    throw UsageError("--shard-state " + *text + ": expected " + expected_names<ShardState>());
  return *which;
}

}  // namespace

std::vector<OptionSpec> withCompileOptions(std::vector<OptionSpec> own) {
  const OptionSpec shared[] = {
      {"--computation", "C", "computation by name (default: the plan's, else the first)"},
      {"--transformer", "T", "cpu, reference, gpu or the path of a shared library (default: cpu)"},
      {"--disable", "P", "disable a pass or a rewrite rule; may be repeated", true},
      {"--pipeline", "L", "graph passes to run, in this order: name,name,..."},
      {"--micro-batches", "M",
       "parts of the batch that pass through the net, or its stages, one after the other (default: "
       "1; with stages, the largest divisor of the batch up to twice their number)"},
  };
  own.insert(own.end(), std::begin(shared), std::end(shared));
  return withLengthOptions(std::move(own));
}

std::vector<OptionSpec> withRankOptions(std::vector<OptionSpec> own) {
  const OptionSpec shared[] = {
      {"--parallel", "A=R",
       "divide axis A of the graph among R ranks: N=4, or N=2,H=2; 'run' runs them as threads, or "
       "as the processes of mpirun"},
      {"--stages", "S",
       "cut the net into S stages, each on ranks of its own (with --parallel: on its ranks)"},
      {"--stage", "K", "stage whose graph is shown, from 0 (default: 0)"},
      {"--shard-state", "S",
       "with --parallel: keep a part per rank of what the optimizer stores ('optimizer'), or also "
       "of the weights ('all')"},
  };
  own.insert(own.end(), std::begin(shared), std::end(shared));
  return own;
}

Document openDocument(const Arguments& arguments,
                      const std::map<std::string, std::string>& folders) {
  RunOverrides overrides = lengthsOf(arguments);
  overrides.folders = folders;
  return openResized(arguments, std::move(overrides));
}

Document openResized(const Arguments& arguments, RunOverrides overrides, LoadOptions options) {
  const std::string& path = arguments.operand(0);
  options.cancel = cancelFlag().get();
  if (model_format_at(path) != nullptr) {  // it is read with its lengths instead of rebuilt
    options.axis_lengths = std::exchange(overrides.axis_lengths, {});
    options.batch_size = std::exchange(overrides.batch_size, 0);
    options.fed_shapes = fedShapes(arguments);
  }
  Document document = worded(arguments, load_document(path, options));
  if (const auto texts = textShapes(arguments, document);
      !document.open_lengths.empty() && !texts.empty()) {
    options.fed_shapes.insert(texts.begin(), texts.end());
    document = worded(arguments, load_document(path, options));
  }
  for (const Diagnostic& note : document.notes) {
    std::fprintf(stderr, "ngraph: note: %s\n", to_string(note).c_str());
  }
  return with_overrides(document, overrides);
}

CompileOptions compileOptions(const Arguments& arguments) {
  CompileOptions options;
  for (const std::string& name : arguments.values("--disable")) {
    if (const std::string why = why_not_disabled(name); !why.empty()) throw UsageError(why);
    options.passes.disabled.insert(name);
  }
  options.passes.ranks = meshAxes(arguments);
  options.passes.stage = stageOf(arguments);
  options.passes.micro_batches =
      static_cast<int>(arguments.integer("--micro-batches", 1, 1 << 20, 0));
  options.passes.shard_state = shardStateOf(arguments);
  if (const auto list = arguments.value("--pipeline")) options.pipeline = pipelineOf(*list);
  options.progress = [](const std::string&, double) { return !cancelFlag()->load(); };
  return options;
}

std::string requireTransformer(const std::string& name) {
  if (names_library(name)) return name;
  std::vector<std::string> known;
  for (const TransformerInfo& info : all_transformers()) known.push_back(info.name);
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    throw UsageError("no transformer '" + name + "'" + suggestion(name, known) +
                     "; available: " + joined(known));
  }
  return name;
}

std::string transformerName(const Arguments& arguments, const std::string& otherwise) {
  return requireTransformer(arguments.value("--transformer").value_or(otherwise));
}

Op chosenComputation(const Arguments& arguments, const Document& document) {
  return document.computation(arguments.value("--computation").value_or(""));
}

Compiled compileDocument(const Arguments& arguments) {
  CompileOptions options = compileOptions(arguments);
  options.keep_record = true;
  const std::string name = transformerName(arguments);
  Compiled compiled;
  compiled.document = openDocument(arguments);
  compiled.node = chosenComputation(arguments, compiled.document);
  compiled.transformer = allocate_transformer(name);
  compiled.computation = compiled.transformer->add_computation(compiled.node, options);
  compiled.record = make_record(compiled.computation.compilation());
  return compiled;
}

const PassRecord& passNamed(const CompilationRecord& record, const std::string& name) {
  std::vector<std::string> names;
  for (const PassRecord& pass : record.passes) {
    if (pass.name == name) return pass;
    names.push_back(pass.name);
  }
  throw UsageError("no pass '" + name + "'" + suggestion(name, names) +
                   "; passes: " + joined(names));
}

}  // namespace ng::cli
