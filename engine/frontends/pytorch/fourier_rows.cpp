// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of one or more dimensions, and of overlapping frames.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/frontends/onnx/fourier.h"
#include "engine/frontends/pytorch/complex_values.h"
#include "engine/ops/result_type.h"

namespace ng::pytorch {
namespace {

using onnx::FourierTransform;

struct Spectrum {
  Integers dims;     // in the order of the arguments
  Integers lengths;  // of the signal along each
  bool inverse = false;
  bool one_sided = false;  // along the last of the dimensions; inverse: the result is real
  double scale = 1;
};

Op op_of(NodeContext& n, const ItemPtr& x) {
  return x ? onnx::op_of(*x, n.dims) : Op();
}

ItemPtr item_of(const Op& op, const Complex& of) {
  if (!op) return nullptr;
  auto made = std::make_shared<onnx::Item>();
  made->op = op;
  std::vector<ItemPtr> inputs{of.real};
  if (of.imaginary) inputs.push_back(of.imaginary);
  onnx::fold(*made, inputs);
  return made;
}

Complex along(NodeContext& n, const Complex& z, std::int64_t dim, FourierTransform transform) {
  const ScopedResultType type(z.real->dtype());
  transform.in = z.real->shape().at(static_cast<std::size_t>(dim));
  if (transform.length < 1 || transform.in < 1) NodeContext::refuse("its length is below 1");
  NodeContext::need_short(transform.length);
  const onnx::ComplexOps made = onnx::transformed(n, {op_of(n, z.real), op_of(n, z.imaginary)},
                                                  static_cast<std::size_t>(dim), transform);
  return {item_of(made.real, z), item_of(made.imaginary, z)};
}

// One side is made first, and read last.
Complex transformed(NodeContext& n, Complex z, const Spectrum& s) {
  NodeContext::need_count("its list of lengths", s.lengths.size(), s.dims.size());
  std::vector<std::size_t> order(s.dims.size());
  std::iota(order.begin(), order.end(), 0);
  if (s.one_sided && !s.inverse) std::rotate(order.begin(), order.end() - 1, order.end());
  for (const std::size_t i : order) {
    const bool half = s.one_sided && i + 1 == s.dims.size();
    FourierTransform t;
    t.length = s.lengths[i];
    t.out = half && !s.inverse ? t.length / 2 + 1 : t.length;
    t.inverse = s.inverse;
    t.real = half && s.inverse;
    t.scale = i == order.back() ? s.scale : 1;
    z = along(n, z, s.dims[i], t);
  }
  return s.dims.empty() ? scaled(n, z, s.scale) : z;
}

// The real part, of a result that is real.
void give_parts(NodeContext& n, const Complex& z) {
  if (gives_complex(n)) return give(n, z);
  give(n, z.real);
}

void give_transformed(NodeContext& n, const Complex& z, const Spectrum& s) {
  give_parts(n, transformed(n, z, s));
}

double count_of(const Spectrum& s) {
  double count = 1;
  for (const std::int64_t length : s.lengths) count *= static_cast<double>(length);
  return count;
}

Integers lengths_along(const ItemPtr& x, const Integers& dims) {
  Integers lengths;
  for (const std::int64_t dim : dims)
    lengths.push_back(x->shape().at(static_cast<std::size_t>(dim)));
  return lengths;
}

// Along the dimensions that an op names, with their lengths.
Spectrum spectrum_along(const NodeContext& n, const Complex& z) {
  Spectrum s;
  s.dims = dims_of(n, "dim", rank_of(z.real));
  s.lengths = lengths_along(z.real, s.dims);
  return s;
}

// Of an op that names its scale by a number: 0: none, 1: by the root of the count, 2: by the count.
double numbered_scale(const NodeContext& n, const Spectrum& s) {
  const std::int64_t mode = int_of(n, "normalization", 0);
  return mode == 0 ? 1 : mode == 1 ? 1 / std::sqrt(count_of(s)) : 1 / count_of(s);
}

void complex_to_complex(NodeContext& n) {
  const Complex z = need_complex(n, "self");
  Spectrum s = spectrum_along(n, z);
  s.inverse = !flag_of(n, "forward", true);
  s.scale = numbered_scale(n, s);
  give_transformed(n, z, s);
}

void real_to_complex(NodeContext& n) {
  const Complex z = need_complex(n, "self");
  Spectrum s = spectrum_along(n, z);
  s.one_sided = flag_of(n, "onesided", true);
  s.scale = numbered_scale(n, s);
  give_transformed(n, z, s);
}

void complex_to_real(NodeContext& n) {
  const Complex z = need_complex(n, "self");
  Spectrum s = spectrum_along(n, z);
  if (s.dims.empty()) NodeContext::refuse("it transforms no dimension");
  s.lengths.back() = int_of(n, "last_dim_size", 1);
  s.inverse = s.one_sided = true;
  s.scale = numbered_scale(n, s);
  give_transformed(n, z, s);
}

enum class Side { both, made, read };  // which half of a spectrum has one side

// torch.fft: `direct` transforms are scaled by norm="forward", others by "backward", the default.
struct Named {
  bool inverse = false, direct = true;
  Side side = Side::both;
  bool conjugates = false;  // hfft and ihfft: the spectrum is that of the other direction
};

double named_scale(const NodeContext& n, const Named& kind, const Spectrum& s) {
  const std::string norm = n.choice("norm", "backward", {"backward", "forward", "ortho"});
  if (norm == "ortho") return 1 / std::sqrt(count_of(s));
  return (norm == "forward") == kind.direct ? 1 / count_of(s) : 1;
}

// fft(n, dim), or fftn(s, dim): no dims: as many last ones as there are lengths, else all.
void set_dims(NodeContext& n, const Complex& z, const Named& kind, Spectrum& s) {
  const std::int64_t rank = rank_of(z.real);
  const std::string_view op = n.node.op_type;
  const bool plane = op.find("fft2.") != op.npos;
  const bool many = plane || op.find("fftn.") != op.npos;
  Integers given = ints_of(n, many ? "s" : "n");
  s.dims = dims_of(n, "dim", rank);
  if (s.dims.empty()) {
    std::int64_t count = plane ? 2 : 1;
    if (many && !plane) count = given.empty() ? rank : std::ssize(given);
    if (count > rank) NodeContext::refuse("its operand has too few dimensions");
    for (std::int64_t i = rank - count; i < rank; ++i) s.dims.push_back(i);
  }
  s.lengths = lengths_along(z.real, s.dims);
  if (kind.side == Side::read && !s.lengths.empty()) s.lengths.back() = 2 * (s.lengths.back() - 1);
  if (given.empty()) return;
  NodeContext::need_count("its list of lengths", given.size(), s.dims.size());
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i] >= 0) s.lengths[i] = given[i];
}

