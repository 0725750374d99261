module @jit_computed_padding attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x2xf32>, %arg1: tensor<f32>) -> (tensor<7x4xf32> {jax.result_info = "result[0]"}, tensor<5x2xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [-1, 2], interior = [2, 0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<7x4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1 = stablehlo.multiply %arg1, %cst : tensor<f32>
    %2 = stablehlo.pad %arg0, %1, low = [2, 0], high = [0, 0], interior = [0, 0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<5x2xf32>
    return %0, %2 : tensor<7x4xf32>, tensor<5x2xf32>
  }
}
