// SPDX-License-Identifier: Apache-2.0
// Entry point of the compiler: turns a computation into a program and keeps the record of the
// compilation.
#pragma once

#include <memory>
#include <string>

#include "engine/graph/op.h"
#include "engine/records/records.h"

namespace ng {

class Backend;
struct Compilation;
struct CompileOptions;
struct Graph;

// Compiles a computation node for a backend. The lengths of all axes must be known. Thread safe;
// threads may share graphs.
std::unique_ptr<Compilation> compile(const NodePtr& computation, const Backend& backend,
                                     const CompileOptions& options);

// The graph of a computation after the passes that every program needs, none of which optimizes:
// what one call costs as written. Throws as compile().
Graph required_graph(const NodePtr& computation, const CompileOptions& options);

// Builds the plain record of a compilation made with keep_record. LLVM IR, assembly and PTX are
// left out: see kernel_texts.
CompilationRecordPtr make_record(const Compilation& compilation);
// The kernel's record with all texts. Compiles for display, about 20 ms per kernel.
KernelRecord kernel_texts(const Compilation& compilation, const std::string& kernel);
// Adds these texts to an existing kernel record.
void add_kernel_texts(const Compilation& compilation, KernelRecord& kernel);

}  // namespace ng