template <Named kind>
void named_transform(NodeContext& n) {
  Complex z = need_complex(n, "self");
  Spectrum s;
  set_dims(n, z, kind, s);
  s.inverse = kind.side == Side::both ? kind.inverse : kind.side == Side::read;
  s.one_sided = kind.side != Side::both;
  s.scale = named_scale(n, kind, s);
  if (kind.conjugates && kind.side == Side::read) z = conjugated(n, z);
  Complex made = transformed(n, z, s);
  if (kind.conjugates && kind.side == Side::made) made = conjugated(n, made);
  give_parts(n, made);
}

constexpr Named forward = {}, backward = {.inverse = true, .direct = false},
                real_forward = {.side = Side::made},
                real_backward = {.direct = false, .side = Side::read},
                hermitian = {.side = Side::read, .conjugates = true},
                hermitian_inverse = {.direct = false, .side = Side::made, .conjugates = true};

// The window in the middle of `length` elements; ones if there is none.
ItemPtr centred_window(NodeContext& n, std::int64_t length, DType type) {
  const std::int64_t own = int_of(n, "win_length", length);
  ItemPtr window = tensor(n, "window");
  if (window && is_complex(n, "window")) NodeContext::refuse("its window is complex");
  window = window ? cast(n, window, type) : filled(n, {own}, 1, type);
  if (own > length || window->shape() != Shape{own})
    NodeContext::refuse("its window does not fit its frames");
  const std::int64_t before = (length - own) / 2;
  if (own == length) return window;
  return step(n, "Pad", {window, integers({before, length - own - before}), number(0, type)});
}

