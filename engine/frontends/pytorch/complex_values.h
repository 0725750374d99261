// SPDX-License-Identifier: Apache-2.0
// Complex numbers in programs of PyTorch. The engine has none: a complex value is an array of real
// numbers with a last dimension of 2, the real and the imaginary part. The converter names the
// complex arguments of a node; its row takes the parts, computes with real ops and joins the parts
// of its results.
#pragma once

#include <functional>

#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {

// Precedes the op type of a node with complex arguments or results.
inline constexpr std::string_view complex_prefix = "complex.";
inline constexpr const char* complex_key = "complex";   // names of the complex arguments
inline constexpr const char* parts_type_key = "parts";  // element type of the parts of results

// A null imaginary part is 0: the value is real.
struct Complex {
  ItemPtr real, imaginary;
};

// The parts of a value with a last dimension of 2.
Complex parts_of(NodeContext& n, const ItemPtr& joined);
// The joined parts, which are broadcast to one shape.
ItemPtr joined(NodeContext& n, const Complex& z);

bool is_complex(const NodeContext& n, std::string_view argument);
bool gives_complex(const NodeContext& n);
// The element type in which a node computes: that of the parts of its complex results, else of its
// complex arguments.
DType parts_type(const NodeContext& n);

// A tensor or a number in that type; parts are null if the argument is absent.
Complex complex_operand(NodeContext& n, std::string_view name);
Complex need_complex(NodeContext& n, std::string_view name);

// Sets a complex result, in the type of the parts.
void give(NodeContext& n, const Complex& z, std::size_t i = 0);

Complex added(NodeContext& n, const Complex& a, const Complex& b);
Complex subtracted(NodeContext& n, const Complex& a, const Complex& b);
Complex multiplied(NodeContext& n, const Complex& a, const Complex& b);
Complex divided(NodeContext& n, const Complex& a, const Complex& b);
Complex scaled(NodeContext& n, const Complex& z, double factor);
Complex conjugated(NodeContext& n, const Complex& z);
// Matrices in the last two dimensions, of which there are two or more.
Complex matrices_transposed(NodeContext& n, const Complex& z);
// The absolute value and the angle in -π..π.
ItemPtr absolute(NodeContext& n, const Complex& z);
ItemPtr angle_of(NodeContext& n, const Complex& z);
Complex of_polar(NodeContext& n, const ItemPtr& absolute, const ItemPtr& angle);

// A function that is linear in each operand, such as a product of matrices, of complex operands.
using RealFunction = std::function<ItemPtr(const std::vector<ItemPtr>&)>;
Complex multilinear(NodeContext& n, const std::vector<Complex>& operands, const RealFunction& f);

// The results of the op's row for real numbers, with tensors of the arguments in place of these:
// `replace` is called for each argument that is a tensor. Of a number that is a value it takes the
// part, 0: real, 1: imaginary.
using ReplaceArgument = std::function<ItemPtr(std::string_view argument, const ItemPtr& given)>;
std::vector<ItemPtr> real_results(NodeContext& n, std::size_t part, const ReplaceArgument& replace);

// The row of an op with complex arguments or results, by "aten.mul.Tensor"; null: there is none.
const OpRow* find_complex_row(std::string_view op_type);
// Rows that compute with both parts alike, as those of shapes; and Fourier transforms.
std::span<const OpRow> complex_rows();
std::span<const OpRow> parts_rows();
std::span<const OpRow> fourier_rows();

}  // namespace ng::pytorch
