module @jit_special attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<19xf64>, %arg1: tensor<16xf64>, %arg2: tensor<19xf64>, %arg3: tensor<16xf64>) -> (tensor<19xf32> {jax.result_info = "result[0]"}, tensor<8xf16> {jax.result_info = "result[1]"}, tensor<19xi1> {jax.result_info = "result[2]"}, tensor<16xf32> {jax.result_info = "result[3]"}, tensor<16xi1> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.convert %arg1 : (tensor<16xf64>) -> tensor<16xf32>
    %1 = stablehlo.convert %arg0 : (tensor<19xf64>) -> tensor<19xf32>
    %2 = chlo.lgamma %1 : tensor<19xf32> -> tensor<19xf32>
    %3 = stablehlo.convert %arg0 : (tensor<19xf64>) -> tensor<19xf16>
    %4 = stablehlo.slice %3 [4:12] : (tensor<19xf16>) -> tensor<8xf16>
    %5 = chlo.lgamma %4 : tensor<8xf16> -> tensor<8xf16>
    %6 = chlo.lgamma %arg0 : tensor<19xf64> -> tensor<19xf64>
    %7 = stablehlo.subtract %6, %arg2 : tensor<19xf64>
    %8 = stablehlo.abs %7 : tensor<19xf64>
    %9 = stablehlo.abs %arg2 : tensor<19xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<19xf64>
    %11 = stablehlo.add %10, %9 : tensor<19xf64>
    %cst_0 = stablehlo.constant dense<9.9999999999999999E-15> : tensor<f64>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<19xf64>
    %13 = stablehlo.multiply %12, %11 : tensor<19xf64>
    %14 = stablehlo.compare LE, %8, %13, FLOAT : (tensor<19xf64>, tensor<19xf64>) -> tensor<19xi1>
    %15 = stablehlo.compare EQ, %6, %arg2, FLOAT : (tensor<19xf64>, tensor<19xf64>) -> tensor<19xi1>
    %16 = stablehlo.or %14, %15 : tensor<19xi1>
    %17 = stablehlo.compare NE, %6, %6, FLOAT : (tensor<19xf64>, tensor<19xf64>) -> tensor<19xi1>
    %18 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<19xf64>, tensor<19xf64>) -> tensor<19xi1>
    %19 = stablehlo.and %17, %18 : tensor<19xi1>
    %20 = stablehlo.or %16, %19 : tensor<19xi1>
    %21 = stablehlo.abs %0 : tensor<16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %23 = stablehlo.compare LT, %21, %22, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %24 = call @_where(%23, %0, %c) : (tensor<16xi1>, tensor<16xf32>, tensor<i64>) -> tensor<16xf32>
    %25 = chlo.erf_inv %24 : tensor<16xf32> -> tensor<16xf32>
    %26 = chlo.erf_inv %arg1 : tensor<16xf64> -> tensor<16xf64>
    %27 = stablehlo.subtract %26, %arg3 : tensor<16xf64>
    %28 = stablehlo.abs %27 : tensor<16xf64>
    %29 = stablehlo.abs %arg3 : tensor<16xf64>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %30 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<16xf64>
    %31 = stablehlo.add %30, %29 : tensor<16xf64>
    %cst_3 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %32 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<16xf64>
    %33 = stablehlo.multiply %32, %31 : tensor<16xf64>
    %34 = stablehlo.compare LE, %28, %33, FLOAT : (tensor<16xf64>, tensor<16xf64>) -> tensor<16xi1>
    %35 = stablehlo.compare EQ, %26, %arg3, FLOAT : (tensor<16xf64>, tensor<16xf64>) -> tensor<16xi1>
    %36 = stablehlo.or %34, %35 : tensor<16xi1>
    %37 = stablehlo.compare NE, %26, %26, FLOAT : (tensor<16xf64>, tensor<16xf64>) -> tensor<16xi1>
    %38 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<16xf64>, tensor<16xf64>) -> tensor<16xi1>
    %39 = stablehlo.and %37, %38 : tensor<16xi1>
    %40 = stablehlo.or %36, %39 : tensor<16xi1>
    return %2, %5, %20, %25, %40 : tensor<19xf32>, tensor<8xf16>, tensor<19xi1>, tensor<16xf32>, tensor<16xi1>
  }
  func.func private @_where(%arg0: tensor<16xi1>, %arg1: tensor<16xf32>, %arg2: tensor<i64>) -> tensor<16xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<16xi1>, tensor<16xf32>
    return %2 : tensor<16xf32>
  }
}
