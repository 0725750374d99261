module @jit_angles attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7xf32>, %arg1: tensor<7xf32>) -> (tensor<7x7xf32> {jax.result_info = "result[0]"}, tensor<7x3xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<7xf32>) -> tensor<7x1xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<7xf32>) -> tensor<1x7xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<7x1xf32>) -> tensor<7x7xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x7xf32>) -> tensor<7x7xf32>
    %4 = stablehlo.atan2 %2, %3 : tensor<7x7xf32>
    %5 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<7xf32>) -> tensor<7x1xf32>
    %6 = stablehlo.convert %5 : (tensor<7x1xf32>) -> tensor<7x1xf16>
    %7 = stablehlo.slice %arg1 [1:6:2] : (tensor<7xf32>) -> tensor<3xf32>
    %8 = stablehlo.convert %6 : (tensor<7x1xf16>) -> tensor<7x1xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %10 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<7x1xf32>) -> tensor<7x3xf32>
    %11 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<7x3xf32>
    %12 = stablehlo.atan2 %10, %11 : tensor<7x3xf32>
    return %4, %12 : tensor<7x7xf32>, tensor<7x3xf32>
  }
}
