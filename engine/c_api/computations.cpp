// SPDX-License-Identifier: Apache-2.0
// C functions that compile and call computations.
#include <chrono>
#include <cstring>
#include <sstream>

#include "engine/c_api/guard.h"
#include "engine/c_api/handles.h"
#include "engine/c_api/information.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"

using namespace ng;
using namespace ng::c_api;

namespace {

CompileOptions options_of(const ngraph_compile_options* given) {
  CompileOptions options;
  if (!given) return options;
  require_struct(given, "options");
  if (given->progress) {
    options.progress = [progress = given->progress, user = given->user](const std::string& stage,
                                                                        double fraction) {
      return progress(stage.c_str(), fraction, user) != 0;
    };
  }
  std::istringstream names(given->disabled ? given->disabled : "");
  for (std::string name; std::getline(names, name, ',');) {
    const Pass* pass = find_pass(name);
    if (pass && pass->required) {
      refuse(ErrorKind::value, "the pass '" + name + "' is required and cannot be disabled");
    }
    options.passes.disabled.insert(name);
  }
  return options;
}

void describe_arguments(ComputationObject& object) {
  const Compilation& compilation = object.computation.compilation();
  const Program& program = compilation.program;
  const auto buffer = [&](int i) { return program.buffers[static_cast<std::size_t>(i)]; };
  const std::vector<Op> inputs = object.computation.parameters();
  const std::vector<Op> results = object.computation.results();
  for (std::size_t i = 0; i < inputs.size(); ++i)
    object.inputs.push_back(tensor_text(inputs[i].name(), buffer(program.parameters[i])));
  for (std::size_t i = 0; i < results.size(); ++i) {
    const int at = program.results[i];
    TensorText& text = object.results.emplace_back();
    text.name = results[i].name();
    if (at >= 0) text = tensor_text(text.name, buffer(at));
  }
}

Op computation_named(DocumentObject& object, const char* name) {
  const std::lock_guard<std::mutex> lock(object.in_use);
  return object.document.computation(name ? name : "");
}

struct CallMemory {
  std::span<const void* const> inputs;
  std::span<void* const> results;
};

// One step at a time, so that the callback can cancel and sees the times.
void call_in_steps(const ComputationObject& object, const CallMemory& memory, ngraph_step_done done,
                   void* user) {
  using Clock = std::chrono::steady_clock;
  std::vector<Tensor> arguments;
  for (std::size_t i = 0; i < memory.inputs.size(); ++i) {
    const TensorText& text = object.inputs[i];
    arguments.emplace_back(text.dtype, text.lengths);
    if (text.bytes) std::memcpy(arguments.back().bytes.data(), memory.inputs[i], text.bytes);
  }
  const Computation& computation = object.computation;
  computation.begin(arguments);
  const std::vector<Step>& steps = computation.compilation().program.steps;
  auto start = Clock::now();
  computation.run([&](std::size_t i) {
    const std::chrono::duration<double, std::micro> time = Clock::now() - start;
    const ngraph_event event = {sizeof event, i, steps.size(), steps[i].name.c_str(), time.count()};
    if (!done(&event, user)) refuse(ErrorKind::cancelled, "the call was cancelled");
    start = Clock::now();
  });
  const Results results = computation.finish();
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!memory.results[i] || !results.has_value(i) || results[i].bytes.empty()) continue;
    std::memcpy(memory.results[i], results[i].bytes.data(), results[i].bytes.size());
  }
}

void check_memory(const ComputationObject& object, const CallMemory& memory,
                  const size_t* input_bytes, const size_t* result_bytes) {
  for (std::size_t i = 0; i < memory.inputs.size(); ++i) {
    require_pointer(memory.inputs[i], object.inputs[i].name.c_str());
    require_bytes(input_bytes[i], object.inputs[i].bytes, object.inputs[i].name);
  }
  for (std::size_t i = 0; i < memory.results.size(); ++i) {
    if (memory.results[i])
      require_bytes(result_bytes[i], object.results[i].bytes, object.results[i].name);
  }
}

void require_count(std::size_t found, std::size_t expected, const char* what) {
  if (found == expected) return;
  throw CallError{NGRAPH_BAD_SIZE, std::to_string(found) + " " + what,
                  std::to_string(expected) + " " + what};
}

}  // namespace

int ngraph_compile(ngraph_transformer transformer, ngraph_document document, const char* name,
                   const ngraph_compile_options* options, ngraph_computation* computation) {
  return guarded([&] {
    require_pointer(computation, "computation");
    const auto made = std::make_shared<ComputationObject>();
    made->owner = transformer_of(transformer);
    const Op node = computation_named(*document_of(document), name);
    const TransformerUse use(*made->owner);
    made->computation = made->owner->transformer->add_computation(node, options_of(options));
    describe_arguments(*made);
    *computation = static_cast<ngraph_computation>(add_object(made));
  });
}

int ngraph_input_count(ngraph_computation computation, size_t* count) {
  return guarded([&] {
    require_pointer(count, "count");
    *count = computation_of(computation)->inputs.size();
  });
}

int ngraph_input_describe(ngraph_computation computation, size_t i, ngraph_tensor_info* info) {
  return guarded([&] {
    const auto object = computation_of(computation);
    require_index(i, object->inputs.size(), "input");
    describe_tensor(object->inputs[i], info);
  });
}

int ngraph_result_count(ngraph_computation computation, size_t* count) {
  return guarded([&] {
    require_pointer(count, "count");
    *count = computation_of(computation)->results.size();
  });
}

int ngraph_result_describe(ngraph_computation computation, size_t i, ngraph_tensor_info* info) {
  return guarded([&] {
    const auto object = computation_of(computation);
    require_index(i, object->results.size(), "result");
    describe_tensor(object->results[i], info);
  });
}

int ngraph_call(ngraph_computation computation, const void* const* inputs,
                const size_t* input_bytes, size_t input_count, void* const* results,
                const size_t* result_bytes, size_t result_count, ngraph_step_done done,
                void* user) {
  return guarded([&] {
    const auto object = computation_of(computation);
    require_count(input_count, object->inputs.size(), "inputs");
    require_count(result_count, object->results.size(), "results");
    if (input_count) require_pointer(inputs, "inputs"), require_pointer(input_bytes, "input_bytes");
    if (result_count)
      require_pointer(results, "results"), require_pointer(result_bytes, "result_bytes");
    const CallMemory memory{{inputs, input_count}, {results, result_count}};
    check_memory(*object, memory, input_bytes, result_bytes);
    const TransformerUse use(*object->owner);
    if (done) return call_in_steps(*object, memory, done, user);
    object->computation.call_raw(memory.inputs, memory.results);
  });
}
