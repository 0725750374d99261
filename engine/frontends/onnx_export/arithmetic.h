// SPDX-License-Identifier: Apache-2.0
// The engine's arithmetic (ops/README.md) in ONNX's ops, which leave conversions of values outside
// a type's range to the runtime, and have kernels for few integer types.
#pragma once

#include "engine/frontends/onnx_export/graph_writer.h"
#include "engine/graph/node.h"

namespace ng::onnx {

// The type in which the engine computes the op: int32, int64 or uint64 for integers, else the
// narrowest of float16, float32 and float64 that holds its operands and results.
DType computed_in(const ng::Node& node);

// The same for sums and products, which are the same modulo 2^64 with and without a sign: int64
// for uint64.
DType modular_type(const ng::Node& node);

// A type that runtimes have kernels for, which holds elements of this one: they are moved in it.
DType moved_in(DType dtype);

// x in another type: floats become integers toward zero, saturate, and NaN becomes 0; integers
// wrap; bool is "not 0".
Written converted(GraphWriter& graph, const Written& x, DType dtype);

// Integers of 64 bits without sign as signed ones in the same order; others as they are.
Written in_signed_order(GraphWriter& graph, const Written& x);
Written from_signed_order(GraphWriter& graph, const Written& x, DType dtype);

// A number of x's type.
Written number_like(GraphWriter& graph, const Written& x, double value);
// x where the condition (bool) holds, else y; both over x's axes and of x's type.
Written chosen(GraphWriter& graph, const Written& condition, const Written& x, const Written& y);

}  // namespace ng::onnx
