// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/op_table.h"

#include <iterator>
#include <vector>

#include "engine/ops/collective/collective.h"
#include "engine/ops/collective/transfer.h"
#include "engine/ops/device_copy.h"
#include "engine/ops/dot.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/remainder.h"
#include "engine/ops/fused.h"
#include "engine/ops/kept_value.h"
#include "engine/ops/lookup.h"
#include "engine/ops/one_hot.h"
#include "engine/ops/opaque.h"
#include "engine/ops/ordering/argsort.h"
#include "engine/ops/ordering/cumulative.h"
#include "engine/ops/ordering/scatter.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/pass_through.h"
#include "engine/ops/random.h"
#include "engine/ops/reductions/ctc.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reductions/softmax.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/shapes/join.h"
#include "engine/ops/shapes/pad.h"
#include "engine/ops/shapes/reshape.h"
#include "engine/ops/shapes/set_item.h"
#include "engine/ops/shapes/slice.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"
#include "engine/ops/windows/convolution.h"
#include "engine/ops/windows/pooling.h"

namespace ng {
namespace {

const OpDef* const sources[] = {&placeholder_op, &variable_op, &persistent_tensor_op, &temporary_op,
                                &constant_op};

const OpDef* const others[] = {
    &remainder_op,
    &sum_op,
    &max_op,
    &min_op,
    &mean_op,
    &tensor_size_op,
    &batch_size_op,
    &prod_op,
    &variance_op,
    &argmax_op,
    &argmin_op,
    &squared_L2_op,
    &L1_norm_op,
    &L2_norm_op,
    &uniform_op,
    &normal_op,
    &dot_op,
    &broadcast_op,
    &axes_with_order_op,
    &cast_axes_op,
    &tensor_slice_op,
    &unslice_op,
    &replace_slice_op,
    &pad_op,
    &stack_op,
    &concat_along_axis_op,
    &flatten_op,
    &unflatten_op,
    &expand_dims_op,
    &transpose_op,
    &cast_role_op,
    &map_roles_op,
    &opaque_op,
    &one_hot_op,
    &checked_classes_op,
    &class_rows_op,
    &stop_gradient_op,
    &contiguous_op,
    &print_op,
    &softmax_op,
    &cross_entropy_multi_op,
    &cross_entropy_multi_logits_op,
    &cross_entropy_binary_inner_op,
    &cross_entropy_binary_logits_op,
    &convolution_op,
    &convolution_inputs_op,
    &convolution_filters_op,
    &pooling_op,
    &pooling_gradient_op,
    &pooling_chosen_op,
    &lookuptable_op,
    &lookuptable_gradient_op,
    &cumulative_sum_op,
    &cumulative_product_op,
    &argsort_op,
    &take_op,
    &scatter_op,
    &ctc_op,
    &ctc_gradient_op,
    &all_reduce_op,
    &all_gather_op,
    &reduce_scatter_op,
    &broadcast_from_op,
    &shard_op,
    &send_op,
    &receive_op,
    &after_op,
    &device_copy_op,
    &assign_op,
    &set_item_op,
    &fill_op,
    &sequential_op,
    &doall_op,
    &computation_op,
    &deriv_op,
    &scan_op,
    &scan_parameter_op,
    &kept_value_op,
    &fused_op,
    &parameter_op,
};

std::vector<const OpDef*> all_ops() {
  std::vector<const OpDef*> all(std::begin(sources), std::end(sources));
  all.insert(all.end(), std::begin(elementwise_ops), std::end(elementwise_ops));
  all.insert(all.end(), std::begin(others), std::end(others));
  return all;
}

}  // namespace

std::span<const OpDef* const> op_table() {
  static const std::vector<const OpDef*> rows = all_ops();
  return rows;
}

const OpDef* find_op(std::string_view name) {
  for (const OpDef* row : op_table()) {
    if (row->name == name) return row;
  }
  return nullptr;
}

}  // namespace ng
