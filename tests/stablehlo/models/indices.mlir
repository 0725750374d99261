module @jit_indices attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x4xf32>, %arg1: tensor<7x2xi32>, %arg2: tensor<2x4x3xf32>) -> (tensor<7x2x4xf32> {jax.result_info = "result[0][0]"}, tensor<7x7x2xf32> {jax.result_info = "result[0][1]"}, tensor<2x2xf32> {jax.result_info = "result[0][2]"}, tensor<7x2xf32> {jax.result_info = "result[1]"}, tensor<7x2xf32> {jax.result_info = "result[2]"}, tensor<7x4xf32> {jax.result_info = "result[3]"}, tensor<7x4xf32> {jax.result_info = "result[4][0]"}, tensor<7x4xf32> {jax.result_info = "result[4][1]"}, tensor<7x4xf32> {jax.result_info = "result[4][2]"}, tensor<7x4xf32> {jax.result_info = "result[5][0]"}, tensor<7x4xf32> {jax.result_info = "result[5][1]"}, tensor<7x4xf32> {jax.result_info = "result[6]"}, tensor<1x2x3xf32> {jax.result_info = "result[7]"}, tensor<7x2x4xf32> {jax.result_info = "result[8]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<7x2xi32>, tensor<7x2xi32>) -> tensor<7x2xi1>
    %c_0 = stablehlo.constant dense<7> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<7x2xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<7x2xi1>, tensor<7x2xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<7x2xi32>) -> tensor<7x2x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<7x4xf32>, tensor<7x2x1xi32>) -> tensor<7x2x4xf32>
    %7 = call @_take(%arg0, %arg1) : (tensor<7x4xf32>, tensor<7x2xi32>) -> tensor<7x7x2xf32>
    %8 = stablehlo.slice %arg1 [0:1, 0:2] : (tensor<7x2xi32>) -> tensor<1x2xi32>
    %9 = stablehlo.reshape %8 : (tensor<1x2xi32>) -> tensor<2xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %11 = stablehlo.compare LT, %9, %10, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_2 = stablehlo.constant dense<4> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %13 = stablehlo.add %9, %12 : tensor<2xi32>
    %14 = stablehlo.select %11, %13, %9 : tensor<2xi1>, tensor<2xi32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %16 = stablehlo.convert %15 : tensor<2xi32>
    %17 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %18 = stablehlo.broadcast_in_dim %16, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %19 = stablehlo.concatenate %17, %18, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
    %20 = "stablehlo.gather"(%arg2, %19) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 2, 1, 1>}> : (tensor<2x4x3xf32>, tensor<2x2xi32>) -> tensor<2x2xf32>
    %21 = stablehlo.slice %arg1 [0:7, 0:1] : (tensor<7x2xi32>) -> tensor<7x1xi32>
    %22 = stablehlo.reshape %21 : (tensor<7x1xi32>) -> tensor<7xi32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %23 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<7xi32>
    %24 = stablehlo.compare LT, %22, %23, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
    %c_5 = stablehlo.constant dense<4> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<7xi32>
    %26 = stablehlo.add %22, %25 : tensor<7xi32>
    %27 = stablehlo.select %24, %26, %22 : tensor<7xi1>, tensor<7xi32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0] : (tensor<7xi32>) -> tensor<7x1xi32>
    %29 = "stablehlo.gather"(%arg0, %28) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 2>}> : (tensor<7x4xf32>, tensor<7x1xi32>) -> tensor<7x2xf32>
    %c_6 = stablehlo.constant dense<4> : tensor<i32>
    %30 = call @remainder(%arg1, %c_6) : (tensor<7x2xi32>, tensor<i32>) -> tensor<7x2xi32>
    %31 = call @take_along_axis(%arg0, %30) : (tensor<7x4xf32>, tensor<7x2xi32>) -> tensor<7x2xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %33 = stablehlo.compare LT, %arg1, %32, SIGNED : (tensor<7x2xi32>, tensor<7x2xi32>) -> tensor<7x2xi1>
    %c_8 = stablehlo.constant dense<7> : tensor<i32>
    %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %35 = stablehlo.add %arg1, %34 : tensor<7x2xi32>
    %36 = stablehlo.select %33, %35, %arg1 : tensor<7x2xi1>, tensor<7x2xi32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<7x2xi32>) -> tensor<7x2x1xi32>
    %38 = "stablehlo.gather"(%arg0, %37) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<7x4xf32>, tensor<7x2x1xi32>) -> tensor<7x2x4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<7x2x4xf32>
    %40 = stablehlo.multiply %39, %38 : tensor<7x2x4xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<7x2x4xf32>
    %42 = stablehlo.multiply %41, %40 : tensor<7x2x4xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<7x4xf32>
    %44 = "stablehlo.scatter"(%43, %37, %42) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %135 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %135 : tensor<f32>
    }) : (tensor<7x4xf32>, tensor<7x2x1xi32>, tensor<7x2x4xf32>) -> tensor<7x4xf32>
    %45 = stablehlo.slice %arg1 [0:1, 0:2] : (tensor<7x2xi32>) -> tensor<1x2xi32>
    %46 = stablehlo.reshape %45 : (tensor<1x2xi32>) -> tensor<2xi32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %47 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %48 = stablehlo.compare LT, %46, %47, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_12 = stablehlo.constant dense<7> : tensor<i32>
    %49 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %50 = stablehlo.add %46, %49 : tensor<2xi32>
    %51 = stablehlo.select %48, %50, %46 : tensor<2xi1>, tensor<2xi32>
    %c_13 = stablehlo.constant dense<1> : tensor<i32>
    %52 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %53 = stablehlo.convert %52 : tensor<2xi32>
    %54 = stablehlo.broadcast_in_dim %51, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %55 = stablehlo.broadcast_in_dim %53, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %56 = stablehlo.concatenate %54, %55, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
    %cst_14 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %58 = "stablehlo.scatter"(%arg0, %56, %57) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<7x4xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<7x4xf32>
    %c_15 = stablehlo.constant dense<5> : tensor<i32>
    %59 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
    %61 = "stablehlo.scatter"(%arg0, %59, %60) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<7x4xf32>, tensor<1xi32>, tensor<2x4xf32>) -> tensor<7x4xf32>
    %62 = stablehlo.slice %arg1 [1:2, 0:2] : (tensor<7x2xi32>) -> tensor<1x2xi32>
    %63 = stablehlo.reshape %62 : (tensor<1x2xi32>) -> tensor<2xi32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %64 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %65 = stablehlo.compare LT, %63, %64, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_18 = stablehlo.constant dense<4> : tensor<i32>
    %66 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %67 = stablehlo.add %63, %66 : tensor<2xi32>
    %68 = stablehlo.select %65, %67, %63 : tensor<2xi1>, tensor<2xi32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %cst_19 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<7x2xf32>
    %71 = "stablehlo.scatter"(%arg0, %69, %70) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %135 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %135 : tensor<f32>
    }) : (tensor<7x4xf32>, tensor<2x1xi32>, tensor<7x2xf32>) -> tensor<7x4xf32>
    %c_20 = stablehlo.constant dense<3> : tensor<i32>
    %72 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %73 = stablehlo.add %arg1, %72 : tensor<7x2xi32>
    %c_21 = stablehlo.constant dense<0> : tensor<i32>
    %74 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %75 = stablehlo.compare LT, %73, %74, SIGNED : (tensor<7x2xi32>, tensor<7x2xi32>) -> tensor<7x2xi1>
    %c_22 = stablehlo.constant dense<7> : tensor<i32>
    %76 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %77 = stablehlo.add %73, %76 : tensor<7x2xi32>
    %78 = stablehlo.select %75, %77, %73 : tensor<7x2xi1>, tensor<7x2xi32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1] : (tensor<7x2xi32>) -> tensor<7x2x1xi32>
    %cst_23 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<7x2x4xf32>
    %81 = "stablehlo.scatter"(%arg0, %79, %80) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<7x4xf32>, tensor<7x2x1xi32>, tensor<7x2x4xf32>) -> tensor<7x4xf32>
    %c_24 = stablehlo.constant dense<3> : tensor<i32>
    %82 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %83 = stablehlo.add %arg1, %82 : tensor<7x2xi32>
    %c_25 = stablehlo.constant dense<0> : tensor<i32>
    %84 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %85 = stablehlo.compare LT, %83, %84, SIGNED : (tensor<7x2xi32>, tensor<7x2xi32>) -> tensor<7x2xi1>
    %c_26 = stablehlo.constant dense<7> : tensor<i32>
    %86 = stablehlo.broadcast_in_dim %c_26, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %87 = stablehlo.add %83, %86 : tensor<7x2xi32>
    %88 = stablehlo.select %85, %87, %83 : tensor<7x2xi1>, tensor<7x2xi32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1] : (tensor<7x2xi32>) -> tensor<7x2x1xi32>
    %cst_27 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<7x2x4xf32>
    %91 = "stablehlo.scatter"(%arg0, %89, %90) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %135 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %135 : tensor<f32>
    }) : (tensor<7x4xf32>, tensor<7x2x1xi32>, tensor<7x2x4xf32>) -> tensor<7x4xf32>
    %92 = stablehlo.slice %arg0 [0:2, 0:3] : (tensor<7x4xf32>) -> tensor<2x3xf32>
    %93 = stablehlo.slice %arg1 [0:1, 0:1] : (tensor<7x2xi32>) -> tensor<1x1xi32>
    %94 = stablehlo.reshape %93 : (tensor<1x1xi32>) -> tensor<i32>
    %95 = stablehlo.slice %arg1 [0:1, 1:2] : (tensor<7x2xi32>) -> tensor<1x1xi32>
    %96 = stablehlo.reshape %95 : (tensor<1x1xi32>) -> tensor<i32>
    %c_28 = stablehlo.constant dense<0> : tensor<i32>
    %97 = stablehlo.compare LT, %94, %c_28, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_29 = stablehlo.constant dense<7> : tensor<i32>
    %98 = stablehlo.add %94, %c_29 : tensor<i32>
    %99 = stablehlo.select %97, %98, %94 : tensor<i1>, tensor<i32>
    %c_30 = stablehlo.constant dense<0> : tensor<i32>
    %100 = stablehlo.compare LT, %96, %c_30, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_31 = stablehlo.constant dense<4> : tensor<i32>
    %101 = stablehlo.add %96, %c_31 : tensor<i32>
    %102 = stablehlo.select %100, %101, %96 : tensor<i1>, tensor<i32>
    %103 = stablehlo.dynamic_update_slice %arg0, %92, %99, %102 : (tensor<7x4xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<7x4xf32>
    %104 = stablehlo.slice %arg1 [0:1, 0:1] : (tensor<7x2xi32>) -> tensor<1x1xi32>
    %105 = stablehlo.reshape %104 : (tensor<1x1xi32>) -> tensor<i32>
    %106 = stablehlo.slice %arg1 [0:1, 1:2] : (tensor<7x2xi32>) -> tensor<1x1xi32>
    %107 = stablehlo.reshape %106 : (tensor<1x1xi32>) -> tensor<i32>
    %c_32 = stablehlo.constant dense<9> : tensor<i32>
    %108 = stablehlo.add %107, %c_32 : tensor<i32>
    %c_33 = stablehlo.constant dense<0> : tensor<i32>
    %109 = stablehlo.compare LT, %105, %c_33, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_34 = stablehlo.constant dense<2> : tensor<i32>
    %110 = stablehlo.add %105, %c_34 : tensor<i32>
    %111 = stablehlo.select %109, %110, %105 : tensor<i1>, tensor<i32>
    %c_35 = stablehlo.constant dense<0> : tensor<i32>
    %112 = stablehlo.compare LT, %108, %c_35, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_36 = stablehlo.constant dense<4> : tensor<i32>
    %113 = stablehlo.add %108, %c_36 : tensor<i32>
    %114 = stablehlo.select %112, %113, %108 : tensor<i1>, tensor<i32>
    %c_37 = stablehlo.constant dense<0> : tensor<i32>
    %115 = stablehlo.dynamic_slice %arg2, %111, %114, %c_37, sizes = [1, 2, 3] : (tensor<2x4x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf32>
    %c_38 = stablehlo.constant dense<3> : tensor<i32>
    %116 = stablehlo.broadcast_in_dim %c_38, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %117 = stablehlo.add %arg1, %116 : tensor<7x2xi32>
    %c_39 = stablehlo.constant dense<0> : tensor<i32>
    %118 = stablehlo.broadcast_in_dim %c_39, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %119 = stablehlo.compare LT, %117, %118, SIGNED : (tensor<7x2xi32>, tensor<7x2xi32>) -> tensor<7x2xi1>
    %c_40 = stablehlo.constant dense<7> : tensor<i32>
    %120 = stablehlo.broadcast_in_dim %c_40, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %121 = stablehlo.add %117, %120 : tensor<7x2xi32>
    %122 = stablehlo.select %119, %121, %117 : tensor<7x2xi1>, tensor<7x2xi32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1] : (tensor<7x2xi32>) -> tensor<7x2x1xi32>
    %c_41 = stablehlo.constant dense<6> : tensor<1xi32>
    %c_42 = stablehlo.constant dense<0> : tensor<i32>
    %124 = stablehlo.broadcast_in_dim %c_42, dims = [] : (tensor<i32>) -> tensor<7x2x1xi32>
    %125 = stablehlo.compare GE, %123, %124, SIGNED : (tensor<7x2x1xi32>, tensor<7x2x1xi32>) -> tensor<7x2x1xi1>
    %126 = stablehlo.broadcast_in_dim %c_41, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %127 = stablehlo.broadcast_in_dim %126, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<7x2x1xi32>
    %128 = stablehlo.compare LE, %123, %127, SIGNED : (tensor<7x2x1xi32>, tensor<7x2x1xi32>) -> tensor<7x2x1xi1>
    %129 = stablehlo.and %125, %128 : tensor<7x2x1xi1>
    %c_43 = stablehlo.constant dense<true> : tensor<i1>
    %130 = stablehlo.reduce(%129 init: %c_43) applies stablehlo.and across dimensions = [2] : (tensor<7x2x1xi1>, tensor<i1>) -> tensor<7x2xi1>
    %131 = "stablehlo.gather"(%arg0, %123) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<7x4xf32>, tensor<7x2x1xi32>) -> tensor<7x2x4xf32>
    %132 = stablehlo.broadcast_in_dim %130, dims = [0, 1] : (tensor<7x2xi1>) -> tensor<7x2x4xi1>
    %cst_44 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<7x2x4xf32>
    %134 = stablehlo.select %132, %131, %133 : tensor<7x2x4xi1>, tensor<7x2x4xf32>
    return %6, %7, %20, %29, %31, %44, %58, %61, %71, %81, %91, %103, %115, %134 : tensor<7x2x4xf32>, tensor<7x7x2xf32>, tensor<2x2xf32>, tensor<7x2xf32>, tensor<7x2xf32>, tensor<7x4xf32>, tensor<7x4xf32>, tensor<7x4xf32>, tensor<7x4xf32>, tensor<7x4xf32>, tensor<7x4xf32>, tensor<7x4xf32>, tensor<1x2x3xf32>, tensor<7x2x4xf32>
  }
  func.func private @_take(%arg0: tensor<7x4xf32>, %arg1: tensor<7x2xi32>) -> tensor<7x7x2xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<7x2xi32>) -> tensor<7x2x1xi32>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 7, 1>}> : (tensor<7x4xf32>, tensor<7x2x1xi32>) -> tensor<7x7x2xf32>
    return %1 : tensor<7x7x2xf32>
  }
  func.func private @remainder(%arg0: tensor<7x2xi32>, %arg1: tensor<i32>) -> tensor<7x2xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<7x2xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<7x2xi32>, tensor<7x2xi32>) -> tensor<7x2xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<7x2xi32>, tensor<7x2xi32>) -> tensor<7x2xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<7x2xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<7x2xi1>, tensor<7x2xi1>) -> tensor<7x2xi1>
    %12 = stablehlo.and %11, %6 : tensor<7x2xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %14 = stablehlo.add %4, %13 : tensor<7x2xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<7x2xi1>, tensor<7x2xi32>
    return %15 : tensor<7x2xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @take_along_axis(%arg0: tensor<7x4xf32>, %arg1: tensor<7x2xi32>) -> tensor<7x2xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<7x2xi32>, tensor<7x2xi32>) -> tensor<7x2xi1>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<7x2xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<7x2xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<7x2xi1>, tensor<7x2xi32>
    %5 = stablehlo.reshape %4 : (tensor<7x2xi32>) -> tensor<7x2x1xi32>
    %c_1 = stablehlo.constant dense<3> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<7x2x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<7x2x1xi32>, tensor<7x2x1xi32>) -> tensor<7x2x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<7x2x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<7x2x1xi32>, tensor<7x2x1xi32>) -> tensor<7x2x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<7x2x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<7x2x1xi1>, tensor<i1>) -> tensor<7x2xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<7x4xf32>, tensor<7x2x1xi32>) -> tensor<7x2xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<7x2xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<7x2xi1>, tensor<7x2xf32>
    return %15 : tensor<7x2xf32>
  }
}