std::int64_t hop_of(const NodeContext& n, std::int64_t length) {
  const std::int64_t hop = int_of(n, "hop_length", length / 4);
  if (hop < 1) NodeContext::refuse("its hop_length is not positive");
  return hop;
}

// Half a frame is added at both ends.
Complex centred(NodeContext& n, const Complex& z, std::int64_t length) {
  const std::string mode = n.choice("pad_mode", "reflect", {"reflect", "constant", "replicate"});
  const char* name = mode == "replicate" ? "edge" : mode == "reflect" ? "reflect" : "constant";
  const auto rank = static_cast<std::size_t>(rank_of(z.real));
  Integers pads(2 * rank, 0);
  pads[rank - 1] = pads[2 * rank - 1] = length / 2;
  const auto padded = [&](const ItemPtr& x) {
    return x ? step(n, "Pad", {x, integers(pads)}, {attribute("mode", name)}) : nullptr;
  };
  return {padded(z.real), padded(z.imaginary)};
}

// The spectra (…, frequency, frame) of the frames of a signal (…, time).
void short_time(NodeContext& n) {
  Complex z = need_complex(n, "self");
  const std::int64_t length = int_of(n, "n_fft", 1), hop = hop_of(n, length);
  if (flag_of(n, "align_to_window", false)) NodeContext::refuse("it aligns frames to its window");
  const bool has_centre = n.node.op_type.ends_with(".center");
  if (has_centre && flag_of(n, "center", true)) z = centred(n, z, length);
  const std::int64_t time = rank_of(z.real) - 1;
  z = {framed(n, z.real, time, length, hop),
       z.imaginary ? framed(n, z.imaginary, time, length, hop) : nullptr};
  z = multiplied(n, z, {centred_window(n, length, z.real->dtype()), nullptr});
  Spectrum s;
  s.dims = {rank_of(z.real) - 1};
  s.lengths = {length};
  s.one_sided = flag_of(n, "onesided", !z.imaginary);
  if (s.one_sided && z.imaginary) NodeContext::refuse("it takes one side of a complex signal");
  if (flag_of(n, "normalized", false)) s.scale = 1 / std::sqrt(static_cast<double>(length));
  z = transformed(n, z, s);
  z = matrices_transposed(n, z);
  if (gives_complex(n)) return give(n, z);
  give(n, joined(n, z));  // as its parts, in old programs
}

// The sum of frames (…, frame, place), each `hop` after the one before: frames are cut into pieces
// of `hop` elements, so that equal pieces of all frames are a signal that is only moved.
ItemPtr overlapped(NodeContext& n, const ItemPtr& frames, std::int64_t hop) {
  const std::int64_t rank = rank_of(frames), place = rank - 1;
  const std::int64_t count = frames->shape()[static_cast<std::size_t>(rank - 2)],
                     length = frames->shape()[static_cast<std::size_t>(place)];
  const std::int64_t pieces = (length + hop - 1) / hop;
  NodeContext::need_short(pieces);
  const auto pads = [](std::int64_t dims, std::int64_t before, std::int64_t after) {
    Integers all(static_cast<std::size_t>(2 * dims), 0);
    all[static_cast<std::size_t>(dims - 1)] = before;
    all[static_cast<std::size_t>(2 * dims - 1)] = after;
    return integers(all);
  };
  const ItemPtr zero = number(0, frames->dtype());
  const ItemPtr whole = step(n, "Pad", {frames, pads(rank, 0, pieces * hop - length), zero});
  Integers flat(frames->shape());
  flat.resize(flat.size() - 1);
  flat.back() = count * hop;
  ItemPtr total;
  for (std::int64_t i = 0; i < pieces; ++i) {
    const ItemPtr piece = reshaped(n, sliced(n, whole, place, i * hop, (i + 1) * hop), flat);
    const ItemPtr moved =
        step(n, "Pad", {piece, pads(rank - 1, i * hop, (pieces - 1 - i) * hop), zero});
    total = total ? step(n, "Add", {total, moved}) : moved;
  }
  return sliced(n, total, rank - 2, 0, length + hop * (count - 1));
}

