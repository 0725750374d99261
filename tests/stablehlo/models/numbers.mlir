module @jit_numbers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>, %arg3: tensor<2x3xi32>, %arg4: tensor<2x3xi32>) -> (tensor<2x3xf32> {jax.result_info = "result[0][0]"}, tensor<2x3xf32> {jax.result_info = "result[0][1]"}, tensor<2x3xf32> {jax.result_info = "result[0][2]"}, tensor<2x3xf32> {jax.result_info = "result[0][3]"}, tensor<2x3xf32> {jax.result_info = "result[0][4]"}, tensor<2x3xf32> {jax.result_info = "result[0][5]"}, tensor<2x3xf32> {jax.result_info = "result[0][6]"}, tensor<2x3xf32> {jax.result_info = "result[0][7]"}, tensor<2x3xf32> {jax.result_info = "result[0][8]"}, tensor<2x3xf32> {jax.result_info = "result[0][9]"}, tensor<2x3xf32> {jax.result_info = "result[0][10]"}, tensor<2x3xf32> {jax.result_info = "result[0][11]"}, tensor<2x3xf32> {jax.result_info = "result[0][12]"}, tensor<2x3xf32> {jax.result_info = "result[0][13]"}, tensor<2x3xf32> {jax.result_info = "result[0][14]"}, tensor<2x3xf32> {jax.result_info = "result[0][15]"}, tensor<2x3xf32> {jax.result_info = "result[0][16]"}, tensor<2x3xf32> {jax.result_info = "result[0][17]"}, tensor<2x3xf32> {jax.result_info = "result[0][18]"}, tensor<2x3xf32> {jax.result_info = "result[0][19]"}, tensor<2x3xi1> {jax.result_info = "result[0][20]"}, tensor<2x3xf32> {jax.result_info = "result[0][21]"}, tensor<2x3xf32> {jax.result_info = "result[0][22]"}, tensor<2x3xf32> {jax.result_info = "result[0][23]"}, tensor<2x3xf32> {jax.result_info = "result[0][24]"}, tensor<2x3xf32> {jax.result_info = "result[0][25]"}, tensor<2x3xf32> {jax.result_info = "result[1][0]"}, tensor<2x3xf32> {jax.result_info = "result[1][1]"}, tensor<2x3xf32> {jax.result_info = "result[1][2]"}, tensor<2x3xf32> {jax.result_info = "result[1][3]"}, tensor<2x3xf32> {jax.result_info = "result[2][0]"}, tensor<2x3xf32> {jax.result_info = "result[2][1]"}, tensor<2x3xf32> {jax.result_info = "result[2][2]"}, tensor<2x3xf32> {jax.result_info = "result[2][3]"}, tensor<2x3xf32> {jax.result_info = "result[2][4]"}, tensor<2x3xf32> {jax.result_info = "result[2][5]"}, tensor<2x3xf32> {jax.result_info = "result[2][6]"}, tensor<2x3xi1> {jax.result_info = "result[2][7]"}, tensor<2x3xi1> {jax.result_info = "result[2][8]"}, tensor<2x3xf32> {jax.result_info = "result[2][9]"}, tensor<2x3xf32> {jax.result_info = "result[2][10]"}, tensor<2x3xf32> {jax.result_info = "result[2][11]"}, tensor<2x3xf32> {jax.result_info = "result[2][12]"}, tensor<2x3xi32> {jax.result_info = "result[3][0]"}, tensor<2x3xi32> {jax.result_info = "result[3][1]"}, tensor<2x3xi32> {jax.result_info = "result[3][2]"}, tensor<2x3xi32> {jax.result_info = "result[3][3]"}, tensor<2x3xi32> {jax.result_info = "result[3][4]"}, tensor<2x3xi32> {jax.result_info = "result[3][5]"}, tensor<2x3xi32> {jax.result_info = "result[3][6]"}, tensor<2x3xi32> {jax.result_info = "result[3][7]"}, tensor<2x3xi32> {jax.result_info = "result[3][8]"}, tensor<2x3xi32> {jax.result_info = "result[3][9]"}, tensor<2x3xi32> {jax.result_info = "result[3][10]"}, tensor<2x3xi32> {jax.result_info = "result[3][11]"}, tensor<2x3xi32> {jax.result_info = "result[3][12]"}, tensor<2x3xui8> {jax.result_info = "result[3][13]"}, tensor<2x3xf16> {jax.result_info = "result[3][14]"}, tensor<2x3xf32> {jax.result_info = "result[3][15]"}, tensor<2x3xi1> {jax.result_info = "result[3][16]"}, tensor<2x3xi32> {jax.result_info = "result[3][17]"}, tensor<2x3xi1> {jax.result_info = "result[3][18]"}, tensor<i1> {jax.result_info = "result[3][19]"}, tensor<i1> {jax.result_info = "result[3][20]"}, tensor<3xi32> {jax.result_info = "result[3][21]"}, tensor<i32> {jax.result_info = "result[3][22]"}, tensor<i32> {jax.result_info = "result[3][23]"}, tensor<2x3xf32> {jax.result_info = "result[3][24]"}, tensor<2x3xui32> {jax.result_info = "result[3][25]"}) {
    %0 = stablehlo.abs %arg0 : tensor<2x3xf32>
    %1 = stablehlo.ceil %arg0 : tensor<2x3xf32>
    %2 = stablehlo.cosine %arg0 : tensor<2x3xf32>
    %3 = stablehlo.exponential %arg0 : tensor<2x3xf32>
    %4 = stablehlo.exponential_minus_one %arg0 : tensor<2x3xf32>
    %5 = stablehlo.floor %arg0 : tensor<2x3xf32>
    %6 = stablehlo.sign %arg0 : tensor<2x3xf32>
    %7 = stablehlo.sine %arg0 : tensor<2x3xf32>
    %8 = stablehlo.tan %arg0 : tensor<2x3xf32>
    %9 = stablehlo.tanh %arg0 : tensor<2x3xf32>
    %10 = chlo.square %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %11 = chlo.sinh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %12 = chlo.cosh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %13 = chlo.atan %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %14 = chlo.asinh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %15 = chlo.erf %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %16 = chlo.erfc %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    %17 = call @round(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %18 = stablehlo.negate %arg0 : tensor<2x3xf32>
    %19 = stablehlo.exponential %18 : tensor<2x3xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %21 = stablehlo.add %20, %19 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %23 = stablehlo.divide %22, %21 : tensor<2x3xf32>
    %24 = stablehlo.negate %arg0 : tensor<2x3xf32>
    %25 = stablehlo.is_finite %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi1>
    %26 = stablehlo.cbrt %arg0 : tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %28 = stablehlo.divide %arg0, %27 : tensor<2x3xf32>
    %29 = chlo.asin %28 : tensor<2x3xf32> -> tensor<2x3xf32>
    %30 = chlo.acos %28 : tensor<2x3xf32> -> tensor<2x3xf32>
    %31 = chlo.atanh %28 : tensor<2x3xf32> -> tensor<2x3xf32>
    %32 = chlo.erf_inv %28 : tensor<2x3xf32> -> tensor<2x3xf32>
    %33 = stablehlo.log %arg2 : tensor<2x3xf32>
    %34 = stablehlo.log_plus_one %arg2 : tensor<2x3xf32>
    %35 = stablehlo.sqrt %arg2 : tensor<2x3xf32>
    %36 = stablehlo.rsqrt %arg2 : tensor<2x3xf32>
    %37 = stablehlo.atan2 %arg0, %arg1 : tensor<2x3xf32>
    %38 = stablehlo.divide %arg0, %arg1 : tensor<2x3xf32>
    %39 = call @remainder(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %40 = stablehlo.remainder %arg0, %arg1 : tensor<2x3xf32>
    %41 = stablehlo.power %arg2, %arg1 : tensor<2x3xf32>
    %42 = stablehlo.maximum %arg0, %arg1 : tensor<2x3xf32>
    %43 = stablehlo.minimum %arg0, %arg1 : tensor<2x3xf32>
    %44 = stablehlo.compare GT, %arg0, %arg1, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %45 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_2 = stablehlo.constant dense<-2.000000e-01> : tensor<f32>
    %46 = call @clip(%arg0, %cst_2, %arg1) : (tensor<2x3xf32>, tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %47 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %48 = call @_where(%47, %arg0, %arg1) : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %49 = stablehlo.maximum %arg0, %arg1 : tensor<2x3xf32>
    %50 = stablehlo.subtract %arg0, %arg1 : tensor<2x3xf32>
    %51 = stablehlo.compare NE, %50, %50, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %52 = stablehlo.add %arg0, %arg1 : tensor<2x3xf32>
    %53 = stablehlo.abs %50 : tensor<2x3xf32>
    %54 = stablehlo.negate %53 : tensor<2x3xf32>
    %55 = stablehlo.exponential %54 : tensor<2x3xf32>
    %56 = stablehlo.log_plus_one %55 : tensor<2x3xf32>
    %57 = stablehlo.add %49, %56 : tensor<2x3xf32>
    %58 = stablehlo.select %51, %52, %57 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_3 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %60 = stablehlo.multiply %arg0, %59 : tensor<2x3xf32>
    %61 = stablehlo.round_nearest_afz %60 : tensor<2x3xf32>
    %62 = call @floor_divide(%arg3, %arg4) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    %63 = call @remainder_1(%arg3, %arg4) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    %64 = stablehlo.remainder %arg3, %arg4 : tensor<2x3xi32>
    %65 = stablehlo.divide %arg3, %arg4 : tensor<2x3xi32>
    %66 = stablehlo.and %arg3, %arg4 : tensor<2x3xi32>
    %67 = stablehlo.or %arg3, %arg4 : tensor<2x3xi32>
    %68 = stablehlo.xor %arg3, %arg4 : tensor<2x3xi32>
    %69 = stablehlo.not %arg3 : tensor<2x3xi32>
    %c = stablehlo.constant dense<2> : tensor<i32>
    %70 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %71 = stablehlo.shift_left %arg3, %70 : tensor<2x3xi32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %72 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %73 = stablehlo.shift_right_arithmetic %arg3, %72 : tensor<2x3xi32>
    %c_5 = stablehlo.constant dense<3> : tensor<i32>
    %74 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %75 = stablehlo.shift_right_logical %arg3, %74 : tensor<2x3xi32>
    %76 = stablehlo.negate %arg3 : tensor<2x3xi32>
    %77 = stablehlo.abs %arg3 : tensor<2x3xi32>
    %78 = stablehlo.convert %arg3 : (tensor<2x3xi32>) -> tensor<2x3xui8>
    %79 = stablehlo.convert %arg3 : (tensor<2x3xi32>) -> tensor<2x3xf16>
    %80 = stablehlo.convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xbf16>
    %81 = stablehlo.convert %80 : (tensor<2x3xbf16>) -> tensor<2x3xf32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %82 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %83 = stablehlo.compare GT, %arg3, %82, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %c_7 = stablehlo.constant dense<2> : tensor<i32>
    %84 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %85 = stablehlo.compare GT, %arg4, %84, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %86 = stablehlo.and %83, %85 : tensor<2x3xi1>
    %87 = stablehlo.convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    %88 = stablehlo.compare NE, %arg3, %arg4, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %c_8 = stablehlo.constant dense<3> : tensor<i32>
    %89 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %90 = stablehlo.compare GT, %arg3, %89, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %c_9 = stablehlo.constant dense<false> : tensor<i1>
    %91 = stablehlo.reduce(%90 init: %c_9) applies stablehlo.or across dimensions = [0, 1] : (tensor<2x3xi1>, tensor<i1>) -> tensor<i1>
    %c_10 = stablehlo.constant dense<-9> : tensor<i32>
    %92 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %93 = stablehlo.compare GT, %arg3, %92, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %c_11 = stablehlo.constant dense<true> : tensor<i1>
    %94 = stablehlo.reduce(%93 init: %c_11) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x3xi1>, tensor<i1>) -> tensor<i1>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %95 = stablehlo.reduce(%arg3 init: %c_12) applies stablehlo.add across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
    %c_13 = stablehlo.constant dense<1> : tensor<i32>
    %96 = stablehlo.reduce(%arg4 init: %c_13) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<i32>
    %c_14 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %97 = stablehlo.reduce(%arg3 init: %c_14) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<i32>
    %98 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2x3xf32>
    %99 = stablehlo.bitcast_convert %arg3 : (tensor<2x3xi32>) -> tensor<2x3xui32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %23, %24, %25, %26, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %48, %58, %61, %62, %63, %64, %65, %66, %67, %68, %69, %71, %73, %75, %76, %77, %78, %79, %81, %86, %87, %88, %91, %94, %95, %96, %97, %98, %99 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xui8>, tensor<2x3xf16>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi32>, tensor<2x3xi1>, tensor<i1>, tensor<i1>, tensor<3xi32>, tensor<i32>, tensor<i32>, tensor<2x3xf32>, tensor<2x3xui32>
  }
  func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @remainder(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<2x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %2 = stablehlo.compare NE, %0, %1, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %4 = stablehlo.compare LT, %0, %3, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %6 = stablehlo.compare LT, %arg1, %5, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %7 = stablehlo.compare NE, %4, %6, UNSIGNED : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
    %8 = stablehlo.and %7, %2 : tensor<2x3xi1>
    %9 = stablehlo.add %0, %arg1 : tensor<2x3xf32>
    %10 = stablehlo.select %8, %9, %0 : tensor<2x3xi1>, tensor<2x3xf32>
    return %10 : tensor<2x3xf32>
  }
  func.func private @clip(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<2x3xf32>
    %3 = stablehlo.minimum %arg2, %2 : tensor<2x3xf32>
    return %3 : tensor<2x3xf32>
  }
  func.func private @_where(%arg0: tensor<2x3xi1>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x3xi1>, tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @floor_divide(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<2x3xi32>
    %1 = stablehlo.sign %arg0 : tensor<2x3xi32>
    %2 = stablehlo.sign %arg1 : tensor<2x3xi32>
    %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %4 = stablehlo.remainder %arg0, %arg1 : tensor<2x3xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %7 = stablehlo.and %3, %6 : tensor<2x3xi1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %9 = stablehlo.subtract %0, %8 : tensor<2x3xi32>
    %10 = call @_where_0(%7, %9, %0) : (tensor<2x3xi1>, tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    return %10 : tensor<2x3xi32>
  }
  func.func private @_where_0(%arg0: tensor<2x3xi1>, %arg1: tensor<2x3xi32>, %arg2: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x3xi1>, tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func private @remainder_1(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %1 = stablehlo.compare EQ, %arg1, %0, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %3 = call @_where_0(%1, %2, %arg1) : (tensor<2x3xi1>, tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<2x3xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %10 = stablehlo.compare LT, %3, %9, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
    %12 = stablehlo.and %11, %6 : tensor<2x3xi1>
    %13 = stablehlo.add %4, %3 : tensor<2x3xi32>
    %14 = stablehlo.select %12, %13, %4 : tensor<2x3xi1>, tensor<2x3xi32>
    return %14 : tensor<2x3xi32>
  }
}
