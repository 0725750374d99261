module @jit_edges attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<60xi32>, %arg1: tensor<4xi8>, %arg2: tensor<4xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2xui32>, %arg5: tensor<60xi32>) -> (tensor<12xi32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}, tensor<30xi32> {jax.result_info = "result[2]"}, tensor<60xi32> {jax.result_info = "result[3]"}, tensor<4xi8> {jax.result_info = "result[4]"}, tensor<4xf32> {jax.result_info = "result[5]"}, tensor<4xf32> {jax.result_info = "result[6]"}, tensor<4xf16> {jax.result_info = "result[7]"}, tensor<3xi32> {jax.result_info = "result[8]"}, tensor<2xui32> {jax.result_info = "result[9]"}, tensor<i1> {jax.result_info = "result[10]"}, tensor<64xi32> {jax.result_info = "result[11]"}, tensor<4xf32> {jax.result_info = "result[12]"}, tensor<4xf32> {jax.result_info = "result[13]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_9 = %arg2) : tensor<i32>, tensor<4xf32>
    cond {
      %38 = stablehlo.convert %iterArg : (tensor<i32>) -> tensor<f32>
      %cst_10 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %39 = stablehlo.multiply %38, %cst_10 : tensor<f32>
      %cst_11 = stablehlo.constant dense<3.000000e-01> : tensor<f32>
      %40 = stablehlo.compare LT, %39, %cst_11, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %40 : tensor<i1>
    } do {
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %38 = stablehlo.add %iterArg, %c_10 : tensor<i32>
      %cst_11 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %39 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %40 = stablehlo.multiply %iterArg_9, %39 : tensor<4xf32>
      stablehlo.return %38, %40 : tensor<i32>, tensor<4xf32>
    }
    %c_0 = stablehlo.constant dense<7> : tensor<i32>
    %1:2 = stablehlo.while(%iterArg = %c_0, %iterArg_9 = %arg2) : tensor<i32>, tensor<4xf32>
    cond {
      %c_10 = stablehlo.constant dense<0> : tensor<i32>
      %38 = stablehlo.compare GT, %iterArg, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %38 : tensor<i1>
    } do {
      %c_10 = stablehlo.constant dense<2> : tensor<i32>
      %38 = stablehlo.subtract %iterArg, %c_10 : tensor<i32>
      %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %39 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %40 = stablehlo.add %iterArg_9, %39 : tensor<4xf32>
      stablehlo.return %38, %40 : tensor<i32>, tensor<4xf32>
    }
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<i32>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 49>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>):
      %38 = stablehlo.add %arg6, %arg7 : tensor<i32>
      stablehlo.return %38 : tensor<i32>
    }) : (tensor<60xi32>, tensor<i32>) -> tensor<12xi32>
    %cst = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %4 = "stablehlo.reduce_window"(%arg2, %cst) <{base_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 1>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %38 = stablehlo.add %arg6, %arg7 : tensor<f32>
      stablehlo.return %38 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %c_2 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<i32>
    %6 = "stablehlo.reduce_window"(%arg0, %5) <{base_dilations = array<i64: 1>, padding = dense<[[0, 1]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
    ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>):
      %38 = stablehlo.maximum %arg6, %arg7 : tensor<i32>
      stablehlo.return %38 : tensor<i32>
    }) : (tensor<60xi32>, tensor<i32>) -> tensor<30xi32>
    %7 = call @cummax(%arg0) : (tensor<60xi32>) -> tensor<60xi32>
    %8 = call @sort(%arg1) : (tensor<4xi8>) -> tensor<4xi8>
    %cst_3 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %10 = stablehlo.multiply %9, %arg2 : tensor<4xf32>
    %11 = chlo.erfc %10 : tensor<4xf32> -> tensor<4xf32>
    %12 = stablehlo.sign %arg2 : tensor<4xf32>
    %13 = chlo.erf_inv %12 : tensor<4xf32> -> tensor<4xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+02> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %15 = stablehlo.multiply %14, %arg2 : tensor<4xf32>
    %16 = stablehlo.convert %15 : (tensor<4xf32>) -> tensor<4xf16>
    %17 = stablehlo.cbrt %16 : tensor<4xf16>
    %18 = stablehlo.slice %arg2 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %19 = stablehlo.reshape %18 : (tensor<1xf32>) -> tensor<f32>
    %20 = stablehlo.slice %arg3 [2:3] : (tensor<3xf32>) -> tensor<1xf32>
    %21 = stablehlo.reshape %20 : (tensor<1xf32>) -> tensor<f32>
    %22 = stablehlo.slice %arg2 [1:2] : (tensor<4xf32>) -> tensor<1xf32>
    %23 = stablehlo.reshape %22 : (tensor<1xf32>) -> tensor<f32>
    %24 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %25 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %26 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %27 = stablehlo.concatenate %24, %25, %26, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
    %28 = call @searchsorted(%arg3, %27) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi32>
    %c_5 = stablehlo.constant dense<1> : tensor<ui32>
    %29 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %30 = stablehlo.shift_right_arithmetic %arg4, %29 : tensor<2xui32>
    %31 = stablehlo.slice %arg1 [0:0] : (tensor<4xi8>) -> tensor<0xi8>
    %c_6 = stablehlo.constant dense<0> : tensor<i8>
    %32 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i8>) -> tensor<0xi8>
    %33 = stablehlo.compare GT, %31, %32, SIGNED : (tensor<0xi8>, tensor<0xi8>) -> tensor<0xi1>
    %c_7 = stablehlo.constant dense<false> : tensor<i1>
    %34 = stablehlo.reduce(%33 init: %c_7) applies stablehlo.or across dimensions = [0] : (tensor<0xi1>, tensor<i1>) -> tensor<i1>
    %c_8 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %35 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %36 = stablehlo.broadcast_in_dim %arg5, dims = [0] : (tensor<60xi32>) -> tensor<60x1xi32>
    %37 = "stablehlo.scatter"(%35, %36, %arg0) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>):
      %38 = stablehlo.maximum %arg6, %arg7 : tensor<i32>
      stablehlo.return %38 : tensor<i32>
    }) : (tensor<64xi32>, tensor<60x1xi32>, tensor<60xi32>) -> tensor<64xi32>
    return %3, %4, %6, %7, %8, %11, %13, %17, %28, %30, %34, %37, %0#1, %1#1 : tensor<12xi32>, tensor<4xf32>, tensor<30xi32>, tensor<60xi32>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<3xi32>, tensor<2xui32>, tensor<i1>, tensor<64xi32>, tensor<4xf32>, tensor<4xf32>
  }
  func.func private @cummax(%arg0: tensor<60xi32>) -> tensor<60xi32> {
    %c = stablehlo.constant dense<-2147483648> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[59, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 60>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<60xi32>, tensor<i32>) -> tensor<60xi32>
    return %1 : tensor<60xi32>
  }
  func.func private @sort(%arg0: tensor<4xi8>) -> tensor<4xi8> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<i8>, %arg2: tensor<i8>):
      %1 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4xi8>) -> tensor<4xi8>
    return %0 : tensor<4xi8>
  }
  func.func private @searchsorted(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) -> tensor<3xi32> {
    %0 = call @_searchsorted_scan_impl(%arg0, %arg1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi32>
    return %0 : tensor<3xi32>
  }
  func.func private @_searchsorted_scan_impl(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) -> tensor<3xi32> {
    %0 = call @_searchsorted_scan_impl_0(%arg0, %arg1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi32>
    return %0 : tensor<3xi32>
  }
  func.func private @_searchsorted_scan_impl_0(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) -> tensor<3xi32> {
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %c_0 = stablehlo.constant dense<3> : tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %2:5 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %c_1, %iterArg_4 = %0, %iterArg_5 = %1) : tensor<3xf32>, tensor<3xf32>, tensor<i32>, tensor<3xui32>, tensor<3xui32>
    cond {
      %c_6 = stablehlo.constant dense<2> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4:2 = func.call @closed_call(%iterArg, %iterArg_2, %iterArg_4, %iterArg_5) : (tensor<3xf32>, tensor<3xf32>, tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>)
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.add %iterArg_3, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_2, %5, %4#0, %4#1 : tensor<3xf32>, tensor<3xf32>, tensor<i32>, tensor<3xui32>, tensor<3xui32>
    }
    %3 = stablehlo.convert %2#4 : (tensor<3xui32>) -> tensor<3xi32>
    return %3 : tensor<3xi32>
  }
  func.func private @closed_call(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xui32>, %arg3: tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>) {
    %0 = stablehlo.subtract %arg3, %arg2 : tensor<3xui32>
    %c = stablehlo.constant dense<2> : tensor<i32>
    %1 = call @floor_divide(%0, %c) : (tensor<3xui32>, tensor<i32>) -> tensor<3xui32>
    %2 = stablehlo.add %arg2, %1 : tensor<3xui32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<3xui32>) -> tensor<3x1xui32>
    %4 = "stablehlo.gather"(%arg0, %3) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<3x1xui32>) -> tensor<3x1xf32>
    %5 = stablehlo.reshape %4 : (tensor<3x1xf32>) -> tensor<3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %7 = stablehlo.compare EQ, %arg1, %6, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %9 = stablehlo.select %7, %8, %arg1 : tensor<3xi1>, tensor<3xf32>
    %10 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %12 = stablehlo.select %10, %11, %9 : tensor<3xi1>, tensor<3xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %14 = stablehlo.compare EQ, %5, %13, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %16 = stablehlo.select %14, %15, %5 : tensor<3xi1>, tensor<3xf32>
    %17 = stablehlo.compare NE, %5, %5, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %19 = stablehlo.select %17, %18, %16 : tensor<3xi1>, tensor<3xf32>
    %20 = stablehlo.compare LE, %12, %19, TOTALORDER : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %21 = stablehlo.select %20, %arg2, %2 : tensor<3xi1>, tensor<3xui32>
    %22 = stablehlo.select %20, %2, %arg3 : tensor<3xi1>, tensor<3xui32>
    return %21, %22 : tensor<3xui32>, tensor<3xui32>
  }
  func.func private @floor_divide(%arg0: tensor<3xui32>, %arg1: tensor<i32>) -> tensor<3xui32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %2 = stablehlo.divide %arg0, %1 : tensor<3xui32>
    return %2 : tensor<3xui32>
  }
}
