// SPDX-License-Identifier: Apache-2.0
// C functions that compile and call computations.
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backends/backend.h"
#include "engine/c_api/guard.h"
#include "engine/c_api/handles.h"
#include "engine/c_api/information.h"
#include "engine/parsing/plain_text.h"
#include "engine/passes/optional_pass.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"

using namespace ng;
using namespace ng::c_api;

namespace {

// The names of a list, without the white space around them. The name of a rule may have commas
// within parentheses: "where(c, x, x) -> x".
std::vector<std::string> listed_names(std::string_view list) {
  std::vector<std::string> names(1);
  int depth = 0;
  for (const char c : list) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0) {
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  for (std::string& name : names) name = trimmed(name);
  std::erase(names, "");
  return names;
}

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
  for (const std::string& name : listed_names(given->disabled ? given->disabled : "")) {
    if (const std::string why = why_not_disabled(name); !why.empty()) refuse(ErrorKind::value, why);
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

// Called after each step, with the time since the one before.
std::function<void(std::size_t)> step_reports(const ComputationObject& object,
                                              ngraph_step_done done, void* user) {
  using Clock = std::chrono::steady_clock;
  if (!done) return {};
  const std::vector<Step>& steps = object.computation.compilation().program.steps;
  return [&steps, done, user, start = Clock::now()](std::size_t i) mutable {
    const std::chrono::duration<double, std::micro> time = Clock::now() - start;
    const ngraph_event event = {sizeof event, i, steps.size(), steps[i].name.c_str(), time.count()};
    if (!done(&event, user)) refuse(ErrorKind::cancelled, "the call was cancelled");
    start = Clock::now();
  };
}

std::vector<Place> places_of(const int* places, std::size_t count, const char* name) {
  std::vector<Place> all;
  for (std::size_t i = 0; places && i < count; ++i) {
    if (places[i] != NGRAPH_ON_HOST && places[i] != NGRAPH_ON_DEVICE)
      throw CallError{NGRAPH_VALUE, std::string("unknown place in '") + name + "'",
                      "NGRAPH_ON_HOST or NGRAPH_ON_DEVICE"};
    all.push_back(places[i] == NGRAPH_ON_DEVICE ? Place::device : Place::host);
  }
  return all;
}

// One input or result of a call.
void check_array(const ComputationObject& object, const TensorText& text, const void* data,
                 std::size_t bytes, Place place) {
  require_bytes(bytes, text.bytes, text.name);
  if (place == Place::host || bytes == 0) return;
  const std::string fault = object.computation.compilation().backend->device().fault_of(
      static_cast<const std::byte*>(data), static_cast<std::int64_t>(bytes));
  if (fault.empty()) return;
  throw CallError{NGRAPH_BAD_POINTER, "'" + text.name + "': " + fault,
                  std::to_string(bytes) + " bytes on the transformer's device"};
}

void check_memory(const ComputationObject& object, const ngraph_call_memory& given,
                  const CallMemory& memory) {
  for (std::size_t i = 0; i < given.input_count; ++i) {
    const TensorText& text = object.inputs[i];
    require_pointer(given.inputs[i], text.name.c_str());
    check_array(object, text, given.inputs[i], given.input_bytes[i], memory.argument_place(i));
  }
  for (std::size_t i = 0; i < given.result_count; ++i) {
    if (given.results[i])
      check_array(object, object.results[i], given.results[i], given.result_bytes[i],
                  memory.result_place(i));
  }
}

void require_count(std::size_t found, std::size_t expected, const char* what) {
  if (found == expected) return;
  throw CallError{NGRAPH_BAD_SIZE, std::to_string(found) + " " + what,
                  std::to_string(expected) + " " + what};
}

void require_lists(const ComputationObject& object, const ngraph_call_memory& memory) {
  require_count(memory.input_count, object.inputs.size(), "inputs");
  require_count(memory.result_count, object.results.size(), "results");
  if (memory.input_count) {
    require_pointer(memory.inputs, "inputs");
    require_pointer(memory.input_bytes, "input_bytes");
  }
  if (memory.result_count) {
    require_pointer(memory.results, "results");
    require_pointer(memory.result_bytes, "result_bytes");
  }
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
  const ngraph_call_memory memory = {sizeof memory, inputs,      input_bytes,
                                     nullptr,       input_count, results,
                                     result_bytes,  nullptr,     result_count};
  return ngraph_call_at(computation, &memory, done, user);
}

int ngraph_call_at(ngraph_computation computation, const ngraph_call_memory* memory,
                   ngraph_step_done done, void* user) {
  return guarded([&] {
    const auto object = computation_of(computation);
    require_struct(memory, "memory");
    require_lists(*object, *memory);
    const auto argument_places =
        places_of(memory->input_places, memory->input_count, "input_places");
    const auto result_places =
        places_of(memory->result_places, memory->result_count, "result_places");
    const CallMemory call{.arguments = {memory->inputs, memory->input_count},
                          .results = {memory->results, memory->result_count},
                          .argument_places = argument_places,
                          .result_places = result_places};
    const TransformerUse use(*object->owner);
    check_memory(*object, *memory, call);
    object->computation.call_raw(call, step_reports(*object, done, user));
  });
}
