// SPDX-License-Identifier: Apache-2.0
#include "engine/deploy/deployment.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/base/atomic_file.h"
#include "engine/base/error.h"
#include "engine/deploy/compile_library.h"
#include "engine/deploy/deploy_backend.h"
#include "engine/deploy/program_files.h"
#include "engine/deploy/program_tables.h"
#include "engine/deploy/runtime_texts.h"
#include "engine/formats/content_hash.h"
#include "engine/formats/tensors/safetensors.h"
#include "engine/runtime/memory.h"
#include "engine/session/transformer.h"

namespace ng {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t most_inside = 1 << 20;  // bytes of weights written as source

// Before the compilation, which may take long.
void require_empty(const std::string& folder) {
  std::error_code fault;
  if (!fs::exists(folder, fault)) return;
  const bool is_folder = fs::is_directory(folder, fault);
  if (is_folder && fs::is_empty(folder, fault)) return;
  Diagnostic diagnostic;
  diagnostic.where = folder;
  diagnostic.what = is_folder ? "the output folder is not empty" : "the output is not a folder";
  diagnostic.action = "name a new folder, or remove the files in it";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Returns whether it was missing.
bool make_folder(const std::string& folder) {
  std::error_code fault;
  const bool made = fs::create_directories(folder, fault);
  if (!fault) return made;
  Diagnostic diagnostic;
  diagnostic.where = folder;
  diagnostic.what = "the output folder cannot be created";
  diagnostic.found = fault.message();
  refuse(ErrorKind::system, std::move(diagnostic));
}

void require_mode(const DeployedProgram& program, bool training) {
  if (program.trains == training) return;
  Diagnostic diagnostic;
  diagnostic.where = "computation '" + program.title + "'";
  diagnostic.what = training ? "the computation changes no variable: there is nothing to train"
                             : "the computation changes variables";
  diagnostic.action = training ? "build it without --training"
                               : "build it with --training, which adds save and restore, or choose "
                                 "a computation for inference";
  refuse(ErrorKind::value, std::move(diagnostic));
}

class Builder {
 public:
  Builder(const std::string& folder, const DeployOptions& options)
      : folder_(folder),
        options_(options),
        target_(deploy_target(options.target)),
        backend_(target_),
        transformer_(std::make_shared<Transformer>(backend_)) {}

  Deployment run(const Op& node) {
    require_empty(folder_);
    const Computation computation = transformer_->add_computation(node, options_.compile);
    program_ = plan_deployment(computation.compilation(), target_, options_.name);
    require_mode(program_, options_.training);
    take_states();
    const bool made = make_folder(folder_);
    try {
      write_files();
    } catch (...) {
      remove_files(made);
      throw;
    }
    return finished();
  }

 private:
  void write_files() {
    write_weights();
    write_sources();
    if (options_.compiles) {
      const BuiltLibrary built = compile_library(folder_, program_, units_, options_.compile);
      result_.library = built.library;
      result_.reason = built.reason;
      if (!built.library.empty()) result_.files.push_back(built.library);
    } else {
      result_.reason = "not asked for";
    }
  }

  // After a failure: the folder is as before, without a part of a library, and the build can be
  // repeated.
  void remove_files(bool made) const {
    const fs::path folder(folder_);
    std::error_code ignored;
    for (const std::string& file : result_.files)
      for (const char* ending : {"", ".o"}) fs::remove(folder / (file + ending), ignored);
    fs::remove(folder / library_file(program_), ignored);
    if (made) fs::remove(folder, ignored);
  }

  // Values from the checkpoint, else the initial ones; names as in checkpoints.
  void take_states() {
    if (!options_.restore.empty()) transformer_->restore(options_.restore);
    std::map<std::uint64_t, std::string> names;
    for (const Op& op : transformer_->state_ops()) names[op.id()] = op.name();
    for (DeployedTensor& state : program_.states) {
      const Buffer& buffer = program_.buffer(state.buffer);
      const auto known = names.find(buffer.state);
      if (known != names.end()) state.name = known->second;
      const auto stored = transformer_->state().storage_for(buffer);
      state.value = stored->value();
    }
  }

  void write(const std::string& name, std::string_view text) {
    write_file((fs::path(folder_) / name).string(), text);
    result_.files.push_back(name);
  }

  void write_weights() {
    if (program_.states.empty()) return;
    std::vector<TensorRef> tensors;
    std::int64_t bytes = 0;
    for (const DeployedTensor& state : program_.states) {
      tensors.push_back({state.name, &state.value});
      bytes += static_cast<std::int64_t>(state.value.bytes.size());
    }
    program_.weights_inside = options_.weights == WeightsPlace::inside ||
                              (options_.weights == WeightsPlace::automatic && bytes <= most_inside);
    const std::string name = program_.name + ".safetensors";
    const fs::path path = fs::path(folder_) / name;
    write_safetensors(path.string(), tensors);
    program_.weight_bytes = static_cast<std::int64_t>(fs::file_size(path));
    if (!program_.weights_inside) return result_.files.push_back(name);
    std::ifstream in(path, std::ios::binary);
    const std::string contents(std::istreambuf_iterator<char>(in), {});
    in.close();
    fs::remove(path);
    weights_ = content_hash(contents);
    write("weights.c",
          "/* The variables' values, as a safetensors file. */\n#include "
          "<stdint.h>\nextern const uint64_t " +
              program_.name + "_weights[];\n" +
              word_array(program_.name + "_weights",
                         reinterpret_cast<const std::byte*>(contents.data()), contents.size()));
  }

  void write_sources() {
    ProgramTables tables = program_tables(program_);
    units_ = tables.units.size();
    std::string all = weights_ + tables.text;
    for (const std::string& unit : tables.units) all += unit;
    program_.hash = content_hash(all).substr(0, 16);
    for (std::size_t i = 0; i < units_; ++i)
      write("kernels_" + std::to_string(i) + ".cpp", tables.units[i]);
    write(program_.name + ".h", header_file(program_));
    write(program_.name + ".c", source_file(program_, tables.text));
    for (const auto& [name, text] : deploy_texts::runtime()) write(std::string(name), text);
    write("main.c", main_file(program_));
    write("CMakeLists.txt", cmake_file(program_, units_));
    write("README.md", readme_file(program_));
  }

  Deployment finished() {
    result_.name = program_.name;
    result_.arena_bytes = program_.data_bytes;
    result_.weight_bytes = program_.weight_bytes;
    result_.steps = program_.program().steps.size();
    result_.kernels = program_.program().kernels.size();
    std::sort(result_.files.begin(), result_.files.end());
    return std::move(result_);
  }

  const std::string& folder_;
  const DeployOptions& options_;
  const DeployTarget& target_;
  DeployBackend backend_;
  TransformerPtr transformer_;
  DeployedProgram program_;
  std::size_t units_ = 0;
  std::string weights_;  // the hash of those inside
  Deployment result_;
};

}  // namespace

Deployment deploy(const Op& computation, const std::string& folder, const DeployOptions& options) {
  return Builder(folder, options).run(computation);
}

}  // namespace ng
