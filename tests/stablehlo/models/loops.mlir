module @jit_loops attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xf32>, %arg1: tensor<4x3xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1]"}, tensor<4x3xf32> {jax.result_info = "result[2]"}, tensor<4x3xf32> {jax.result_info = "result[3]"}, tensor<3xf32> {jax.result_info = "result[4]"}, tensor<i32> {jax.result_info = "result[5][0]"}, tensor<3xf32> {jax.result_info = "result[5][1]"}, tensor<i32> {jax.result_info = "result[6][0]"}, tensor<3xf32> {jax.result_info = "result[6][1]"}, tensor<4x3xf32> {jax.result_info = "result[7][0]"}, tensor<f32> {jax.result_info = "result[7][1]"}) {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_15 = %c, %iterArg_16 = %arg0) : tensor<i32>, tensor<i32>, tensor<3xf32>
    cond {
      %c_17 = stablehlo.constant dense<7> : tensor<i32>
      %15 = stablehlo.compare LT, %iterArg, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %15:2 = func.call @closed_call(%iterArg_15, %iterArg_16) : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.add %iterArg, %c_17 : tensor<i32>
      stablehlo.return %16, %15#0, %15#1 : tensor<i32>, tensor<i32>, tensor<3xf32>
    }
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %2:4 = stablehlo.while(%iterArg = %arg1, %iterArg_15 = %c_1, %iterArg_16 = %arg0, %iterArg_17 = %1) : tensor<4x3xf32>, tensor<i32>, tensor<3xf32>, tensor<4x3xf32>
    cond {
      %c_18 = stablehlo.constant dense<4> : tensor<i32>
      %15 = stablehlo.compare LT, %iterArg_15, %c_18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %c_18 = stablehlo.constant dense<4> : tensor<i32>
      %15 = stablehlo.subtract %c_18, %iterArg_15 : tensor<i32>
      %c_19 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.subtract %15, %c_19 : tensor<i32>
      %17 = func.call @dynamic_index_in_dim(%iterArg, %16) : (tensor<4x3xf32>, tensor<i32>) -> tensor<3xf32>
      %18:2 = func.call @closed_call_0(%iterArg_16, %17) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
      %19 = func.call @dynamic_update_index_in_dim(%iterArg_17, %18#1, %16) : (tensor<4x3xf32>, tensor<3xf32>, tensor<i32>) -> tensor<4x3xf32>
      %c_20 = stablehlo.constant dense<1> : tensor<i32>
      %20 = stablehlo.add %iterArg_15, %c_20 : tensor<i32>
      stablehlo.return %iterArg, %20, %18#0, %19 : tensor<4x3xf32>, tensor<i32>, tensor<3xf32>, tensor<4x3xf32>
    }
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %5 = "stablehlo.scatter"(%3, %4, %arg0) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x3xf32>, tensor<1xi32>, tensor<3xf32>) -> tensor<4x3xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %6:3 = stablehlo.while(%iterArg = %c_5, %iterArg_15 = %c_4, %iterArg_16 = %5) : tensor<i32>, tensor<i32>, tensor<4x3xf32>
    cond {
      %c_17 = stablehlo.constant dense<3> : tensor<i32>
      %15 = stablehlo.compare LT, %iterArg, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %15:2 = func.call @closed_call_1(%iterArg_15, %iterArg_16) : (tensor<i32>, tensor<4x3xf32>) -> (tensor<i32>, tensor<4x3xf32>)
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.add %iterArg, %c_17 : tensor<i32>
      stablehlo.return %16, %15#0, %15#1 : tensor<i32>, tensor<i32>, tensor<4x3xf32>
    }
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %7:3 = stablehlo.while(%iterArg = %c_7, %iterArg_15 = %c_6, %iterArg_16 = %arg0) : tensor<i32>, tensor<i32>, tensor<3xf32>
    cond {
      %c_17 = stablehlo.constant dense<2> : tensor<i32>
      %15 = stablehlo.compare LT, %iterArg, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %15:2 = func.call @closed_call_2(%iterArg_15, %iterArg_16) : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.add %iterArg, %c_17 : tensor<i32>
      stablehlo.return %16, %15#0, %15#1 : tensor<i32>, tensor<i32>, tensor<3xf32>
    }
    %c_8 = stablehlo.constant dense<1> : tensor<i32>
    %8:2 = stablehlo.while(%iterArg = %c_8, %iterArg_15 = %arg0) : tensor<i32>, tensor<3xf32>
    cond {
      %c_16 = stablehlo.constant dense<5> : tensor<i32>
      %15 = stablehlo.compare LT, %iterArg, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %c_16 = stablehlo.constant dense<2> : tensor<i32>
      %15 = stablehlo.add %iterArg, %c_16 : tensor<i32>
      %16 = stablehlo.convert %iterArg : (tensor<i32>) -> tensor<f32>
      %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %18 = stablehlo.multiply %iterArg_15, %17 : tensor<3xf32>
      stablehlo.return %15, %18 : tensor<i32>, tensor<3xf32>
    }
    %9 = stablehlo.abs %arg0 : tensor<3xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %11 = stablehlo.add %9, %10 : tensor<3xf32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %12:2 = stablehlo.while(%iterArg = %c_10, %iterArg_15 = %11) : tensor<i32>, tensor<3xf32>
    cond {
      %c_16 = stablehlo.constant dense<20> : tensor<i32>
      %15 = stablehlo.compare LT, %iterArg, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %16 = stablehlo.reduce(%iterArg_15 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
      %cst_18 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %17 = stablehlo.compare GT, %16, %cst_18, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %c_19 = stablehlo.constant dense<false> : tensor<i1>
      %18 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i1>) -> tensor<i1>
      %19 = stablehlo.compare NE, %15, %18, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %20 = stablehlo.convert %19 : tensor<i1>
      %21 = stablehlo.and %20, %17 : tensor<i1>
      stablehlo.return %21 : tensor<i1>
    } do {
      %c_16 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.add %iterArg, %c_16 : tensor<i32>
      %cst_17 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %16 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %17 = stablehlo.multiply %iterArg_15, %16 : tensor<3xf32>
      stablehlo.return %15, %17 : tensor<i32>, tensor<3xf32>
    }
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %14:5 = stablehlo.while(%iterArg = %arg0, %iterArg_15 = %c_14, %iterArg_16 = %c_12, %iterArg_17 = %13, %iterArg_18 = %cst_13) : tensor<3xf32>, tensor<i32>, tensor<i32>, tensor<4x3xf32>, tensor<f32>
    cond {
      %c_19 = stablehlo.constant dense<4> : tensor<i32>
      %15 = stablehlo.compare LT, %iterArg_15, %c_19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %15:3 = func.call @closed_call_4(%iterArg, %iterArg_16, %iterArg_17, %iterArg_18) : (tensor<3xf32>, tensor<i32>, tensor<4x3xf32>, tensor<f32>) -> (tensor<i32>, tensor<4x3xf32>, tensor<f32>)
      %c_19 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.add %iterArg_15, %c_19 : tensor<i32>
      stablehlo.return %iterArg, %16, %15#0, %15#1, %15#2 : tensor<3xf32>, tensor<i32>, tensor<i32>, tensor<4x3xf32>, tensor<f32>
    }
    return %0#2, %2#2, %2#3, %6#2, %7#2, %8#0, %8#1, %12#0, %12#1, %14#3, %14#4 : tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<i32>, tensor<3xf32>, tensor<i32>, tensor<3xf32>, tensor<4x3xf32>, tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %2 = stablehlo.multiply %arg1, %1 : tensor<3xf32>
    %3 = stablehlo.sine %arg1 : tensor<3xf32>
    %4 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %6 = stablehlo.divide %3, %5 : tensor<3xf32>
    %7 = stablehlo.add %2, %6 : tensor<3xf32>
    return %0, %7 : tensor<i32>, tensor<3xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x3xf32>, %arg1: tensor<i32>) -> tensor<3xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 3] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3xf32>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<3xf32>
    %1 = stablehlo.multiply %arg0, %arg1 : tensor<3xf32>
    return %0, %1 : tensor<3xf32>, tensor<3xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<i32>) -> tensor<4x3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<4x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
    return %1 : tensor<4x3xf32>
  }
  func.func private @closed_call_1(%arg0: tensor<i32>, %arg1: tensor<4x3xf32>) -> (tensor<i32>, tensor<4x3xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %arg0, %c_0 : tensor<i32>
    %2 = stablehlo.convert %arg0 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare LT, %2, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<4> : tensor<i32>
    %4 = stablehlo.add %2, %c_2 : tensor<i32>
    %5 = stablehlo.select %3, %4, %2 : tensor<i1>, tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %c_3, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.add %c_5, %c_6 : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.select %6, %7, %c_7 : tensor<i1>, tensor<i32>
    %9 = stablehlo.dynamic_slice %arg1, %5, %8, sizes = [1, 3] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %10 = stablehlo.reshape %9 : (tensor<1x3xf32>) -> tensor<3xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %12 = stablehlo.multiply %10, %11 : tensor<3xf32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %13 = stablehlo.compare LT, %1, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_9 = stablehlo.constant dense<4> : tensor<i32>
    %14 = stablehlo.add %1, %c_9 : tensor<i32>
    %15 = stablehlo.select %13, %14, %1 : tensor<i1>, tensor<i32>
    %16 = stablehlo.convert %15 : tensor<i32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %18 = "stablehlo.scatter"(%arg1, %17, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<4x3xf32>, tensor<1xi32>, tensor<3xf32>) -> tensor<4x3xf32>
    return %0, %18 : tensor<i32>, tensor<4x3xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<i32>, %arg1: tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %c_1, %iterArg_3 = %c_0, %iterArg_4 = %arg1) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<3xf32>
    cond {
      %c_5 = stablehlo.constant dense<3> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_2, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call_3(%iterArg, %iterArg_3, %iterArg_4) : (tensor<i32>, tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg_2, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %3, %2#0, %2#1 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<3xf32>
    }
    return %0, %1#3 : tensor<i32>, tensor<3xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg1, %c : tensor<i32>
    %1 = stablehlo.multiply %arg0, %arg1 : tensor<i32>
    %2 = stablehlo.convert %1 : (tensor<i32>) -> tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %4 = stablehlo.add %arg2, %3 : tensor<3xf32>
    return %0, %4 : tensor<i32>, tensor<3xf32>
  }
  func.func private @closed_call_4(%arg0: tensor<3xf32>, %arg1: tensor<i32>, %arg2: tensor<4x3xf32>, %arg3: tensor<f32>) -> (tensor<i32>, tensor<4x3xf32>, tensor<f32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg1, %c : tensor<i32>
    %1 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<3xf32>
    %4 = call @dynamic_update_index_in_dim_5(%arg2, %3, %arg1) : (tensor<4x3xf32>, tensor<3xf32>, tensor<i32>) -> tensor<4x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %6 = stablehlo.convert %arg3 : tensor<f32>
    %7 = stablehlo.add %6, %5 : tensor<f32>
    return %0, %4, %7 : tensor<i32>, tensor<4x3xf32>, tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<i32>) -> tensor<4x3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.convert %arg2 : tensor<i32>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %3 = stablehlo.add %2, %c_0 : tensor<i32>
    %4 = stablehlo.select %1, %3, %arg2 : tensor<i1>, tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.dynamic_update_slice %arg0, %0, %4, %c_1 : (tensor<4x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
    return %5 : tensor<4x3xf32>
  }
}
