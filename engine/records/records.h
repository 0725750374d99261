// SPDX-License-Identifier: Apache-2.0
// The names of records: plain, id-based structs of a document, a compilation and a run. The
// workbench and `--json` read nothing else. Records hold no pointers into the live engine, so they
// can be kept, saved and sent.
#pragma once

#include <memory>

namespace ng {

struct Diagnostic;
struct AxisRecord;
struct ResultRecord;
struct OperandRecord;
struct OpRecord;
struct GraphRecord;
struct RewriteRecord;
struct RuleRecord;
struct PassRecord;
struct LineOps;
struct KernelText;
struct KernelRecord;
struct BufferRecord;
struct StepRecord;
struct CompilationRecord;
struct ComputationRecord;
struct PlanDataRecord;
struct PlanEvaluationRecord;
struct PlanCallbackRecord;
struct PlanGivenRecord;
struct PlanScalarRecord;
struct PlanRecord;
struct DocumentRecord;
struct TensorRecord;
struct SeriesRecord;

using GraphRecordPtr = std::shared_ptr<const GraphRecord>;
using CompilationRecordPtr = std::shared_ptr<const CompilationRecord>;
using PlanRecordPtr = std::shared_ptr<const PlanRecord>;
using DocumentRecordPtr = std::shared_ptr<const DocumentRecord>;
using TensorRecordPtr = std::shared_ptr<const TensorRecord>;  // never copied: values may be large

}  // namespace ng