// The frames (…, frame, place) of spectra (…, frequency, frame).
ItemPtr frames_of(NodeContext& n, const Complex& spectra, std::int64_t length) {
  const Complex z = matrices_transposed(n, spectra);
  Spectrum s;
  s.dims = {rank_of(z.real) - 1};
  s.lengths = {length};
  s.inverse = true;
  s.one_sided = flag_of(n, "onesided", z.real->shape().back() != length);
  const auto count = static_cast<double>(length);
  s.scale = flag_of(n, "normalized", false) ? 1 / std::sqrt(count) : 1 / count;
  return transformed(n, z, s).real;
}

// The part of overlapped frames that is the signal, of `have` elements; zeros are added at the end.
ItemPtr cut(NodeContext& n, const ItemPtr& x, std::int64_t frame) {
  const std::int64_t time = rank_of(x) - 1, have = x->shape().back();
  const bool centred = flag_of(n, "center", true);
  const std::int64_t begin = centred ? frame / 2 : 0;
  if (!has(n, "length")) return sliced(n, x, time, begin, centred ? have - frame / 2 : have);
  const std::int64_t end = begin + int_of(n, "length", 0);
  const ItemPtr made = sliced(n, x, time, begin, std::min(end, have));
  if (end <= have) return made;
  Integers pads(static_cast<std::size_t>(2 * rank_of(x)), 0);
  pads.back() = end - have;
  return step(n, "Pad", {made, integers(pads), number(0, x->dtype())});
}

// The signal (…, time) of spectra (…, frequency, frame).
void inverse_short_time(NodeContext& n) {
  const Complex z = need_complex(n, "self");
  if (gives_complex(n)) NodeContext::refuse("it returns a complex signal");
  if (rank_of(z.real) < 2) NodeContext::refuse("its spectra have no dimension of frames");
  const std::int64_t length = int_of(n, "n_fft", 1), hop = hop_of(n, length);
  const ItemPtr window = centred_window(n, length, z.real->dtype());
  const ItemPtr frames = step(n, "Mul", {frames_of(n, z, length), window});
  const std::int64_t count = frames->shape()[frames->shape().size() - 2];
  const ItemPtr squares = broadcast(n, step(n, "Mul", {window, window}), {count, length});
  const ItemPtr weights = overlapped(n, squares, hop);
  const ItemPtr covered = step(n, "Greater", {weights, like(weights, 1e-11)});
  const ItemPtr divisor = step(n, "Where", {covered, weights, like(weights, 1)});
  give(n, cut(n, step(n, "Div", {overlapped(n, frames, hop), divisor}), length));
}

constexpr OpRow rows[] = {
    {"_fft_c2c", 1, 0, complex_to_complex},
    {"_fft_c2r", 1, 0, complex_to_real},
    {"_fft_r2c", 1, 0, real_to_complex},
    {"fft_fft", 1, 0, named_transform<forward>},
    {"fft_fft2", 1, 0, named_transform<forward>},
    {"fft_fftn", 1, 0, named_transform<forward>},
    {"fft_hfft", 1, 0, named_transform<hermitian>},
    {"fft_hfft2", 1, 0, named_transform<hermitian>},
    {"fft_hfftn", 1, 0, named_transform<hermitian>},
    {"fft_ifft", 1, 0, named_transform<backward>},
    {"fft_ifft2", 1, 0, named_transform<backward>},
    {"fft_ifftn", 1, 0, named_transform<backward>},
    {"fft_ihfft", 1, 0, named_transform<hermitian_inverse>},
    {"fft_ihfft2", 1, 0, named_transform<hermitian_inverse>},
    {"fft_ihfftn", 1, 0, named_transform<hermitian_inverse>},
    {"fft_irfft", 1, 0, named_transform<real_backward>},
    {"fft_irfft2", 1, 0, named_transform<real_backward>},
    {"fft_irfftn", 1, 0, named_transform<real_backward>},
    {"fft_rfft", 1, 0, named_transform<real_forward>},
    {"fft_rfft2", 1, 0, named_transform<real_forward>},
    {"fft_rfftn", 1, 0, named_transform<real_forward>},
    {"istft", 1, 0, inverse_short_time},
    {"stft", 1, 0, short_time},
};

}  // namespace

std::span<const OpRow> fourier_rows() {
  return rows;
}

}  // namespace ng::pytorch
