module @jit_ties attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<2x3xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<[[1.000000e+00, 0.000000e+00, 2.000000e+00], [-1.000000e+00, 0.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[1.000000e+00, 0.000000e+00, 2.000000e+00], [-1.000000e+00, 0.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.maximum %arg0, %cst : tensor<2x3xf32>
    %1 = stablehlo.minimum %arg0, %cst : tensor<2x3xf32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %2 = call @clip(%arg0, %c, %c_1) : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %3 = call @relu(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %cst_2 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %5 = stablehlo.multiply %arg0, %4 : tensor<2x3xf32>
    %6 = call @relu6(%5) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %7 = stablehlo.reduce(%arg0 init: %cst_3) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %8 = stablehlo.reduce(%arg0 init: %cst_4) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %10 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %11 = stablehlo.clamp %9, %arg0, %10 : tensor<2x3xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%0 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.multiply %cst_8, %12 : tensor<f32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.add %cst_9, %13 : tensor<f32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%1 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_11 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %16 = stablehlo.multiply %cst_11, %15 : tensor<f32>
    %17 = stablehlo.add %14, %16 : tensor<f32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%2 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_13 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %19 = stablehlo.multiply %cst_13, %18 : tensor<f32>
    %20 = stablehlo.add %17, %19 : tensor<f32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%3 init: %cst_14) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_15 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %22 = stablehlo.multiply %cst_15, %21 : tensor<f32>
    %23 = stablehlo.add %20, %22 : tensor<f32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%6 init: %cst_16) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_17 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %25 = stablehlo.multiply %cst_17, %24 : tensor<f32>
    %26 = stablehlo.add %23, %25 : tensor<f32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.reduce(%7 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %cst_19 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %28 = stablehlo.multiply %cst_19, %27 : tensor<f32>
    %29 = stablehlo.add %26, %28 : tensor<f32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%8 init: %cst_20) applies stablehlo.add across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_21 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %31 = stablehlo.multiply %cst_21, %30 : tensor<f32>
    %32 = stablehlo.add %29, %31 : tensor<f32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%11 init: %cst_22) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_23 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %34 = stablehlo.multiply %cst_23, %33 : tensor<f32>
    %35 = stablehlo.add %32, %34 : tensor<f32>
    %36 = stablehlo.maximum %arg0, %cst_0 : tensor<2x3xf32>
    %37 = stablehlo.compare EQ, %arg0, %36, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %40 = stablehlo.select %37, %38, %39 : tensor<2x3xi1>, tensor<2x3xf32>
    %41 = stablehlo.compare EQ, %cst_0, %36, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_26 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_27 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %44 = stablehlo.select %41, %42, %43 : tensor<2x3xi1>, tensor<2x3xf32>
    %45 = stablehlo.divide %40, %44 : tensor<2x3xf32>
    %46 = stablehlo.minimum %arg0, %cst_0 : tensor<2x3xf32>
    %47 = stablehlo.compare EQ, %arg0, %46, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %50 = stablehlo.select %47, %48, %49 : tensor<2x3xi1>, tensor<2x3xf32>
    %51 = stablehlo.compare EQ, %cst_0, %46, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_30 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_31 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %54 = stablehlo.select %51, %52, %53 : tensor<2x3xi1>, tensor<2x3xf32>
    %55 = stablehlo.divide %50, %54 : tensor<2x3xf32>
    %c_32 = stablehlo.constant dense<-1> : tensor<i32>
    %c_33 = stablehlo.constant dense<2> : tensor<i32>
    %56:2 = call @clip_0(%arg0, %c_32, %c_33) : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %58 = stablehlo.compare GT, %arg0, %57, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_35 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %60 = stablehlo.multiply %arg0, %59 : tensor<2x3xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %62 = stablehlo.compare GT, %60, %61, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_37 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %64 = stablehlo.compare LT, %60, %63, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %65 = stablehlo.and %62, %64 : tensor<2x3xi1>
    %cst_38 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %66 = stablehlo.reduce(%arg0 init: %cst_38) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %67 = stablehlo.reshape %66 : (tensor<2xf32>) -> tensor<2x1xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
    %69 = stablehlo.compare EQ, %arg0, %68, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %70 = stablehlo.convert %69 : (tensor<2x3xi1>) -> tensor<2x3xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %71 = stablehlo.reduce(%70 init: %cst_39) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_40 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %72 = stablehlo.reduce(%arg0 init: %cst_40) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %73 = stablehlo.reshape %72 : (tensor<f32>) -> tensor<1x1xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<2x3xf32>
    %75 = stablehlo.compare EQ, %arg0, %74, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %76 = stablehlo.convert %75 : (tensor<2x3xi1>) -> tensor<2x3xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_41) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_42 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %79 = stablehlo.compare GT, %arg0, %78, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_43 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %81 = stablehlo.compare LT, %arg0, %80, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %82 = stablehlo.and %79, %81 : tensor<2x3xi1>
    %cst_44 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %cst_45 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %83 = stablehlo.multiply %cst_44, %cst_45 : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_46 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %cst_47 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %85 = stablehlo.multiply %cst_46, %cst_47 : tensor<f32>
    %cst_48 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %cst_49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %86 = stablehlo.multiply %cst_48, %cst_49 : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_50 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %cst_51 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %88 = stablehlo.multiply %cst_50, %cst_51 : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_52 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %cst_53 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %90 = stablehlo.multiply %cst_52, %cst_53 : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_54 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %92 = stablehlo.multiply %cst_54, %cst_55 : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_56 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %cst_57 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %94 = stablehlo.multiply %cst_56, %cst_57 : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_58 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_59 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %96 = stablehlo.multiply %cst_58, %cst_59 : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %99 = stablehlo.select %82, %84, %98 : tensor<2x3xi1>, tensor<2x3xf32>
    %100 = stablehlo.divide %85, %77 : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %100, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %102 = stablehlo.multiply %101, %76 : tensor<2x3xf32>
    %103 = stablehlo.add %99, %102 : tensor<2x3xf32>
    %104 = stablehlo.divide %87, %71 : tensor<2xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
    %106 = stablehlo.multiply %105, %70 : tensor<2x3xf32>
    %107 = stablehlo.add %103, %106 : tensor<2x3xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %109 = stablehlo.select %65, %89, %108 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_62 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %111 = stablehlo.multiply %109, %110 : tensor<2x3xf32>
    %112 = stablehlo.add %107, %111 : tensor<2x3xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %114 = stablehlo.select %58, %91, %113 : tensor<2x3xi1>, tensor<2x3xf32>
    %115 = stablehlo.add %112, %114 : tensor<2x3xf32>
    %116 = call @clip_1(%56#0, %56#1, %93) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %117 = stablehlo.add %115, %116 : tensor<2x3xf32>
    %118 = stablehlo.multiply %95, %55 : tensor<2x3xf32>
    %119 = stablehlo.add %117, %118 : tensor<2x3xf32>
    %120 = stablehlo.multiply %97, %45 : tensor<2x3xf32>
    %121 = stablehlo.add %119, %120 : tensor<2x3xf32>
    return %35, %121 : tensor<f32>, tensor<2x3xf32>
  }
  func.func private @clip(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<2x3xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<2x3xf32>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<2x3xf32>
    return %5 : tensor<2x3xf32>
  }
  func.func private @relu(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
  func.func private @relu6(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %3 = stablehlo.minimum %1, %2 : tensor<2x3xf32>
    return %3 : tensor<2x3xf32>
  }
  func.func private @clip_0(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<2x3xf32>
    %3 = stablehlo.compare EQ, %arg0, %2, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %6 = stablehlo.select %3, %4, %5 : tensor<2x3xi1>, tensor<2x3xf32>
    %7 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %8 = stablehlo.compare EQ, %7, %2, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %11 = stablehlo.select %8, %9, %10 : tensor<2x3xi1>, tensor<2x3xf32>
    %12 = stablehlo.divide %6, %11 : tensor<2x3xf32>
    %13 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %15 = stablehlo.minimum %14, %2 : tensor<2x3xf32>
    %16 = stablehlo.compare EQ, %2, %15, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %19 = stablehlo.select %16, %17, %18 : tensor<2x3xi1>, tensor<2x3xf32>
    %20 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %21 = stablehlo.compare EQ, %20, %15, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %24 = stablehlo.select %21, %22, %23 : tensor<2x3xi1>, tensor<2x3xf32>
    %25 = stablehlo.divide %19, %24 : tensor<2x3xf32>
    return %12, %25 : tensor<2x3xf32>, tensor<2x3xf32>
  }
  func.func private @clip_1(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.multiply %arg2, %arg1 : tensor<2x3xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
}
