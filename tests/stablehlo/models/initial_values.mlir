module @jit_initial_values attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x5xf32>, %arg1: tensor<12xi32>, %arg2: tensor<3xi32>) -> (tensor<2x5xf32> {jax.result_info = "result[0]"}, tensor<10xi32> {jax.result_info = "result[1]"}, tensor<12xi32> {jax.result_info = "result[2]"}, tensor<4x5xf32> {jax.result_info = "result[3]"}, tensor<5xi32> {jax.result_info = "result[4]"}, tensor<12xi32> {jax.result_info = "result[5]"}) {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %8 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %8 : tensor<f32>
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<2x5xf32>
    %c = stablehlo.constant dense<7> : tensor<i32>
    %1 = "stablehlo.reduce_window"(%arg1, %c) <{base_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 3>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %8 = stablehlo.add %arg3, %arg4 : tensor<i32>
      stablehlo.return %8 : tensor<i32>
    }) : (tensor<12xi32>, tensor<i32>) -> tensor<10xi32>
    %c_0 = stablehlo.constant dense<7> : tensor<i32>
    %2 = "stablehlo.reduce_window"(%arg1, %c_0) <{base_dilations = array<i64: 1>, padding = dense<[[11, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 12>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %8 = stablehlo.add %arg3, %arg4 : tensor<i32>
      stablehlo.return %8 : tensor<i32>
    }) : (tensor<12xi32>, tensor<i32>) -> tensor<12xi32>
    %cst_1 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %3 = "stablehlo.reduce_window"(%arg0, %cst_1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %8 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %8 : tensor<f32>
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
    %c_2 = stablehlo.constant dense<5> : tensor<i32>
    %4 = "stablehlo.reduce_window"(%arg1, %c_2) <{base_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 4>, window_strides = array<i64: 2>}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %8 = stablehlo.minimum %arg3, %arg4 : tensor<i32>
      stablehlo.return %8 : tensor<i32>
    }) : (tensor<12xi32>, tensor<i32>) -> tensor<5xi32>
    %5 = stablehlo.broadcast_in_dim %arg2, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %6 = stablehlo.slice %arg1 [0:3] : (tensor<12xi32>) -> tensor<3xi32>
    %7 = "stablehlo.scatter"(%arg1, %5, %6) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %8 = stablehlo.subtract %arg3, %arg4 : tensor<i32>
      stablehlo.return %8 : tensor<i32>
    }) : (tensor<12xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<12xi32>
    return %0, %1, %2, %3, %4, %7 : tensor<2x5xf32>, tensor<10xi32>, tensor<12xi32>, tensor<4x5xf32>, tensor<5xi32>, tensor<12xi32>
  }
}
