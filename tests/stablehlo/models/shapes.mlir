module @jit_shapes attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x4xf32>, %arg1: tensor<3x4xf32>) -> (tensor<6x2x11xf32> {jax.result_info = "result[0]"}, tensor<2x3x4xf32> {jax.result_info = "result[1]"}, tensor<3x1x3xf32> {jax.result_info = "result[2]"}, tensor<6x12xf32> {jax.result_info = "result[3]"}, tensor<2x6x4xf32> {jax.result_info = "result[4]"}, tensor<2x4x3xf32> {jax.result_info = "result[5]"}, tensor<2x3xi32> {jax.result_info = "result[6]"}, tensor<1x3x1x4xf32> {jax.result_info = "result[7]"}, tensor<2x4xf32> {jax.result_info = "result[8]"}, tensor<3x4xf32> {jax.result_info = "result[9]"}, tensor<3x4xf32> {jax.result_info = "result[10]"}, tensor<3x3xf32> {jax.result_info = "result[11]"}, tensor<3x2x4xf32> {jax.result_info = "result[12]"}, tensor<5xf32> {jax.result_info = "result[13]"}) {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %0 = stablehlo.pad %arg0, %cst, low = [1, -1, 0], high = [2, 0, 1], interior = [1, 0, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<6x2x11xf32>
    %1 = call @_flip(%arg0) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %2 = stablehlo.transpose %arg0, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
    %3 = stablehlo.slice %2 [1:4, 0:2:2, 0:3] : (tensor<4x2x3xf32>) -> tensor<3x1x3xf32>
    %4 = stablehlo.reshape %arg1 : (tensor<3x4xf32>) -> tensor<1x3x1x4xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x3x1x4xf32>) -> tensor<2x3x3x4xf32>
    %6 = stablehlo.reshape %5 : (tensor<2x3x3x4xf32>) -> tensor<6x12xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3x4xf32>
    %8 = stablehlo.multiply %arg0, %7 : tensor<2x3x4xf32>
    %9 = stablehlo.concatenate %arg0, %8, dim = 1 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
    %10 = stablehlo.broadcast_in_dim %arg1, dims = [2, 1] : (tensor<3x4xf32>) -> tensor<2x4x3xf32>
    %11 = stablehlo.iota dim = 0 : tensor<6xi32>
    %12 = stablehlo.reshape %11 : (tensor<6xi32>) -> tensor<2x3xi32>
    %13 = stablehlo.convert %arg1 : (tensor<3x4xf32>) -> tensor<3x4xi32>
    %14 = stablehlo.slice %13 [0:3, 0:2] : (tensor<3x4xi32>) -> tensor<3x2xi32>
    %15 = stablehlo.transpose %14, dims = [1, 0] : (tensor<3x2xi32>) -> tensor<2x3xi32>
    %16 = stablehlo.add %12, %15 : tensor<2x3xi32>
    %17 = stablehlo.broadcast_in_dim %arg1, dims = [1, 3] : (tensor<3x4xf32>) -> tensor<1x3x1x4xf32>
    %18 = stablehlo.slice %arg0 [0:2, 0:1, 0:4] : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
    %19 = stablehlo.reshape %18 : (tensor<2x1x4xf32>) -> tensor<2x4xf32>
    %20 = call @_roll_static(%arg1) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %21 = call @tril(%arg1) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %22 = stablehlo.iota dim = 0 : tensor<3x3xi32>
    %23 = stablehlo.iota dim = 1 : tensor<3x3xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %24 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
    %25 = stablehlo.add %22, %24 : tensor<3x3xi32>
    %26 = stablehlo.compare EQ, %25, %23, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
    %27 = stablehlo.convert %26 : (tensor<3x3xi1>) -> tensor<3x3xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %29 = stablehlo.add %27, %28 : tensor<3x3xf32>
    %30 = stablehlo.broadcast_in_dim %arg1, dims = [0, 2] : (tensor<3x4xf32>) -> tensor<3x1x4xf32>
    %31 = stablehlo.broadcast_in_dim %arg1, dims = [0, 2] : (tensor<3x4xf32>) -> tensor<3x1x4xf32>
    %32 = stablehlo.concatenate %30, %31, dim = 1 : (tensor<3x1x4xf32>, tensor<3x1x4xf32>) -> tensor<3x2x4xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %33 = call @_linspace(%c_2, %c_3) : (tensor<i32>, tensor<i32>) -> tensor<5xf32>
    %34 = stablehlo.slice %arg1 [0:1, 0:1] : (tensor<3x4xf32>) -> tensor<1x1xf32>
    %35 = stablehlo.reshape %34 : (tensor<1x1xf32>) -> tensor<f32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %37 = stablehlo.multiply %33, %36 : tensor<5xf32>
    return %0, %1, %3, %6, %9, %10, %16, %17, %19, %20, %21, %29, %32, %37 : tensor<6x2x11xf32>, tensor<2x3x4xf32>, tensor<3x1x3xf32>, tensor<6x12xf32>, tensor<2x6x4xf32>, tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<1x3x1x4xf32>, tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x3xf32>, tensor<3x2x4xf32>, tensor<5xf32>
  }
  func.func private @_flip(%arg0: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0, 2] : tensor<2x3x4xf32>
    return %0 : tensor<2x3x4xf32>
  }
  func.func private @_roll_static(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %0 = stablehlo.slice %arg0 [2:3, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
    %1 = stablehlo.slice %arg0 [0:2, 0:4] : (tensor<3x4xf32>) -> tensor<2x4xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    return %2 : tensor<3x4xf32>
  }
  func.func private @tril(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<3x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x4xi32>
    %2 = stablehlo.add %0, %1 : tensor<3x4xi32>
    %3 = stablehlo.iota dim = 1 : tensor<3x4xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<3x4xi1>, tensor<3x4xf32>
    return %6 : tensor<3x4xf32>
  }
  func.func private @_linspace(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<5xf32> {
    %0 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %2 = stablehlo.iota dim = 0 : tensor<4xf32>
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %4 = stablehlo.divide %2, %3 : tensor<4xf32>
    %5 = stablehlo.reshape %0 : (tensor<f32>) -> tensor<1xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %7 = stablehlo.subtract %6, %4 : tensor<4xf32>
    %8 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<4xf32>
    %10 = stablehlo.reshape %1 : (tensor<f32>) -> tensor<1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<4xf32>
    %13 = stablehlo.add %9, %12 : tensor<4xf32>
    %14 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %15 = stablehlo.concatenate %13, %14, dim = 0 : (tensor<4xf32>, tensor<1xf32>) -> tensor<5xf32>
    return %15 : tensor<5xf32>
  }
}
