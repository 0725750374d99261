module @jit_gpt_training attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<24xf32>, %arg1: tensor<8x24xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8x8xf32>, %arg4: tensor<32xf32>, %arg5: tensor<8x32xf32>, %arg6: tensor<8xf32>, %arg7: tensor<32x8xf32>, %arg8: tensor<8xf32>, %arg9: tensor<8xf32>, %arg10: tensor<8xf32>, %arg11: tensor<8xf32>, %arg12: tensor<24xf32>, %arg13: tensor<8x24xf32>, %arg14: tensor<8xf32>, %arg15: tensor<8x8xf32>, %arg16: tensor<32xf32>, %arg17: tensor<8x32xf32>, %arg18: tensor<8xf32>, %arg19: tensor<32x8xf32>, %arg20: tensor<8xf32>, %arg21: tensor<8xf32>, %arg22: tensor<8xf32>, %arg23: tensor<8xf32>, %arg24: tensor<8x11xf32>, %arg25: tensor<8xf32>, %arg26: tensor<8xf32>, %arg27: tensor<16x8xf32>, %arg28: tensor<11x8xf32>, %arg29: tensor<2x5xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<24xf32> {jax.result_info = "result[1]['params']['Block_0']['Dense_0']['bias']"}, tensor<8x24xf32> {jax.result_info = "result[1]['params']['Block_0']['Dense_0']['kernel']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_0']['Dense_1']['bias']"}, tensor<8x8xf32> {jax.result_info = "result[1]['params']['Block_0']['Dense_1']['kernel']"}, tensor<32xf32> {jax.result_info = "result[1]['params']['Block_0']['Dense_2']['bias']"}, tensor<8x32xf32> {jax.result_info = "result[1]['params']['Block_0']['Dense_2']['kernel']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_0']['Dense_3']['bias']"}, tensor<32x8xf32> {jax.result_info = "result[1]['params']['Block_0']['Dense_3']['kernel']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_0']['LayerNorm_0']['bias']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_0']['LayerNorm_0']['scale']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_0']['LayerNorm_1']['bias']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_0']['LayerNorm_1']['scale']"}, tensor<24xf32> {jax.result_info = "result[1]['params']['Block_1']['Dense_0']['bias']"}, tensor<8x24xf32> {jax.result_info = "result[1]['params']['Block_1']['Dense_0']['kernel']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_1']['Dense_1']['bias']"}, tensor<8x8xf32> {jax.result_info = "result[1]['params']['Block_1']['Dense_1']['kernel']"}, tensor<32xf32> {jax.result_info = "result[1]['params']['Block_1']['Dense_2']['bias']"}, tensor<8x32xf32> {jax.result_info = "result[1]['params']['Block_1']['Dense_2']['kernel']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_1']['Dense_3']['bias']"}, tensor<32x8xf32> {jax.result_info = "result[1]['params']['Block_1']['Dense_3']['kernel']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_1']['LayerNorm_0']['bias']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_1']['LayerNorm_0']['scale']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_1']['LayerNorm_1']['bias']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['Block_1']['LayerNorm_1']['scale']"}, tensor<8x11xf32> {jax.result_info = "result[1]['params']['Dense_0']['kernel']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['LayerNorm_0']['bias']"}, tensor<8xf32> {jax.result_info = "result[1]['params']['LayerNorm_0']['scale']"}, tensor<16x8xf32> {jax.result_info = "result[1]['params']['places']['embedding']"}, tensor<11x8xf32> {jax.result_info = "result[1]['params']['tokens']['embedding']"}) {
    %0:2 = call @_take(%arg28, %arg29) : (tensor<11x8xf32>, tensor<2x5xi32>) -> (tensor<2x5x8xf32>, tensor<2x5x1xi32>)
    %1 = stablehlo.iota dim = 0 : tensor<5xi32>
    %2:2 = call @_take_0(%arg27, %1) : (tensor<16x8xf32>, tensor<5xi32>) -> (tensor<5x8xf32>, tensor<5x1xi32>)
    %3 = stablehlo.broadcast_in_dim %2#0, dims = [1, 2] : (tensor<5x8xf32>) -> tensor<1x5x8xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<1x5x8xf32>) -> tensor<2x5x8xf32>
    %5 = stablehlo.add %0#0, %4 : tensor<2x5x8xf32>
    %6 = chlo.square %5 : tensor<2x5x8xf32> -> tensor<2x5x8xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x5x8xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<2x5x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%5 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %11 = stablehlo.divide %9, %10 : tensor<2x5xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_3 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %14 = stablehlo.divide %12, %13 : tensor<2x5xf32>
    %15 = chlo.square %11 : tensor<2x5xf32> -> tensor<2x5xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %17 = stablehlo.multiply %16, %11 : tensor<2x5xf32>
    %18 = stablehlo.subtract %14, %15 : tensor<2x5xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %20 = stablehlo.maximum %19, %18 : tensor<2x5xf32>
    %21 = stablehlo.compare EQ, %18, %20, FLOAT : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %24 = stablehlo.select %21, %22, %23 : tensor<2x5xi1>, tensor<2x5xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %26 = stablehlo.compare EQ, %25, %20, FLOAT : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
    %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %29 = stablehlo.select %26, %27, %28 : tensor<2x5xi1>, tensor<2x5xf32>
    %30 = stablehlo.divide %24, %29 : tensor<2x5xf32>
    %31 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %32 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %33 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %34 = stablehlo.subtract %5, %33 : tensor<2x5x8xf32>
    %cst_11 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %36 = stablehlo.add %32, %35 : tensor<2x5x1xf32>
    %37 = stablehlo.rsqrt %36 : tensor<2x5x1xf32>
    %38 = stablehlo.divide %37, %36 : tensor<2x5x1xf32>
    %cst_12 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %40 = stablehlo.multiply %39, %38 : tensor<2x5x1xf32>
    %41 = stablehlo.reshape %arg9 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %42 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %43 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %44 = stablehlo.multiply %42, %43 : tensor<2x5x8xf32>
    %45 = stablehlo.multiply %34, %44 : tensor<2x5x8xf32>
    %46 = stablehlo.reshape %arg8 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %48 = stablehlo.add %45, %47 : tensor<2x5x8xf32>
    %49 = stablehlo.dot_general %48, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x24xf32>) -> tensor<2x5x24xf32>
    %50 = stablehlo.reshape %arg0 : (tensor<24xf32>) -> tensor<1x1x24xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<1x1x24xf32>) -> tensor<2x5x24xf32>
    %52 = stablehlo.add %49, %51 : tensor<2x5x24xf32>
    %53 = stablehlo.slice %52 [0:2, 0:5, 0:8] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %54 = stablehlo.slice %52 [0:2, 0:5, 8:16] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %55 = stablehlo.slice %52 [0:2, 0:5, 16:24] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %56 = stablehlo.reshape %53 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %57 = stablehlo.reshape %54 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %58 = stablehlo.reshape %55 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %59 = stablehlo.dot_general %56, %57, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x5x2x4xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x5xf32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %61 = stablehlo.divide %59, %60 : tensor<2x2x5x5xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %62 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<5x5xi1>
    %63 = call @tril(%62) : (tensor<5x5xi1>) -> tensor<5x5xi1>
    %cst_14 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %64:2 = call @_where_2(%63, %61, %cst_14) : (tensor<5x5xi1>, tensor<2x2x5x5xf32>, tensor<f32>) -> (tensor<2x2x5x5xf32>, tensor<2x2x5x5xi1>)
    %cst_15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %65 = stablehlo.reduce(%64#0 init: %cst_15) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %cst_16 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x2x5xf32>
    %67 = stablehlo.maximum %66, %65 : tensor<2x2x5xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %70 = stablehlo.subtract %64#0, %69 : tensor<2x2x5x5xf32>
    %71 = stablehlo.exponential %70 : tensor<2x2x5x5xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %75 = stablehlo.divide %71, %74 : tensor<2x2x5x5xf32>
    %76 = stablehlo.multiply %73, %73 : tensor<2x2x5x1xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x2x5x1xf32>
    %78 = stablehlo.divide %77, %76 : tensor<2x2x5x1xf32>
    %79 = stablehlo.dot_general %58, %75, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x5x2x4xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x4x5xf32>
    %80 = stablehlo.transpose %79, dims = [0, 3, 1, 2] : (tensor<2x2x4x5xf32>) -> tensor<2x5x2x4xf32>
    %81 = stablehlo.reshape %80 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %82 = stablehlo.dot_general %81, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %83 = stablehlo.reshape %arg2 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %85 = stablehlo.add %82, %84 : tensor<2x5x8xf32>
    %86 = stablehlo.add %5, %85 : tensor<2x5x8xf32>
    %87 = chlo.square %86 : tensor<2x5x8xf32> -> tensor<2x5x8xf32>
    %cst_19 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x5x8xf32>
    %89 = stablehlo.multiply %88, %86 : tensor<2x5x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%86 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_21 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %92 = stablehlo.divide %90, %91 : tensor<2x5xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.reduce(%87 init: %cst_22) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_23 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %95 = stablehlo.divide %93, %94 : tensor<2x5xf32>
    %96 = chlo.square %92 : tensor<2x5xf32> -> tensor<2x5xf32>
    %cst_24 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %98 = stablehlo.multiply %97, %92 : tensor<2x5xf32>
    %99 = stablehlo.subtract %95, %96 : tensor<2x5xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %101 = stablehlo.maximum %100, %99 : tensor<2x5xf32>
    %102 = stablehlo.compare EQ, %99, %101, FLOAT : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %105 = stablehlo.select %102, %103, %104 : tensor<2x5xi1>, tensor<2x5xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %107 = stablehlo.compare EQ, %106, %101, FLOAT : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
    %cst_29 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %110 = stablehlo.select %107, %108, %109 : tensor<2x5xi1>, tensor<2x5xf32>
    %111 = stablehlo.divide %105, %110 : tensor<2x5xf32>
    %112 = stablehlo.broadcast_in_dim %92, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %113 = stablehlo.broadcast_in_dim %101, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %114 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %115 = stablehlo.subtract %86, %114 : tensor<2x5x8xf32>
    %cst_31 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %117 = stablehlo.add %113, %116 : tensor<2x5x1xf32>
    %118 = stablehlo.rsqrt %117 : tensor<2x5x1xf32>
    %119 = stablehlo.divide %118, %117 : tensor<2x5x1xf32>
    %cst_32 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %121 = stablehlo.multiply %120, %119 : tensor<2x5x1xf32>
    %122 = stablehlo.reshape %arg11 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %123 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %124 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %125 = stablehlo.multiply %123, %124 : tensor<2x5x8xf32>
    %126 = stablehlo.multiply %115, %125 : tensor<2x5x8xf32>
    %127 = stablehlo.reshape %arg10 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %128 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %129 = stablehlo.add %126, %128 : tensor<2x5x8xf32>
    %130 = stablehlo.dot_general %129, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x32xf32>) -> tensor<2x5x32xf32>
    %131 = stablehlo.reshape %arg4 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x5x32xf32>
    %133 = stablehlo.add %130, %132 : tensor<2x5x32xf32>
    %134 = stablehlo.multiply %133, %133 : tensor<2x5x32xf32>
    %135 = stablehlo.multiply %134, %133 : tensor<2x5x32xf32>
    %136 = stablehlo.multiply %133, %133 : tensor<2x5x32xf32>
    %cst_33 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %137 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %138 = stablehlo.multiply %137, %136 : tensor<2x5x32xf32>
    %cst_34 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %140 = stablehlo.multiply %139, %135 : tensor<2x5x32xf32>
    %141 = stablehlo.add %133, %140 : tensor<2x5x32xf32>
    %cst_35 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %143 = stablehlo.multiply %142, %141 : tensor<2x5x32xf32>
    %144 = stablehlo.tanh %143 : tensor<2x5x32xf32>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %146 = stablehlo.subtract %145, %144 : tensor<2x5x32xf32>
    %cst_37 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %148 = stablehlo.add %147, %144 : tensor<2x5x32xf32>
    %cst_38 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %150 = stablehlo.multiply %149, %148 : tensor<2x5x32xf32>
    %151 = stablehlo.multiply %133, %150 : tensor<2x5x32xf32>
    %152 = stablehlo.dot_general %151, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x32xf32>, tensor<32x8xf32>) -> tensor<2x5x8xf32>
    %153 = stablehlo.reshape %arg6 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %155 = stablehlo.add %152, %154 : tensor<2x5x8xf32>
    %156 = stablehlo.add %86, %155 : tensor<2x5x8xf32>
    %157 = chlo.square %156 : tensor<2x5x8xf32> -> tensor<2x5x8xf32>
    %cst_39 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<2x5x8xf32>
    %159 = stablehlo.multiply %158, %156 : tensor<2x5x8xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.reduce(%156 init: %cst_40) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_41 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %162 = stablehlo.divide %160, %161 : tensor<2x5xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.reduce(%157 init: %cst_42) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_43 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %165 = stablehlo.divide %163, %164 : tensor<2x5xf32>
    %166 = chlo.square %162 : tensor<2x5xf32> -> tensor<2x5xf32>
    %cst_44 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %168 = stablehlo.multiply %167, %162 : tensor<2x5xf32>
    %169 = stablehlo.subtract %165, %166 : tensor<2x5xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %171 = stablehlo.maximum %170, %169 : tensor<2x5xf32>
    %172 = stablehlo.compare EQ, %169, %171, FLOAT : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %175 = stablehlo.select %172, %173, %174 : tensor<2x5xi1>, tensor<2x5xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %177 = stablehlo.compare EQ, %176, %171, FLOAT : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
    %cst_49 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %cst_50 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %180 = stablehlo.select %177, %178, %179 : tensor<2x5xi1>, tensor<2x5xf32>
    %181 = stablehlo.divide %175, %180 : tensor<2x5xf32>
    %182 = stablehlo.broadcast_in_dim %162, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %183 = stablehlo.broadcast_in_dim %171, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %184 = stablehlo.broadcast_in_dim %182, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %185 = stablehlo.subtract %156, %184 : tensor<2x5x8xf32>
    %cst_51 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %187 = stablehlo.add %183, %186 : tensor<2x5x1xf32>
    %188 = stablehlo.rsqrt %187 : tensor<2x5x1xf32>
    %189 = stablehlo.divide %188, %187 : tensor<2x5x1xf32>
    %cst_52 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %191 = stablehlo.multiply %190, %189 : tensor<2x5x1xf32>
    %192 = stablehlo.reshape %arg21 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %193 = stablehlo.broadcast_in_dim %188, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %194 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %195 = stablehlo.multiply %193, %194 : tensor<2x5x8xf32>
    %196 = stablehlo.multiply %185, %195 : tensor<2x5x8xf32>
    %197 = stablehlo.reshape %arg20 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %198 = stablehlo.broadcast_in_dim %197, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %199 = stablehlo.add %196, %198 : tensor<2x5x8xf32>
    %200 = stablehlo.dot_general %199, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x24xf32>) -> tensor<2x5x24xf32>
    %201 = stablehlo.reshape %arg12 : (tensor<24xf32>) -> tensor<1x1x24xf32>
    %202 = stablehlo.broadcast_in_dim %201, dims = [0, 1, 2] : (tensor<1x1x24xf32>) -> tensor<2x5x24xf32>
    %203 = stablehlo.add %200, %202 : tensor<2x5x24xf32>
    %204 = stablehlo.slice %203 [0:2, 0:5, 0:8] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %205 = stablehlo.slice %203 [0:2, 0:5, 8:16] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %206 = stablehlo.slice %203 [0:2, 0:5, 16:24] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %207 = stablehlo.reshape %204 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %208 = stablehlo.reshape %205 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %209 = stablehlo.reshape %206 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %210 = stablehlo.dot_general %207, %208, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x5x2x4xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x5xf32>
    %cst_53 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %211 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %212 = stablehlo.divide %210, %211 : tensor<2x2x5x5xf32>
    %c_54 = stablehlo.constant dense<true> : tensor<i1>
    %213 = stablehlo.broadcast_in_dim %c_54, dims = [] : (tensor<i1>) -> tensor<5x5xi1>
    %214 = call @tril(%213) : (tensor<5x5xi1>) -> tensor<5x5xi1>
    %cst_55 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %215:2 = call @_where_2(%214, %212, %cst_55) : (tensor<5x5xi1>, tensor<2x2x5x5xf32>, tensor<f32>) -> (tensor<2x2x5x5xf32>, tensor<2x2x5x5xi1>)
    %cst_56 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %216 = stablehlo.reduce(%215#0 init: %cst_56) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %cst_57 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<2x2x5xf32>
    %218 = stablehlo.maximum %217, %216 : tensor<2x2x5xf32>
    %219 = stablehlo.broadcast_in_dim %218, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %220 = stablehlo.broadcast_in_dim %219, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %221 = stablehlo.subtract %215#0, %220 : tensor<2x2x5x5xf32>
    %222 = stablehlo.exponential %221 : tensor<2x2x5x5xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %223 = stablehlo.reduce(%222 init: %cst_58) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %224 = stablehlo.broadcast_in_dim %223, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %225 = stablehlo.broadcast_in_dim %224, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %226 = stablehlo.divide %222, %225 : tensor<2x2x5x5xf32>
    %227 = stablehlo.multiply %224, %224 : tensor<2x2x5x1xf32>
    %cst_59 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<2x2x5x1xf32>
    %229 = stablehlo.divide %228, %227 : tensor<2x2x5x1xf32>
    %230 = stablehlo.dot_general %209, %226, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x5x2x4xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x4x5xf32>
    %231 = stablehlo.transpose %230, dims = [0, 3, 1, 2] : (tensor<2x2x4x5xf32>) -> tensor<2x5x2x4xf32>
    %232 = stablehlo.reshape %231 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %233 = stablehlo.dot_general %232, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %234 = stablehlo.reshape %arg14 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %235 = stablehlo.broadcast_in_dim %234, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %236 = stablehlo.add %233, %235 : tensor<2x5x8xf32>
    %237 = stablehlo.add %156, %236 : tensor<2x5x8xf32>
    %238 = chlo.square %237 : tensor<2x5x8xf32> -> tensor<2x5x8xf32>
    %cst_60 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<2x5x8xf32>
    %240 = stablehlo.multiply %239, %237 : tensor<2x5x8xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %241 = stablehlo.reduce(%237 init: %cst_61) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_62 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %243 = stablehlo.divide %241, %242 : tensor<2x5xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %244 = stablehlo.reduce(%238 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_64 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %246 = stablehlo.divide %244, %245 : tensor<2x5xf32>
    %247 = chlo.square %243 : tensor<2x5xf32> -> tensor<2x5xf32>
    %cst_65 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %249 = stablehlo.multiply %248, %243 : tensor<2x5xf32>
    %250 = stablehlo.subtract %246, %247 : tensor<2x5xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %252 = stablehlo.maximum %251, %250 : tensor<2x5xf32>
    %253 = stablehlo.compare EQ, %250, %252, FLOAT : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
    %cst_67 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %255 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %256 = stablehlo.select %253, %254, %255 : tensor<2x5xi1>, tensor<2x5xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %258 = stablehlo.compare EQ, %257, %252, FLOAT : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
    %cst_70 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %259 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %cst_71 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %261 = stablehlo.select %258, %259, %260 : tensor<2x5xi1>, tensor<2x5xf32>
    %262 = stablehlo.divide %256, %261 : tensor<2x5xf32>
    %263 = stablehlo.broadcast_in_dim %243, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %264 = stablehlo.broadcast_in_dim %252, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %265 = stablehlo.broadcast_in_dim %263, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %266 = stablehlo.subtract %237, %265 : tensor<2x5x8xf32>
    %cst_72 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %268 = stablehlo.add %264, %267 : tensor<2x5x1xf32>
    %269 = stablehlo.rsqrt %268 : tensor<2x5x1xf32>
    %270 = stablehlo.divide %269, %268 : tensor<2x5x1xf32>
    %cst_73 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %271 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %272 = stablehlo.multiply %271, %270 : tensor<2x5x1xf32>
    %273 = stablehlo.reshape %arg23 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %274 = stablehlo.broadcast_in_dim %269, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %275 = stablehlo.broadcast_in_dim %273, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %276 = stablehlo.multiply %274, %275 : tensor<2x5x8xf32>
    %277 = stablehlo.multiply %266, %276 : tensor<2x5x8xf32>
    %278 = stablehlo.reshape %arg22 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %279 = stablehlo.broadcast_in_dim %278, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %280 = stablehlo.add %277, %279 : tensor<2x5x8xf32>
    %281 = stablehlo.dot_general %280, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x32xf32>) -> tensor<2x5x32xf32>
    %282 = stablehlo.reshape %arg16 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %283 = stablehlo.broadcast_in_dim %282, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x5x32xf32>
    %284 = stablehlo.add %281, %283 : tensor<2x5x32xf32>
    %285 = stablehlo.multiply %284, %284 : tensor<2x5x32xf32>
    %286 = stablehlo.multiply %285, %284 : tensor<2x5x32xf32>
    %287 = stablehlo.multiply %284, %284 : tensor<2x5x32xf32>
    %cst_74 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %289 = stablehlo.multiply %288, %287 : tensor<2x5x32xf32>
    %cst_75 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %291 = stablehlo.multiply %290, %286 : tensor<2x5x32xf32>
    %292 = stablehlo.add %284, %291 : tensor<2x5x32xf32>
    %cst_76 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %294 = stablehlo.multiply %293, %292 : tensor<2x5x32xf32>
    %295 = stablehlo.tanh %294 : tensor<2x5x32xf32>
    %cst_77 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %296 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %297 = stablehlo.subtract %296, %295 : tensor<2x5x32xf32>
    %cst_78 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %299 = stablehlo.add %298, %295 : tensor<2x5x32xf32>
    %cst_79 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %300 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %301 = stablehlo.multiply %300, %299 : tensor<2x5x32xf32>
    %302 = stablehlo.multiply %284, %301 : tensor<2x5x32xf32>
    %303 = stablehlo.dot_general %302, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x32xf32>, tensor<32x8xf32>) -> tensor<2x5x8xf32>
    %304 = stablehlo.reshape %arg18 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %305 = stablehlo.broadcast_in_dim %304, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %306 = stablehlo.add %303, %305 : tensor<2x5x8xf32>
    %307 = stablehlo.add %237, %306 : tensor<2x5x8xf32>
    %308 = chlo.square %307 : tensor<2x5x8xf32> -> tensor<2x5x8xf32>
    %cst_80 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %309 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<2x5x8xf32>
    %310 = stablehlo.multiply %309, %307 : tensor<2x5x8xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %311 = stablehlo.reduce(%307 init: %cst_81) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_82 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %312 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %313 = stablehlo.divide %311, %312 : tensor<2x5xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %314 = stablehlo.reduce(%308 init: %cst_83) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_84 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %315 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %316 = stablehlo.divide %314, %315 : tensor<2x5xf32>
    %317 = chlo.square %313 : tensor<2x5xf32> -> tensor<2x5xf32>
    %cst_85 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %318 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %319 = stablehlo.multiply %318, %313 : tensor<2x5xf32>
    %320 = stablehlo.subtract %316, %317 : tensor<2x5xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %321 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %322 = stablehlo.maximum %321, %320 : tensor<2x5xf32>
    %323 = stablehlo.compare EQ, %320, %322, FLOAT : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
    %cst_87 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %325 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %326 = stablehlo.select %323, %324, %325 : tensor<2x5xi1>, tensor<2x5xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %327 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %328 = stablehlo.compare EQ, %327, %322, FLOAT : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
    %cst_90 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %329 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %cst_91 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %330 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %331 = stablehlo.select %328, %329, %330 : tensor<2x5xi1>, tensor<2x5xf32>
    %332 = stablehlo.divide %326, %331 : tensor<2x5xf32>
    %333 = stablehlo.broadcast_in_dim %313, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %334 = stablehlo.broadcast_in_dim %322, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %335 = stablehlo.broadcast_in_dim %333, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %336 = stablehlo.subtract %307, %335 : tensor<2x5x8xf32>
    %cst_92 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %338 = stablehlo.add %334, %337 : tensor<2x5x1xf32>
    %339 = stablehlo.rsqrt %338 : tensor<2x5x1xf32>
    %340 = stablehlo.divide %339, %338 : tensor<2x5x1xf32>
    %cst_93 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %341 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %342 = stablehlo.multiply %341, %340 : tensor<2x5x1xf32>
    %343 = stablehlo.reshape %arg26 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %344 = stablehlo.broadcast_in_dim %339, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %345 = stablehlo.broadcast_in_dim %343, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %346 = stablehlo.multiply %344, %345 : tensor<2x5x8xf32>
    %347 = stablehlo.multiply %336, %346 : tensor<2x5x8xf32>
    %348 = stablehlo.reshape %arg25 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %349 = stablehlo.broadcast_in_dim %348, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %350 = stablehlo.add %347, %349 : tensor<2x5x8xf32>
    %351 = stablehlo.dot_general %350, %arg24, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x11xf32>) -> tensor<2x5x11xf32>
    %352 = stablehlo.slice %351 [0:2, 0:4, 0:11] : (tensor<2x5x11xf32>) -> tensor<2x4x11xf32>
    %353:3 = call @log_softmax(%352) : (tensor<2x4x11xf32>) -> (tensor<2x4x11xf32>, tensor<2x4x11xf32>, tensor<2x4x1xf32>)
    %354 = stablehlo.slice %arg29 [0:2, 1:5] : (tensor<2x5xi32>) -> tensor<2x4xi32>
    %355 = stablehlo.broadcast_in_dim %354, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x1xi32>
    %356:2 = call @take_along_axis(%353#0, %355) : (tensor<2x4x11xf32>, tensor<2x4x1xi32>) -> (tensor<2x4x1xf32>, tensor<2x4x1x1xi32>)
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %357 = stablehlo.reduce(%356#0 init: %cst_94) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x4x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_95 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %358 = stablehlo.divide %357, %cst_95 : tensor<f32>
    %359 = stablehlo.negate %358 : tensor<f32>
    %cst_96 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %360 = stablehlo.negate %cst_96 : tensor<f32>
    %cst_97 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %361 = stablehlo.divide %360, %cst_97 : tensor<f32>
    %362 = stablehlo.broadcast_in_dim %361, dims = [] : (tensor<f32>) -> tensor<2x4x1xf32>
    %363 = call @take_along_axis_3(%356#1, %362) : (tensor<2x4x1x1xi32>, tensor<2x4x1xf32>) -> tensor<2x4x11xf32>
    %364 = call @log_softmax_4(%353#1, %353#2, %363) : (tensor<2x4x11xf32>, tensor<2x4x1xf32>, tensor<2x4x11xf32>) -> tensor<2x4x11xf32>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %365 = stablehlo.pad %364, %cst_98, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<2x4x11xf32>, tensor<f32>) -> tensor<2x5x11xf32>
    %366 = stablehlo.dot_general %365, %350, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x11xf32>, tensor<2x5x8xf32>) -> tensor<11x8xf32>
    %367 = stablehlo.transpose %366, dims = [1, 0] : (tensor<11x8xf32>) -> tensor<8x11xf32>
    %368 = stablehlo.dot_general %365, %arg24, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x11xf32>, tensor<8x11xf32>) -> tensor<2x5x8xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %369 = stablehlo.reduce(%368 init: %cst_99) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %370 = stablehlo.reshape %369 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %371 = stablehlo.reshape %370 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %372 = stablehlo.multiply %336, %368 : tensor<2x5x8xf32>
    %373 = stablehlo.multiply %368, %346 : tensor<2x5x8xf32>
    %374 = stablehlo.broadcast_in_dim %339, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %375 = stablehlo.multiply %374, %372 : tensor<2x5x8xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %376 = stablehlo.reduce(%375 init: %cst_100) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %377 = stablehlo.reshape %376 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %378 = stablehlo.broadcast_in_dim %343, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %379 = stablehlo.multiply %372, %378 : tensor<2x5x8xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %380 = stablehlo.reduce(%379 init: %cst_101) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %381 = stablehlo.reshape %380 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %382 = stablehlo.reshape %377 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %383 = stablehlo.multiply %381, %342 : tensor<2x5x1xf32>
    %384 = stablehlo.negate %373 : tensor<2x5x8xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %385 = stablehlo.reduce(%384 init: %cst_102) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %386 = stablehlo.reshape %385 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %387 = stablehlo.reduce(%383 init: %cst_103) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %388 = stablehlo.reduce(%386 init: %cst_104) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %389 = stablehlo.multiply %387, %332 : tensor<2x5xf32>
    %390 = stablehlo.negate %389 : tensor<2x5xf32>
    %391 = stablehlo.multiply %390, %319 : tensor<2x5xf32>
    %392 = stablehlo.add %388, %391 : tensor<2x5xf32>
    %cst_105 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %393 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %394 = stablehlo.divide %389, %393 : tensor<2x5xf32>
    %395 = stablehlo.broadcast_in_dim %394, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %cst_106 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %396 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %397 = stablehlo.divide %392, %396 : tensor<2x5xf32>
    %398 = stablehlo.broadcast_in_dim %397, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %399 = stablehlo.add %373, %398 : tensor<2x5x8xf32>
    %400 = stablehlo.multiply %395, %310 : tensor<2x5x8xf32>
    %401 = stablehlo.add %399, %400 : tensor<2x5x8xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %402 = stablehlo.reduce(%401 init: %cst_107) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %403 = stablehlo.reshape %402 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %404 = stablehlo.reshape %403 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %405 = stablehlo.dot_general %401, %302, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<2x5x32xf32>) -> tensor<8x32xf32>
    %406 = stablehlo.transpose %405, dims = [1, 0] : (tensor<8x32xf32>) -> tensor<32x8xf32>
    %407 = stablehlo.dot_general %401, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<32x8xf32>) -> tensor<2x5x32xf32>
    %408 = stablehlo.multiply %284, %407 : tensor<2x5x32xf32>
    %409 = stablehlo.multiply %407, %301 : tensor<2x5x32xf32>
    %cst_108 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %410 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %411 = stablehlo.multiply %410, %408 : tensor<2x5x32xf32>
    %412 = stablehlo.multiply %411, %297 : tensor<2x5x32xf32>
    %413 = stablehlo.multiply %412, %295 : tensor<2x5x32xf32>
    %414 = stablehlo.add %412, %413 : tensor<2x5x32xf32>
    %cst_109 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %415 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %416 = stablehlo.multiply %415, %414 : tensor<2x5x32xf32>
    %417 = stablehlo.add %409, %416 : tensor<2x5x32xf32>
    %cst_110 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %418 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %419 = stablehlo.multiply %418, %416 : tensor<2x5x32xf32>
    %420 = stablehlo.multiply %419, %289 : tensor<2x5x32xf32>
    %421 = stablehlo.add %417, %420 : tensor<2x5x32xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %422 = stablehlo.reduce(%421 init: %cst_111) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x32xf32>, tensor<f32>) -> tensor<32xf32>
    %423 = stablehlo.reshape %422 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %424 = stablehlo.reshape %423 : (tensor<1x1x32xf32>) -> tensor<32xf32>
    %425 = stablehlo.dot_general %421, %280, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x32xf32>, tensor<2x5x8xf32>) -> tensor<32x8xf32>
    %426 = stablehlo.transpose %425, dims = [1, 0] : (tensor<32x8xf32>) -> tensor<8x32xf32>
    %427 = stablehlo.dot_general %421, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x32xf32>, tensor<8x32xf32>) -> tensor<2x5x8xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %428 = stablehlo.reduce(%427 init: %cst_112) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %429 = stablehlo.reshape %428 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %430 = stablehlo.reshape %429 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %431 = stablehlo.multiply %266, %427 : tensor<2x5x8xf32>
    %432 = stablehlo.multiply %427, %276 : tensor<2x5x8xf32>
    %433 = stablehlo.broadcast_in_dim %269, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %434 = stablehlo.multiply %433, %431 : tensor<2x5x8xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %435 = stablehlo.reduce(%434 init: %cst_113) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %436 = stablehlo.reshape %435 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %437 = stablehlo.broadcast_in_dim %273, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %438 = stablehlo.multiply %431, %437 : tensor<2x5x8xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %439 = stablehlo.reduce(%438 init: %cst_114) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %440 = stablehlo.reshape %439 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %441 = stablehlo.reshape %436 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %442 = stablehlo.multiply %440, %272 : tensor<2x5x1xf32>
    %443 = stablehlo.negate %432 : tensor<2x5x8xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %444 = stablehlo.reduce(%443 init: %cst_115) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %445 = stablehlo.reshape %444 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %446 = stablehlo.add %401, %432 : tensor<2x5x8xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %447 = stablehlo.reduce(%442 init: %cst_116) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %448 = stablehlo.reduce(%445 init: %cst_117) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %449 = stablehlo.multiply %447, %262 : tensor<2x5xf32>
    %450 = stablehlo.negate %449 : tensor<2x5xf32>
    %451 = stablehlo.multiply %450, %249 : tensor<2x5xf32>
    %452 = stablehlo.add %448, %451 : tensor<2x5xf32>
    %cst_118 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %453 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %454 = stablehlo.divide %449, %453 : tensor<2x5xf32>
    %455 = stablehlo.broadcast_in_dim %454, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %cst_119 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %456 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %457 = stablehlo.divide %452, %456 : tensor<2x5xf32>
    %458 = stablehlo.broadcast_in_dim %457, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %459 = stablehlo.add %446, %458 : tensor<2x5x8xf32>
    %460 = stablehlo.multiply %455, %240 : tensor<2x5x8xf32>
    %461 = stablehlo.add %459, %460 : tensor<2x5x8xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %462 = stablehlo.reduce(%461 init: %cst_120) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %463 = stablehlo.reshape %462 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %464 = stablehlo.reshape %463 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %465 = stablehlo.dot_general %461, %232, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<8x8xf32>
    %466 = stablehlo.transpose %465, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %467 = stablehlo.dot_general %461, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %468 = stablehlo.reshape %467 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %469 = stablehlo.transpose %468, dims = [0, 2, 3, 1] : (tensor<2x5x2x4xf32>) -> tensor<2x2x4x5xf32>
    %470 = stablehlo.dot_general %469, %209, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x2x4x5xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x5xf32>
    %471 = stablehlo.dot_general %469, %226, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x2x4x5xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x4x5xf32>
    %472 = stablehlo.transpose %471, dims = [0, 3, 1, 2] : (tensor<2x2x4x5xf32>) -> tensor<2x5x2x4xf32>
    %473 = stablehlo.broadcast_in_dim %229, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %474 = stablehlo.multiply %470, %473 : tensor<2x2x5x5xf32>
    %475 = stablehlo.multiply %474, %222 : tensor<2x2x5x5xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %476 = stablehlo.reduce(%475 init: %cst_121) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %477 = stablehlo.reshape %476 : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %478 = stablehlo.negate %477 : tensor<2x2x5x1xf32>
    %479 = stablehlo.broadcast_in_dim %224, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %480 = stablehlo.divide %470, %479 : tensor<2x2x5x5xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %481 = stablehlo.reduce(%478 init: %cst_122) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x1xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %482 = stablehlo.broadcast_in_dim %481, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x5xf32>
    %483 = stablehlo.add %480, %482 : tensor<2x2x5x5xf32>
    %484 = stablehlo.multiply %483, %222 : tensor<2x2x5x5xf32>
    %485 = call @_where_5(%215#1, %484) : (tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xf32>
    %cst_123 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %486 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %487 = stablehlo.divide %485, %486 : tensor<2x2x5x5xf32>
    %488 = stablehlo.dot_general %487, %207, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x5x5xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %489 = stablehlo.transpose %488, dims = [0, 2, 1, 3] : (tensor<2x2x5x4xf32>) -> tensor<2x5x2x4xf32>
    %490 = stablehlo.dot_general %487, %208, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x5x5xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %491 = stablehlo.transpose %490, dims = [0, 2, 1, 3] : (tensor<2x2x5x4xf32>) -> tensor<2x5x2x4xf32>
    %492 = stablehlo.reshape %472 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %493 = stablehlo.reshape %489 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %494 = stablehlo.reshape %491 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %495 = stablehlo.concatenate %494, %493, %492, dim = 2 : (tensor<2x5x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<2x5x24xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %496 = stablehlo.reduce(%495 init: %cst_124) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x24xf32>, tensor<f32>) -> tensor<24xf32>
    %497 = stablehlo.reshape %496 : (tensor<24xf32>) -> tensor<1x1x24xf32>
    %498 = stablehlo.reshape %497 : (tensor<1x1x24xf32>) -> tensor<24xf32>
    %499 = stablehlo.dot_general %495, %199, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x24xf32>, tensor<2x5x8xf32>) -> tensor<24x8xf32>
    %500 = stablehlo.transpose %499, dims = [1, 0] : (tensor<24x8xf32>) -> tensor<8x24xf32>
    %501 = stablehlo.dot_general %495, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x24xf32>, tensor<8x24xf32>) -> tensor<2x5x8xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %502 = stablehlo.reduce(%501 init: %cst_125) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %503 = stablehlo.reshape %502 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %504 = stablehlo.reshape %503 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %505 = stablehlo.multiply %185, %501 : tensor<2x5x8xf32>
    %506 = stablehlo.multiply %501, %195 : tensor<2x5x8xf32>
    %507 = stablehlo.broadcast_in_dim %188, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %508 = stablehlo.multiply %507, %505 : tensor<2x5x8xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %509 = stablehlo.reduce(%508 init: %cst_126) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %510 = stablehlo.reshape %509 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %511 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %512 = stablehlo.multiply %505, %511 : tensor<2x5x8xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %513 = stablehlo.reduce(%512 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %514 = stablehlo.reshape %513 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %515 = stablehlo.reshape %510 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %516 = stablehlo.multiply %514, %191 : tensor<2x5x1xf32>
    %517 = stablehlo.negate %506 : tensor<2x5x8xf32>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %518 = stablehlo.reduce(%517 init: %cst_128) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %519 = stablehlo.reshape %518 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %520 = stablehlo.add %461, %506 : tensor<2x5x8xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %521 = stablehlo.reduce(%516 init: %cst_129) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %522 = stablehlo.reduce(%519 init: %cst_130) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %523 = stablehlo.multiply %521, %181 : tensor<2x5xf32>
    %524 = stablehlo.negate %523 : tensor<2x5xf32>
    %525 = stablehlo.multiply %524, %168 : tensor<2x5xf32>
    %526 = stablehlo.add %522, %525 : tensor<2x5xf32>
    %cst_131 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %527 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %528 = stablehlo.divide %523, %527 : tensor<2x5xf32>
    %529 = stablehlo.broadcast_in_dim %528, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %cst_132 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %530 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %531 = stablehlo.divide %526, %530 : tensor<2x5xf32>
    %532 = stablehlo.broadcast_in_dim %531, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %533 = stablehlo.add %520, %532 : tensor<2x5x8xf32>
    %534 = stablehlo.multiply %529, %159 : tensor<2x5x8xf32>
    %535 = stablehlo.add %533, %534 : tensor<2x5x8xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %536 = stablehlo.reduce(%535 init: %cst_133) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %537 = stablehlo.reshape %536 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %538 = stablehlo.reshape %537 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %539 = stablehlo.dot_general %535, %151, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<2x5x32xf32>) -> tensor<8x32xf32>
    %540 = stablehlo.transpose %539, dims = [1, 0] : (tensor<8x32xf32>) -> tensor<32x8xf32>
    %541 = stablehlo.dot_general %535, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<32x8xf32>) -> tensor<2x5x32xf32>
    %542 = stablehlo.multiply %133, %541 : tensor<2x5x32xf32>
    %543 = stablehlo.multiply %541, %150 : tensor<2x5x32xf32>
    %cst_134 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %544 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %545 = stablehlo.multiply %544, %542 : tensor<2x5x32xf32>
    %546 = stablehlo.multiply %545, %146 : tensor<2x5x32xf32>
    %547 = stablehlo.multiply %546, %144 : tensor<2x5x32xf32>
    %548 = stablehlo.add %546, %547 : tensor<2x5x32xf32>
    %cst_135 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %549 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %550 = stablehlo.multiply %549, %548 : tensor<2x5x32xf32>
    %551 = stablehlo.add %543, %550 : tensor<2x5x32xf32>
    %cst_136 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %552 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %553 = stablehlo.multiply %552, %550 : tensor<2x5x32xf32>
    %554 = stablehlo.multiply %553, %138 : tensor<2x5x32xf32>
    %555 = stablehlo.add %551, %554 : tensor<2x5x32xf32>
    %cst_137 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %556 = stablehlo.reduce(%555 init: %cst_137) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x32xf32>, tensor<f32>) -> tensor<32xf32>
    %557 = stablehlo.reshape %556 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %558 = stablehlo.reshape %557 : (tensor<1x1x32xf32>) -> tensor<32xf32>
    %559 = stablehlo.dot_general %555, %129, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x32xf32>, tensor<2x5x8xf32>) -> tensor<32x8xf32>
    %560 = stablehlo.transpose %559, dims = [1, 0] : (tensor<32x8xf32>) -> tensor<8x32xf32>
    %561 = stablehlo.dot_general %555, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x32xf32>, tensor<8x32xf32>) -> tensor<2x5x8xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %562 = stablehlo.reduce(%561 init: %cst_138) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %563 = stablehlo.reshape %562 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %564 = stablehlo.reshape %563 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %565 = stablehlo.multiply %115, %561 : tensor<2x5x8xf32>
    %566 = stablehlo.multiply %561, %125 : tensor<2x5x8xf32>
    %567 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %568 = stablehlo.multiply %567, %565 : tensor<2x5x8xf32>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %569 = stablehlo.reduce(%568 init: %cst_139) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %570 = stablehlo.reshape %569 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %571 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %572 = stablehlo.multiply %565, %571 : tensor<2x5x8xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %573 = stablehlo.reduce(%572 init: %cst_140) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %574 = stablehlo.reshape %573 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %575 = stablehlo.reshape %570 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %576 = stablehlo.multiply %574, %121 : tensor<2x5x1xf32>
    %577 = stablehlo.negate %566 : tensor<2x5x8xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %578 = stablehlo.reduce(%577 init: %cst_141) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %579 = stablehlo.reshape %578 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %580 = stablehlo.add %535, %566 : tensor<2x5x8xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %581 = stablehlo.reduce(%576 init: %cst_142) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %582 = stablehlo.reduce(%579 init: %cst_143) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %583 = stablehlo.multiply %581, %111 : tensor<2x5xf32>
    %584 = stablehlo.negate %583 : tensor<2x5xf32>
    %585 = stablehlo.multiply %584, %98 : tensor<2x5xf32>
    %586 = stablehlo.add %582, %585 : tensor<2x5xf32>
    %cst_144 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %588 = stablehlo.divide %583, %587 : tensor<2x5xf32>
    %589 = stablehlo.broadcast_in_dim %588, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %cst_145 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %590 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %591 = stablehlo.divide %586, %590 : tensor<2x5xf32>
    %592 = stablehlo.broadcast_in_dim %591, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %593 = stablehlo.add %580, %592 : tensor<2x5x8xf32>
    %594 = stablehlo.multiply %589, %89 : tensor<2x5x8xf32>
    %595 = stablehlo.add %593, %594 : tensor<2x5x8xf32>
    %cst_146 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %596 = stablehlo.reduce(%595 init: %cst_146) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %597 = stablehlo.reshape %596 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %598 = stablehlo.reshape %597 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %599 = stablehlo.dot_general %595, %81, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<8x8xf32>
    %600 = stablehlo.transpose %599, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %601 = stablehlo.dot_general %595, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %602 = stablehlo.reshape %601 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %603 = stablehlo.transpose %602, dims = [0, 2, 3, 1] : (tensor<2x5x2x4xf32>) -> tensor<2x2x4x5xf32>
    %604 = stablehlo.dot_general %603, %58, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x2x4x5xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x5xf32>
    %605 = stablehlo.dot_general %603, %75, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x2x4x5xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x4x5xf32>
    %606 = stablehlo.transpose %605, dims = [0, 3, 1, 2] : (tensor<2x2x4x5xf32>) -> tensor<2x5x2x4xf32>
    %607 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %608 = stablehlo.multiply %604, %607 : tensor<2x2x5x5xf32>
    %609 = stablehlo.multiply %608, %71 : tensor<2x2x5x5xf32>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %610 = stablehlo.reduce(%609 init: %cst_147) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %611 = stablehlo.reshape %610 : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %612 = stablehlo.negate %611 : tensor<2x2x5x1xf32>
    %613 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %614 = stablehlo.divide %604, %613 : tensor<2x2x5x5xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %615 = stablehlo.reduce(%612 init: %cst_148) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x1xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %616 = stablehlo.broadcast_in_dim %615, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x5xf32>
    %617 = stablehlo.add %614, %616 : tensor<2x2x5x5xf32>
    %618 = stablehlo.multiply %617, %71 : tensor<2x2x5x5xf32>
    %619 = call @_where_5(%64#1, %618) : (tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xf32>
    %cst_149 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %620 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %621 = stablehlo.divide %619, %620 : tensor<2x2x5x5xf32>
    %622 = stablehlo.dot_general %621, %56, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x5x5xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %623 = stablehlo.transpose %622, dims = [0, 2, 1, 3] : (tensor<2x2x5x4xf32>) -> tensor<2x5x2x4xf32>
    %624 = stablehlo.dot_general %621, %57, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x5x5xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %625 = stablehlo.transpose %624, dims = [0, 2, 1, 3] : (tensor<2x2x5x4xf32>) -> tensor<2x5x2x4xf32>
    %626 = stablehlo.reshape %606 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %627 = stablehlo.reshape %623 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %628 = stablehlo.reshape %625 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %629 = stablehlo.concatenate %628, %627, %626, dim = 2 : (tensor<2x5x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<2x5x24xf32>
    %cst_150 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %630 = stablehlo.reduce(%629 init: %cst_150) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x24xf32>, tensor<f32>) -> tensor<24xf32>
    %631 = stablehlo.reshape %630 : (tensor<24xf32>) -> tensor<1x1x24xf32>
    %632 = stablehlo.reshape %631 : (tensor<1x1x24xf32>) -> tensor<24xf32>
    %633 = stablehlo.dot_general %629, %48, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x24xf32>, tensor<2x5x8xf32>) -> tensor<24x8xf32>
    %634 = stablehlo.transpose %633, dims = [1, 0] : (tensor<24x8xf32>) -> tensor<8x24xf32>
    %635 = stablehlo.dot_general %629, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x5x24xf32>, tensor<8x24xf32>) -> tensor<2x5x8xf32>
    %cst_151 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %636 = stablehlo.reduce(%635 init: %cst_151) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %637 = stablehlo.reshape %636 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %638 = stablehlo.reshape %637 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %639 = stablehlo.multiply %34, %635 : tensor<2x5x8xf32>
    %640 = stablehlo.multiply %635, %44 : tensor<2x5x8xf32>
    %641 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %642 = stablehlo.multiply %641, %639 : tensor<2x5x8xf32>
    %cst_152 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %643 = stablehlo.reduce(%642 init: %cst_152) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %644 = stablehlo.reshape %643 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %645 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %646 = stablehlo.multiply %639, %645 : tensor<2x5x8xf32>
    %cst_153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %647 = stablehlo.reduce(%646 init: %cst_153) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %648 = stablehlo.reshape %647 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %649 = stablehlo.reshape %644 : (tensor<1x1x8xf32>) -> tensor<8xf32>
    %650 = stablehlo.multiply %648, %40 : tensor<2x5x1xf32>
    %651 = stablehlo.negate %640 : tensor<2x5x8xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %652 = stablehlo.reduce(%651 init: %cst_154) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %653 = stablehlo.reshape %652 : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %654 = stablehlo.add %595, %640 : tensor<2x5x8xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %655 = stablehlo.reduce(%650 init: %cst_155) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %656 = stablehlo.reduce(%653 init: %cst_156) applies stablehlo.add across dimensions = [2] : (tensor<2x5x1xf32>, tensor<f32>) -> tensor<2x5xf32>
    %657 = stablehlo.multiply %655, %30 : tensor<2x5xf32>
    %658 = stablehlo.negate %657 : tensor<2x5xf32>
    %659 = stablehlo.multiply %658, %17 : tensor<2x5xf32>
    %660 = stablehlo.add %656, %659 : tensor<2x5xf32>
    %cst_157 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %661 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %662 = stablehlo.divide %657, %661 : tensor<2x5xf32>
    %663 = stablehlo.broadcast_in_dim %662, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %cst_158 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %664 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %665 = stablehlo.divide %660, %664 : tensor<2x5xf32>
    %666 = stablehlo.broadcast_in_dim %665, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x8xf32>
    %667 = stablehlo.add %654, %666 : tensor<2x5x8xf32>
    %668 = stablehlo.multiply %663, %8 : tensor<2x5x8xf32>
    %669 = stablehlo.add %667, %668 : tensor<2x5x8xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %670 = stablehlo.reduce(%669 init: %cst_159) applies stablehlo.add across dimensions = [0] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<5x8xf32>
    %671 = stablehlo.reshape %670 : (tensor<5x8xf32>) -> tensor<1x5x8xf32>
    %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %672 = stablehlo.reduce(%671 init: %cst_160) applies stablehlo.add across dimensions = [0] : (tensor<1x5x8xf32>, tensor<f32>) -> tensor<5x8xf32>
    %673 = call @_take_6(%2#1, %672) : (tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<16x8xf32>
    %674 = call @_take_7(%0#1, %669) : (tensor<2x5x1xi32>, tensor<2x5x8xf32>) -> tensor<11x8xf32>
    return %359, %632, %634, %598, %600, %558, %560, %538, %540, %638, %649, %564, %575, %498, %500, %464, %466, %424, %426, %404, %406, %504, %515, %430, %441, %367, %371, %382, %673, %674 : tensor<f32>, tensor<24xf32>, tensor<8x24xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<32xf32>, tensor<8x32xf32>, tensor<8xf32>, tensor<32x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<24xf32>, tensor<8x24xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<32xf32>, tensor<8x32xf32>, tensor<8xf32>, tensor<32x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x11xf32>, tensor<8xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<11x8xf32>
  }
  func.func private @_take(%arg0: tensor<11x8xf32>, %arg1: tensor<2x5xi32>) -> (tensor<2x5x8xf32>, tensor<2x5x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x5xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2x5xi32>, tensor<2x5xi32>) -> tensor<2x5xi1>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x5xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<2x5xi32>
    %4 = call @_where(%1, %3, %arg1) : (tensor<2x5xi1>, tensor<2x5xi32>, tensor<2x5xi32>) -> tensor<2x5xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x5xi32>) -> tensor<2x5x1xi32>
    %c_1 = stablehlo.constant dense<10> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2x5x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x5x1xi32>, tensor<2x5x1xi32>) -> tensor<2x5x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<2x5x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<2x5x1xi32>, tensor<2x5x1xi32>) -> tensor<2x5x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<2x5x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<2x5x1xi1>, tensor<i1>) -> tensor<2x5xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<11x8xf32>, tensor<2x5x1xi32>) -> tensor<2x5x8xf32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<2x5xi1>) -> tensor<2x5x8xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x5x8xf32>
    %16 = stablehlo.select %14, %13, %15 : tensor<2x5x8xi1>, tensor<2x5x8xf32>
    return %16, %5 : tensor<2x5x8xf32>, tensor<2x5x1xi32>
  }
  func.func private @_where(%arg0: tensor<2x5xi1>, %arg1: tensor<2x5xi32>, %arg2: tensor<2x5xi32>) -> tensor<2x5xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x5xi1>, tensor<2x5xi32>
    return %0 : tensor<2x5xi32>
  }
  func.func private @_take_0(%arg0: tensor<16x8xf32>, %arg1: tensor<5xi32>) -> (tensor<5x8xf32>, tensor<5x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %c_0 = stablehlo.constant dense<16> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<5xi32>
    %4 = call @_where_1(%1, %3, %arg1) : (tensor<5xi1>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
    %c_1 = stablehlo.constant dense<15> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<5x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<5x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<5x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [1] : (tensor<5x1xi1>, tensor<i1>) -> tensor<5xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<5xi1>) -> tensor<5x8xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x8xf32>
    %16 = stablehlo.select %14, %13, %15 : tensor<5x8xi1>, tensor<5x8xf32>
    return %16, %5 : tensor<5x8xf32>, tensor<5x1xi32>
  }
  func.func private @_where_1(%arg0: tensor<5xi1>, %arg1: tensor<5xi32>, %arg2: tensor<5xi32>) -> tensor<5xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<5xi1>, tensor<5xi32>
    return %0 : tensor<5xi32>
  }
  func.func private @tril(%arg0: tensor<5x5xi1>) -> tensor<5x5xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<5x5xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
    %2 = stablehlo.add %0, %1 : tensor<5x5xi32>
    %3 = stablehlo.iota dim = 1 : tensor<5x5xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<5x5xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<5x5xi1>, tensor<5x5xi1>
    return %6 : tensor<5x5xi1>
  }
  func.func private @_where_2(%arg0: tensor<5x5xi1>, %arg1: tensor<2x2x5x5xf32>, %arg2: tensor<f32>) -> (tensor<2x2x5x5xf32>, tensor<2x2x5x5xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<5x5xi1>) -> tensor<2x2x5x5xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>
    return %3, %1 : tensor<2x2x5x5xf32>, tensor<2x2x5x5xi1>
  }
  func.func private @log_softmax(%arg0: tensor<2x4x11xf32>) -> (tensor<2x4x11xf32>, tensor<2x4x11xf32>, tensor<2x4x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x11xf32>, tensor<f32>) -> tensor<2x4xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<2x4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x4x1xf32>) -> tensor<2x4x11xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<2x4x11xf32>
    %6 = stablehlo.exponential %5 : tensor<2x4x11xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<2x4x11xf32>, tensor<f32>) -> tensor<2x4xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x1xf32>
    %9 = stablehlo.log %8 : tensor<2x4x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<2x4x1xf32>) -> tensor<2x4x11xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<2x4x11xf32>
    return %11, %6, %8 : tensor<2x4x11xf32>, tensor<2x4x11xf32>, tensor<2x4x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<2x4x11xf32>, %arg1: tensor<2x4x1xi32>) -> (tensor<2x4x1xf32>, tensor<2x4x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x4x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2x4x1xi32>, tensor<2x4x1xi32>) -> tensor<2x4x1xi1>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x4x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<2x4x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<2x4x1xi1>, tensor<2x4x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<2x4x1xi32>) -> tensor<2x4x1x1xi32>
    %c_1 = stablehlo.constant dense<10> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2x4x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x4x1x1xi32>, tensor<2x4x1x1xi32>) -> tensor<2x4x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<2x4x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<2x4x1x1xi32>, tensor<2x4x1x1xi32>) -> tensor<2x4x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<2x4x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<2x4x1x1xi1>, tensor<i1>) -> tensor<2x4x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x4x11xf32>, tensor<2x4x1x1xi32>) -> tensor<2x4x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<2x4x1xi1>, tensor<2x4x1xf32>
    return %15, %5 : tensor<2x4x1xf32>, tensor<2x4x1x1xi32>
  }
  func.func private @take_along_axis_3(%arg0: tensor<2x4x1x1xi32>, %arg1: tensor<2x4x1xf32>) -> tensor<2x4x11xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x11xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2x4x11xf32>, tensor<2x4x1x1xi32>, tensor<2x4x1xf32>) -> tensor<2x4x11xf32>
    return %1 : tensor<2x4x11xf32>
  }
  func.func private @log_softmax_4(%arg0: tensor<2x4x11xf32>, %arg1: tensor<2x4x1xf32>, %arg2: tensor<2x4x11xf32>) -> tensor<2x4x11xf32> {
    %0 = stablehlo.negate %arg2 : tensor<2x4x11xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x4x11xf32>, tensor<f32>) -> tensor<2x4xf32>
    %2 = stablehlo.reshape %1 : (tensor<2x4xf32>) -> tensor<2x4x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<2x4x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x4x1xf32>, tensor<f32>) -> tensor<2x4xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x11xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<2x4x11xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<2x4x11xf32>
    return %7 : tensor<2x4x11xf32>
  }
  func.func private @_where_5(%arg0: tensor<2x2x5x5xi1>, %arg1: tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>
    return %1 : tensor<2x2x5x5xf32>
  }
  func.func private @_take_6(%arg0: tensor<5x1xi32>, %arg1: tensor<5x8xf32>) -> tensor<16x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<16x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @_take_7(%arg0: tensor<2x5x1xi32>, %arg1: tensor<2x5x8xf32>) -> tensor<11x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<11x8xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<11x8xf32>, tensor<2x5x1xi32>, tensor<2x5x8xf32>) -> tensor<11x8xf32>
    return %1 : tensor<11x8xf32>
  }
}
