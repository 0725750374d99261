module @jit_ties attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<2x3xf32> {jax.result_info = "result[1]"}, tensor<2x3xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<[[1.000000e+00, 0.000000e+00, 2.000000e+00], [-1.000000e+00, 0.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<[[1.000000e+00, 0.000000e+00, 2.000000e+00], [-1.000000e+00, 0.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<[[1.000000e+00, 0.000000e+00, 2.000000e+00], [-1.000000e+00, 0.000000e+00, -2.000000e+00]]> : tensor<2x3xf32>
    %0 = stablehlo.maximum %arg0, %cst : tensor<2x3xf32>
    %1 = stablehlo.minimum %arg0, %cst : tensor<2x3xf32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_2 = stablehlo.constant dense<2> : tensor<i32>
    %2 = call @clip(%arg0, %c, %c_2) : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %3 = call @relu(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %cst_3 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %5 = stablehlo.multiply %arg0, %4 : tensor<2x3xf32>
    %6 = call @relu6(%5) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %7 = stablehlo.reduce(%arg0 init: %cst_4) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_5 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %8 = stablehlo.reduce(%arg0 init: %cst_5) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %10 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %11 = stablehlo.clamp %9, %arg0, %10 : tensor<2x3xf32>
    %12 = stablehlo.abs %arg0 : tensor<2x3xf32>
    %13 = call @softplus(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %14 = call @log_sigmoid(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %15 = stablehlo.maximum %arg0, %cst : tensor<2x3xf32>
    %16 = stablehlo.subtract %arg0, %cst : tensor<2x3xf32>
    %17 = stablehlo.compare NE, %16, %16, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %18 = stablehlo.add %arg0, %cst : tensor<2x3xf32>
    %19 = stablehlo.abs %16 : tensor<2x3xf32>
    %20 = stablehlo.negate %19 : tensor<2x3xf32>
    %21 = stablehlo.exponential %20 : tensor<2x3xf32>
    %22 = stablehlo.log_plus_one %21 : tensor<2x3xf32>
    %23 = stablehlo.add %15, %22 : tensor<2x3xf32>
    %24 = stablehlo.select %17, %18, %23 : tensor<2x3xi1>, tensor<2x3xf32>
    %25 = stablehlo.maximum %cst, %arg0 : tensor<2x3xf32>
    %26 = stablehlo.subtract %cst, %arg0 : tensor<2x3xf32>
    %27 = stablehlo.compare NE, %26, %26, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %28 = stablehlo.add %cst, %arg0 : tensor<2x3xf32>
    %29 = stablehlo.abs %26 : tensor<2x3xf32>
    %30 = stablehlo.negate %29 : tensor<2x3xf32>
    %cst_8 = stablehlo.constant dense<0.693147182> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %32 = stablehlo.multiply %31, %30 : tensor<2x3xf32>
    %33 = stablehlo.exponential %32 : tensor<2x3xf32>
    %34 = stablehlo.log_plus_one %33 : tensor<2x3xf32>
    %cst_9 = stablehlo.constant dense<1.44269502> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %36 = stablehlo.multiply %35, %34 : tensor<2x3xf32>
    %37 = stablehlo.add %25, %36 : tensor<2x3xf32>
    %38 = stablehlo.select %27, %28, %37 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%0 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.multiply %cst_11, %39 : tensor<f32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.add %cst_12, %40 : tensor<f32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%1 init: %cst_13) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %43 = stablehlo.multiply %cst_14, %42 : tensor<f32>
    %44 = stablehlo.add %41, %43 : tensor<f32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%2 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_16 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %46 = stablehlo.multiply %cst_16, %45 : tensor<f32>
    %47 = stablehlo.add %44, %46 : tensor<f32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%3 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_18 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %49 = stablehlo.multiply %cst_18, %48 : tensor<f32>
    %50 = stablehlo.add %47, %49 : tensor<f32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%6 init: %cst_19) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_20 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %52 = stablehlo.multiply %cst_20, %51 : tensor<f32>
    %53 = stablehlo.add %50, %52 : tensor<f32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%7 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %cst_22 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %55 = stablehlo.multiply %cst_22, %54 : tensor<f32>
    %56 = stablehlo.add %53, %55 : tensor<f32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%8 init: %cst_23) applies stablehlo.add across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_24 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %58 = stablehlo.multiply %cst_24, %57 : tensor<f32>
    %59 = stablehlo.add %56, %58 : tensor<f32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%11 init: %cst_25) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_26 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %61 = stablehlo.multiply %cst_26, %60 : tensor<f32>
    %62 = stablehlo.add %59, %61 : tensor<f32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%12 init: %cst_27) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_28 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %64 = stablehlo.multiply %cst_28, %63 : tensor<f32>
    %65 = stablehlo.add %62, %64 : tensor<f32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%13 init: %cst_29) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_30 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %67 = stablehlo.multiply %cst_30, %66 : tensor<f32>
    %68 = stablehlo.add %65, %67 : tensor<f32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.reduce(%14 init: %cst_31) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_32 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %70 = stablehlo.multiply %cst_32, %69 : tensor<f32>
    %71 = stablehlo.add %68, %70 : tensor<f32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%24 init: %cst_33) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_34 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %73 = stablehlo.multiply %cst_34, %72 : tensor<f32>
    %74 = stablehlo.add %71, %73 : tensor<f32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.reduce(%38 init: %cst_35) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_36 = stablehlo.constant dense<1.300000e+01> : tensor<f32>
    %76 = stablehlo.multiply %cst_36, %75 : tensor<f32>
    %77 = stablehlo.add %74, %76 : tensor<f32>
    %78 = stablehlo.maximum %arg0, %cst_0 : tensor<2x3xf32>
    %79 = stablehlo.compare EQ, %arg0, %78, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_37 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %82 = stablehlo.select %79, %80, %81 : tensor<2x3xi1>, tensor<2x3xf32>
    %83 = stablehlo.compare EQ, %cst_0, %78, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_39 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %86 = stablehlo.select %83, %84, %85 : tensor<2x3xi1>, tensor<2x3xf32>
    %87 = stablehlo.divide %82, %86 : tensor<2x3xf32>
    %88 = stablehlo.minimum %arg0, %cst_0 : tensor<2x3xf32>
    %89 = stablehlo.compare EQ, %arg0, %88, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_41 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %92 = stablehlo.select %89, %90, %91 : tensor<2x3xi1>, tensor<2x3xf32>
    %93 = stablehlo.compare EQ, %cst_0, %88, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_43 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_44 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %96 = stablehlo.select %93, %94, %95 : tensor<2x3xi1>, tensor<2x3xf32>
    %97 = stablehlo.divide %92, %96 : tensor<2x3xf32>
    %c_45 = stablehlo.constant dense<-1> : tensor<i32>
    %c_46 = stablehlo.constant dense<2> : tensor<i32>
    %98:2 = call @clip_0(%arg0, %c_45, %c_46) : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %100 = stablehlo.compare GT, %arg0, %99, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_48 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %102 = stablehlo.multiply %arg0, %101 : tensor<2x3xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %104 = stablehlo.compare GT, %102, %103, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_50 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %106 = stablehlo.compare LT, %102, %105, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %107 = stablehlo.and %104, %106 : tensor<2x3xi1>
    %cst_51 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %108 = stablehlo.reduce(%arg0 init: %cst_51) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %109 = stablehlo.reshape %108 : (tensor<2xf32>) -> tensor<2x1xf32>
    %110 = stablehlo.broadcast_in_dim %109, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
    %111 = stablehlo.compare EQ, %arg0, %110, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %112 = stablehlo.convert %111 : (tensor<2x3xi1>) -> tensor<2x3xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.reduce(%112 init: %cst_52) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_53 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %114 = stablehlo.reduce(%arg0 init: %cst_53) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %115 = stablehlo.reshape %114 : (tensor<f32>) -> tensor<1x1xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<2x3xf32>
    %117 = stablehlo.compare EQ, %arg0, %116, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %118 = stablehlo.convert %117 : (tensor<2x3xi1>) -> tensor<2x3xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.reduce(%118 init: %cst_54) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_55 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %121 = stablehlo.compare GT, %arg0, %120, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_56 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %123 = stablehlo.compare LT, %arg0, %122, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %124 = stablehlo.and %121, %123 : tensor<2x3xi1>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %126 = stablehlo.compare GE, %arg0, %125, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %127 = call @softplus_1(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %128 = call @log_sigmoid_2(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %129 = stablehlo.maximum %arg0, %cst_0 : tensor<2x3xf32>
    %130 = stablehlo.subtract %arg0, %cst_0 : tensor<2x3xf32>
    %131 = stablehlo.compare NE, %130, %130, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %132 = stablehlo.add %arg0, %cst_0 : tensor<2x3xf32>
    %133 = stablehlo.abs %130 : tensor<2x3xf32>
    %134 = stablehlo.negate %133 : tensor<2x3xf32>
    %135 = stablehlo.exponential %134 : tensor<2x3xf32>
    %136 = stablehlo.log_plus_one %135 : tensor<2x3xf32>
    %137 = stablehlo.add %129, %136 : tensor<2x3xf32>
    %138 = stablehlo.select %131, %132, %137 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_58 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %140 = stablehlo.compare EQ, %arg0, %139, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %141 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %142 = stablehlo.select %140, %141, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_60 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %144 = stablehlo.compare EQ, %138, %143, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %146 = stablehlo.select %144, %145, %138 : tensor<2x3xi1>, tensor<2x3xf32>
    %147 = stablehlo.subtract %142, %146 : tensor<2x3xf32>
    %148 = stablehlo.exponential %147 : tensor<2x3xf32>
    %149 = stablehlo.maximum %cst_0, %arg0 : tensor<2x3xf32>
    %150 = stablehlo.subtract %cst_0, %arg0 : tensor<2x3xf32>
    %151 = stablehlo.compare NE, %150, %150, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %152 = stablehlo.add %cst_0, %arg0 : tensor<2x3xf32>
    %153 = stablehlo.abs %150 : tensor<2x3xf32>
    %154 = stablehlo.negate %153 : tensor<2x3xf32>
    %cst_62 = stablehlo.constant dense<0.693147182> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %156 = stablehlo.multiply %155, %154 : tensor<2x3xf32>
    %157 = stablehlo.exponential %156 : tensor<2x3xf32>
    %158 = stablehlo.log_plus_one %157 : tensor<2x3xf32>
    %cst_63 = stablehlo.constant dense<1.44269502> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %160 = stablehlo.multiply %159, %158 : tensor<2x3xf32>
    %161 = stablehlo.add %149, %160 : tensor<2x3xf32>
    %162 = stablehlo.select %151, %152, %161 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_64 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %164 = stablehlo.compare EQ, %arg0, %163, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %166 = stablehlo.select %164, %165, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_66 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %168 = stablehlo.compare EQ, %162, %167, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %170 = stablehlo.select %168, %169, %162 : tensor<2x3xi1>, tensor<2x3xf32>
    %171 = stablehlo.subtract %166, %170 : tensor<2x3xf32>
    %cst_68 = stablehlo.constant dense<0.693147182> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %173 = stablehlo.multiply %172, %171 : tensor<2x3xf32>
    %174 = stablehlo.exponential %173 : tensor<2x3xf32>
    %cst_69 = stablehlo.constant dense<1.300000e+01> : tensor<f32>
    %cst_70 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %175 = stablehlo.multiply %cst_69, %cst_70 : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %175, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_71 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %cst_72 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %177 = stablehlo.multiply %cst_71, %cst_72 : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %177, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_73 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %cst_74 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %179 = stablehlo.multiply %cst_73, %cst_74 : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %179, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_75 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %cst_76 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %181 = stablehlo.multiply %cst_75, %cst_76 : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %181, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_77 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %cst_78 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %183 = stablehlo.multiply %cst_77, %cst_78 : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %183, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_79 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %cst_80 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %185 = stablehlo.multiply %cst_79, %cst_80 : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_81 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %cst_82 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %187 = stablehlo.multiply %cst_81, %cst_82 : tensor<f32>
    %cst_83 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %cst_84 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %188 = stablehlo.multiply %cst_83, %cst_84 : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %188, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_85 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %cst_86 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %190 = stablehlo.multiply %cst_85, %cst_86 : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %190, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_87 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %cst_88 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %192 = stablehlo.multiply %cst_87, %cst_88 : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %192, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_89 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %cst_90 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %194 = stablehlo.multiply %cst_89, %cst_90 : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_91 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %cst_92 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %196 = stablehlo.multiply %cst_91, %cst_92 : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %196, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_93 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_94 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %198 = stablehlo.multiply %cst_93, %cst_94 : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %198, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %200 = stablehlo.multiply %176, %174 : tensor<2x3xf32>
    %201 = stablehlo.multiply %178, %148 : tensor<2x3xf32>
    %202 = stablehlo.add %200, %201 : tensor<2x3xf32>
    %203 = call @log_sigmoid_4(%128, %180) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %204 = stablehlo.add %202, %203 : tensor<2x3xf32>
    %205 = call @softplus_6(%127, %182) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %206 = stablehlo.add %204, %205 : tensor<2x3xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %207 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %208 = stablehlo.select %126, %207, %184 : tensor<2x3xi1>, tensor<2x3xf32>
    %209 = stablehlo.select %126, %184, %207 : tensor<2x3xi1>, tensor<2x3xf32>
    %210 = stablehlo.add %206, %209 : tensor<2x3xf32>
    %211 = stablehlo.negate %208 : tensor<2x3xf32>
    %212 = stablehlo.add %210, %211 : tensor<2x3xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %213 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %214 = stablehlo.select %124, %186, %213 : tensor<2x3xi1>, tensor<2x3xf32>
    %215 = stablehlo.add %212, %214 : tensor<2x3xf32>
    %216 = stablehlo.divide %187, %119 : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %218 = stablehlo.multiply %217, %118 : tensor<2x3xf32>
    %219 = stablehlo.add %215, %218 : tensor<2x3xf32>
    %220 = stablehlo.divide %189, %113 : tensor<2xf32>
    %221 = stablehlo.broadcast_in_dim %220, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
    %222 = stablehlo.multiply %221, %112 : tensor<2x3xf32>
    %223 = stablehlo.add %219, %222 : tensor<2x3xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %225 = stablehlo.select %107, %191, %224 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_98 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %226 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %227 = stablehlo.multiply %225, %226 : tensor<2x3xf32>
    %228 = stablehlo.add %223, %227 : tensor<2x3xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %230 = stablehlo.select %100, %193, %229 : tensor<2x3xi1>, tensor<2x3xf32>
    %231 = stablehlo.add %228, %230 : tensor<2x3xf32>
    %232 = call @clip_7(%98#0, %98#1, %195) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %233 = stablehlo.add %231, %232 : tensor<2x3xf32>
    %234 = stablehlo.multiply %197, %97 : tensor<2x3xf32>
    %235 = stablehlo.add %233, %234 : tensor<2x3xf32>
    %236 = stablehlo.multiply %199, %87 : tensor<2x3xf32>
    %237 = stablehlo.add %235, %236 : tensor<2x3xf32>
    %238:4 = call @softplus_8(%arg0) : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>)
    %239:4 = call @log_sigmoid_9(%arg0) : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>)
    %240 = stablehlo.maximum %arg0, %cst_1 : tensor<2x3xf32>
    %241 = stablehlo.subtract %arg0, %cst_1 : tensor<2x3xf32>
    %242 = stablehlo.compare NE, %241, %241, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %243 = stablehlo.add %arg0, %cst_1 : tensor<2x3xf32>
    %244 = stablehlo.abs %241 : tensor<2x3xf32>
    %245 = stablehlo.negate %244 : tensor<2x3xf32>
    %246 = stablehlo.exponential %245 : tensor<2x3xf32>
    %247 = stablehlo.log_plus_one %246 : tensor<2x3xf32>
    %248 = stablehlo.add %240, %247 : tensor<2x3xf32>
    %249 = stablehlo.select %242, %243, %248 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_100 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %250 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %251 = stablehlo.compare EQ, %arg0, %250, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %253 = stablehlo.select %251, %252, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_102 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %255 = stablehlo.compare EQ, %249, %254, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %257 = stablehlo.select %255, %256, %249 : tensor<2x3xi1>, tensor<2x3xf32>
    %258 = stablehlo.subtract %253, %257 : tensor<2x3xf32>
    %259 = stablehlo.exponential %258 : tensor<2x3xf32>
    %cst_104 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %261 = stablehlo.compare EQ, %arg0, %260, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %263 = stablehlo.select %261, %262, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_106 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %264 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %265 = stablehlo.compare EQ, %249, %264, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %266 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %267 = stablehlo.select %265, %266, %249 : tensor<2x3xi1>, tensor<2x3xf32>
    %268 = stablehlo.subtract %263, %267 : tensor<2x3xf32>
    %269 = stablehlo.exponential %268 : tensor<2x3xf32>
    %270 = stablehlo.maximum %cst_1, %arg0 : tensor<2x3xf32>
    %271 = stablehlo.subtract %cst_1, %arg0 : tensor<2x3xf32>
    %272 = stablehlo.compare NE, %271, %271, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %273 = stablehlo.add %cst_1, %arg0 : tensor<2x3xf32>
    %274 = stablehlo.abs %271 : tensor<2x3xf32>
    %275 = stablehlo.negate %274 : tensor<2x3xf32>
    %cst_108 = stablehlo.constant dense<0.693147182> : tensor<f32>
    %276 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %277 = stablehlo.multiply %276, %275 : tensor<2x3xf32>
    %278 = stablehlo.exponential %277 : tensor<2x3xf32>
    %279 = stablehlo.log_plus_one %278 : tensor<2x3xf32>
    %cst_109 = stablehlo.constant dense<1.44269502> : tensor<f32>
    %280 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %281 = stablehlo.multiply %280, %279 : tensor<2x3xf32>
    %282 = stablehlo.add %270, %281 : tensor<2x3xf32>
    %283 = stablehlo.select %272, %273, %282 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_110 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %285 = stablehlo.compare EQ, %arg0, %284, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %286 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %287 = stablehlo.select %285, %286, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_112 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %289 = stablehlo.compare EQ, %283, %288, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %291 = stablehlo.select %289, %290, %283 : tensor<2x3xi1>, tensor<2x3xf32>
    %292 = stablehlo.subtract %287, %291 : tensor<2x3xf32>
    %cst_114 = stablehlo.constant dense<0.693147182> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %294 = stablehlo.multiply %293, %292 : tensor<2x3xf32>
    %295 = stablehlo.exponential %294 : tensor<2x3xf32>
    %cst_115 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %296 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %297 = stablehlo.compare EQ, %arg0, %296, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %299 = stablehlo.select %297, %298, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_117 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %300 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %301 = stablehlo.compare EQ, %283, %300, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %302 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %303 = stablehlo.select %301, %302, %283 : tensor<2x3xi1>, tensor<2x3xf32>
    %304 = stablehlo.subtract %299, %303 : tensor<2x3xf32>
    %cst_119 = stablehlo.constant dense<0.693147182> : tensor<f32>
    %305 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %306 = stablehlo.multiply %305, %304 : tensor<2x3xf32>
    %307 = stablehlo.exponential %306 : tensor<2x3xf32>
    %cst_120 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %308 = stablehlo.log %cst_120 : tensor<f32>
    %cst_121 = stablehlo.constant dense<1.300000e+01> : tensor<f32>
    %cst_122 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %309 = stablehlo.multiply %cst_121, %cst_122 : tensor<f32>
    %310 = stablehlo.broadcast_in_dim %309, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_123 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %cst_124 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %311 = stablehlo.multiply %cst_123, %cst_124 : tensor<f32>
    %312 = stablehlo.broadcast_in_dim %311, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_125 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %cst_126 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %313 = stablehlo.multiply %cst_125, %cst_126 : tensor<f32>
    %314 = stablehlo.broadcast_in_dim %313, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_127 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %cst_128 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %315 = stablehlo.multiply %cst_127, %cst_128 : tensor<f32>
    %316 = stablehlo.broadcast_in_dim %315, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %317 = call @log_sigmoid_11(%314) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %cst_129 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %318 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %319 = call @softplus_12(%316, %318) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %320 = call @log_sigmoid_13(%317, %318) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %321 = stablehlo.multiply %312, %318 : tensor<2x3xf32>
    %322 = stablehlo.multiply %310, %318 : tensor<2x3xf32>
    %323 = stablehlo.broadcast_in_dim %308, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %324 = stablehlo.multiply %323, %322 : tensor<2x3xf32>
    %325 = stablehlo.multiply %324, %307 : tensor<2x3xf32>
    %326 = stablehlo.negate %325 : tensor<2x3xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %327 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %328 = stablehlo.select %301, %327, %326 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %329 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %330 = stablehlo.select %297, %329, %325 : tensor<2x3xi1>, tensor<2x3xf32>
    %331 = stablehlo.multiply %328, %295 : tensor<2x3xf32>
    %332 = stablehlo.add %330, %331 : tensor<2x3xf32>
    %333 = stablehlo.multiply %321, %269 : tensor<2x3xf32>
    %334 = stablehlo.negate %333 : tensor<2x3xf32>
    %cst_132 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %336 = stablehlo.select %265, %335, %334 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %338 = stablehlo.select %261, %337, %333 : tensor<2x3xi1>, tensor<2x3xf32>
    %339 = stablehlo.add %332, %338 : tensor<2x3xf32>
    %340 = stablehlo.multiply %336, %259 : tensor<2x3xf32>
    %341 = stablehlo.add %339, %340 : tensor<2x3xf32>
    %342 = call @log_sigmoid_15(%239#1, %239#2, %239#3, %239#0, %320) : (tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %343 = stablehlo.add %341, %342 : tensor<2x3xf32>
    %344 = call @softplus_17(%238#1, %238#2, %238#3, %238#0, %319) : (tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %345 = stablehlo.add %343, %344 : tensor<2x3xf32>
    return %77, %237, %345 : tensor<f32>, tensor<2x3xf32>, tensor<2x3xf32>
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
  func.func private @softplus(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x3xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<2x3xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<2x3xf32>
    %7 = stablehlo.abs %3 : tensor<2x3xf32>
    %8 = stablehlo.negate %7 : tensor<2x3xf32>
    %9 = stablehlo.exponential %8 : tensor<2x3xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<2x3xf32>
    %11 = stablehlo.add %1, %10 : tensor<2x3xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<2x3xi1>, tensor<2x3xf32>
    return %12 : tensor<2x3xf32>
  }
  func.func private @log_sigmoid(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.negate %arg0 : tensor<2x3xf32>
    %1 = call @softplus(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.negate %1 : tensor<2x3xf32>
    return %2 : tensor<2x3xf32>
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
  func.func private @softplus_1(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x3xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<2x3xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<2x3xf32>
    %7 = stablehlo.abs %3 : tensor<2x3xf32>
    %8 = stablehlo.negate %7 : tensor<2x3xf32>
    %9 = stablehlo.exponential %8 : tensor<2x3xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<2x3xf32>
    %11 = stablehlo.add %1, %10 : tensor<2x3xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %14 = stablehlo.compare EQ, %arg0, %13, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %16 = stablehlo.select %14, %15, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %18 = stablehlo.compare EQ, %12, %17, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %20 = stablehlo.select %18, %19, %12 : tensor<2x3xi1>, tensor<2x3xf32>
    %21 = stablehlo.subtract %16, %20 : tensor<2x3xf32>
    %22 = stablehlo.exponential %21 : tensor<2x3xf32>
    return %22 : tensor<2x3xf32>
  }
  func.func private @log_sigmoid_2(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.negate %arg0 : tensor<2x3xf32>
    %1 = call @softplus_3(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
  func.func private @softplus_3(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x3xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<2x3xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<2x3xf32>
    %7 = stablehlo.abs %3 : tensor<2x3xf32>
    %8 = stablehlo.negate %7 : tensor<2x3xf32>
    %9 = stablehlo.exponential %8 : tensor<2x3xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<2x3xf32>
    %11 = stablehlo.add %1, %10 : tensor<2x3xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %14 = stablehlo.compare EQ, %arg0, %13, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %16 = stablehlo.select %14, %15, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %18 = stablehlo.compare EQ, %12, %17, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %20 = stablehlo.select %18, %19, %12 : tensor<2x3xi1>, tensor<2x3xf32>
    %21 = stablehlo.subtract %16, %20 : tensor<2x3xf32>
    %22 = stablehlo.exponential %21 : tensor<2x3xf32>
    return %22 : tensor<2x3xf32>
  }
  func.func private @log_sigmoid_4(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.negate %arg1 : tensor<2x3xf32>
    %1 = call @softplus_5(%arg0, %0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.negate %1 : tensor<2x3xf32>
    return %2 : tensor<2x3xf32>
  }
  func.func private @softplus_5(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.multiply %arg1, %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @softplus_6(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.multiply %arg1, %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @clip_7(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.multiply %arg2, %arg1 : tensor<2x3xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
  func.func private @softplus_8(%arg0: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x3xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<2x3xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<2x3xf32>
    %7 = stablehlo.abs %3 : tensor<2x3xf32>
    %8 = stablehlo.negate %7 : tensor<2x3xf32>
    %9 = stablehlo.exponential %8 : tensor<2x3xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<2x3xf32>
    %11 = stablehlo.add %1, %10 : tensor<2x3xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %14 = stablehlo.compare EQ, %arg0, %13, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %16 = stablehlo.select %14, %15, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %18 = stablehlo.compare EQ, %12, %17, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %20 = stablehlo.select %18, %19, %12 : tensor<2x3xi1>, tensor<2x3xf32>
    %21 = stablehlo.subtract %16, %20 : tensor<2x3xf32>
    %22 = stablehlo.exponential %21 : tensor<2x3xf32>
    %cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %24 = stablehlo.compare EQ, %arg0, %23, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %26 = stablehlo.select %24, %25, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_6 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %28 = stablehlo.compare EQ, %12, %27, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %30 = stablehlo.select %28, %29, %12 : tensor<2x3xi1>, tensor<2x3xf32>
    %31 = stablehlo.subtract %26, %30 : tensor<2x3xf32>
    %32 = stablehlo.exponential %31 : tensor<2x3xf32>
    return %32, %22, %24, %28 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>
  }
  func.func private @log_sigmoid_9(%arg0: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>) {
    %0 = stablehlo.negate %arg0 : tensor<2x3xf32>
    %1:4 = call @softplus_10(%0) : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>)
    return %1#0, %1#1, %1#2, %1#3 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>
  }
  func.func private @softplus_10(%arg0: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x3xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<2x3xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<2x3xf32>
    %7 = stablehlo.abs %3 : tensor<2x3xf32>
    %8 = stablehlo.negate %7 : tensor<2x3xf32>
    %9 = stablehlo.exponential %8 : tensor<2x3xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<2x3xf32>
    %11 = stablehlo.add %1, %10 : tensor<2x3xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %14 = stablehlo.compare EQ, %arg0, %13, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %16 = stablehlo.select %14, %15, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %18 = stablehlo.compare EQ, %12, %17, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %20 = stablehlo.select %18, %19, %12 : tensor<2x3xi1>, tensor<2x3xf32>
    %21 = stablehlo.subtract %16, %20 : tensor<2x3xf32>
    %22 = stablehlo.exponential %21 : tensor<2x3xf32>
    %cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %24 = stablehlo.compare EQ, %arg0, %23, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %26 = stablehlo.select %24, %25, %arg0 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_6 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %28 = stablehlo.compare EQ, %12, %27, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %30 = stablehlo.select %28, %29, %12 : tensor<2x3xi1>, tensor<2x3xf32>
    %31 = stablehlo.subtract %26, %30 : tensor<2x3xf32>
    %32 = stablehlo.exponential %31 : tensor<2x3xf32>
    return %32, %22, %24, %28 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>
  }
  func.func private @log_sigmoid_11(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.negate %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @softplus_12(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @log_sigmoid_13(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.negate %arg1 : tensor<2x3xf32>
    %1 = call @softplus_14(%arg0, %0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
  func.func private @softplus_14(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @log_sigmoid_15(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi1>, %arg2: tensor<2x3xi1>, %arg3: tensor<2x3xf32>, %arg4: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = call @softplus_16(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.negate %0 : tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
  func.func private @softplus_16(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi1>, %arg2: tensor<2x3xi1>, %arg3: tensor<2x3xf32>, %arg4: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.multiply %arg4, %arg3 : tensor<2x3xf32>
    %1 = stablehlo.negate %0 : tensor<2x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %3 = stablehlo.select %arg2, %2, %1 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %5 = stablehlo.select %arg1, %4, %0 : tensor<2x3xi1>, tensor<2x3xf32>
    %6 = stablehlo.multiply %3, %arg0 : tensor<2x3xf32>
    %7 = stablehlo.add %5, %6 : tensor<2x3xf32>
    return %7 : tensor<2x3xf32>
  }
  func.func private @softplus_17(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi1>, %arg2: tensor<2x3xi1>, %arg3: tensor<2x3xf32>, %arg4: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.multiply %arg4, %arg3 : tensor<2x3xf32>
    %1 = stablehlo.negate %0 : tensor<2x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %3 = stablehlo.select %arg2, %2, %1 : tensor<2x3xi1>, tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %5 = stablehlo.select %arg1, %4, %0 : tensor<2x3xi1>, tensor<2x3xf32>
    %6 = stablehlo.multiply %3, %arg0 : tensor<2x3xf32>
    %7 = stablehlo.add %5, %6 : tensor<2x3xf32>
    return %7 : tensor<2x3xf32>
  }
}
