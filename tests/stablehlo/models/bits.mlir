module @jit_bits attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xf32>, %arg1: tensor<10xf32>, %arg2: tensor<10xf16>, %arg3: tensor<6xi32>, %arg4: tensor<5xui8>) -> (tensor<10xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}, tensor<10xi32> {jax.result_info = "result[2]"}, tensor<10xui16> {jax.result_info = "result[3]"}, tensor<10xi16> {jax.result_info = "result[4]"}, tensor<10xi1> {jax.result_info = "result[5]"}, tensor<10xf16> {jax.result_info = "result[6]"}, tensor<6xi32> {jax.result_info = "result[7]"}, tensor<6xi32> {jax.result_info = "result[8]"}, tensor<5xui8> {jax.result_info = "result[9]"}, tensor<5xui8> {jax.result_info = "result[10]"}, tensor<i32> {jax.result_info = "result[11]"}, tensor<ui8> {jax.result_info = "result[12]"}, tensor<i32> {jax.result_info = "result[13]"}, tensor<i1> {jax.result_info = "result[14]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<10xf32>
    %2 = chlo.next_after %1, %arg1 : tensor<10xf32>, tensor<10xf32> -> tensor<10xf32>
    %cst_0 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = chlo.next_after %cst_0, %cst_1 : tensor<f32>, tensor<f32> -> tensor<f32>
    %4 = stablehlo.slice %arg0 [0:1] : (tensor<10xf32>) -> tensor<1xf32>
    %5 = stablehlo.reshape %4 : (tensor<1xf32>) -> tensor<f32>
    %6 = stablehlo.add %3, %5 : tensor<f32>
    %7 = stablehlo.bitcast_convert %1 : (tensor<10xf32>) -> tensor<10xi32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f16>) -> tensor<10xf16>
    %9 = stablehlo.multiply %arg2, %8 : tensor<10xf16>
    %10 = stablehlo.bitcast_convert %9 : (tensor<10xf16>) -> tensor<10xui16>
    %11 = stablehlo.convert %1 : (tensor<10xf32>) -> tensor<10xbf16>
    %12 = stablehlo.bitcast_convert %11 : (tensor<10xbf16>) -> tensor<10xi16>
    %13 = call @signbit(%1) : (tensor<10xf32>) -> tensor<10xi1>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f16>) -> tensor<10xf16>
    %15 = stablehlo.multiply %arg2, %14 : tensor<10xf16>
    %16 = stablehlo.bitcast_convert %15 : (tensor<10xf16>) -> tensor<10xui16>
    %c = stablehlo.constant dense<1> : tensor<ui16>
    %17 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui16>) -> tensor<10xui16>
    %18 = stablehlo.add %16, %17 : tensor<10xui16>
    %19 = stablehlo.bitcast_convert %18 : (tensor<10xui16>) -> tensor<10xf16>
    %20 = stablehlo.popcnt %arg3 : tensor<6xi32>
    %21 = stablehlo.count_leading_zeros %arg3 : tensor<6xi32>
    %22 = stablehlo.popcnt %arg4 : tensor<5xui8>
    %23 = stablehlo.count_leading_zeros %arg4 : tensor<5xui8>
    %c_4 = stablehlo.constant dense<-1> : tensor<i32>
    %24 = stablehlo.reduce(%arg3 init: %c_4) applies stablehlo.and across dimensions = [0] : (tensor<6xi32>, tensor<i32>) -> tensor<i32>
    %25 = stablehlo.slice %arg4 [1:5] : (tensor<5xui8>) -> tensor<4xui8>
    %26 = stablehlo.broadcast_in_dim %25, dims = [1] : (tensor<4xui8>) -> tensor<1x4xui8>
    %c_5 = stablehlo.constant dense<4> : tensor<ui8>
    %27 = stablehlo.reduce(%26 init: %c_5) applies stablehlo.or across dimensions = [0, 1] : (tensor<1x4xui8>, tensor<ui8>) -> tensor<ui8>
    %c_6 = stablehlo.constant dense<5> : tensor<i32>
    %28 = stablehlo.reduce(%arg3 init: %c_6) applies stablehlo.xor across dimensions = [0] : (tensor<6xi32>, tensor<i32>) -> tensor<i32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %30 = stablehlo.compare GT, %arg0, %29, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %c_8 = stablehlo.constant dense<false> : tensor<i1>
    %31 = stablehlo.reduce(%30 init: %c_8) applies stablehlo.xor across dimensions = [0] : (tensor<10xi1>, tensor<i1>) -> tensor<i1>
    return %2, %6, %7, %10, %12, %13, %19, %20, %21, %22, %23, %24, %27, %28, %31 : tensor<10xf32>, tensor<f32>, tensor<10xi32>, tensor<10xui16>, tensor<10xi16>, tensor<10xi1>, tensor<10xf16>, tensor<6xi32>, tensor<6xi32>, tensor<5xui8>, tensor<5xui8>, tensor<i32>, tensor<ui8>, tensor<i32>, tensor<i1>
  }
  func.func private @signbit(%arg0: tensor<10xf32>) -> tensor<10xi1> {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<10xf32>) -> tensor<10xi32>
    %c = stablehlo.constant dense<31> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %2 = stablehlo.shift_right_arithmetic %0, %1 : tensor<10xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %4 = stablehlo.compare NE, %2, %3, SIGNED : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
    %5 = stablehlo.convert %4 : tensor<10xi1>
    return %5 : tensor<10xi1>
  }
}
