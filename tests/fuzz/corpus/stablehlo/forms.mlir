// Forms that JAX rarely writes.
#alias = #stablehlo<precision HIGHEST>
#loc1 = loc("forms.py":3:1)
module @forms attributes {mhlo.num_partitions = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<2x3xf32> {mhlo.sharding = "{replicated}"} loc("p['w']"), %arg1: tensor<?x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "[0]"}, tensor<i32>, tensor<3xf32>) {
    %0 = stablehlo.constant dense_resource<big> : tensor<2x3xf32>
    %cst = stablehlo.constant dense<"0x0000803F"> : tensor<2x3xf32>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> loc(fused<"x">["a", #loc1])
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %3 = stablehlo.tuple %2, %cst : tuple<tensor<2x3xf32>, tensor<2x3xf32>>
    %4 = stablehlo.get_tuple_element %3[1] : (tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32>
    %5:2 = stablehlo.optimization_barrier %4, %2 : tensor<2x3xf32>, tensor<2x3xf32>
    %6 = stablehlo.composite "my.op" %5#0, %5#1 {composite_attributes = {a = 1 : i32}, decomposition = @own} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> loc(callsite("f"(#loc1) at "g.py":1:2))
    %c = stablehlo.constant dense<[1, 0]> : tensor<2xui8>
    %7 = stablehlo.convert %c : (tensor<2xui8>) -> tensor<2xi1>
    %8 = stablehlo.reduce_precision %6, format = e5m10 : tensor<2x3xf32>
    %9 = stablehlo.dot_general %8, %arg0, contracting_dims = [1] x [1], precision = [#alias, DEFAULT] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
    %11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %10 = "stablehlo.pad"(%9, %11) {edge_padding_high = array<i64: 0, 1>, edge_padding_low = dense<0> : tensor<2xi64>, interior_padding = dense<[0, 0]> : tensor<2xi64>} : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x3xf32>
    %12 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
    %14 = stablehlo.constant dense<true> : tensor<i1>
    %13 = "stablehlo.if"(%14) ({
      stablehlo.return %10 : tensor<2x3xf32>
    }, {
      %15 = stablehlo.unknown %10, level = 3 : tensor<2x3xf32>
      stablehlo.return %15 : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    %16 = stablehlo.reduce(%arg1 init: %11) applies stablehlo.maximum across dimensions = [0] : (tensor<?x3xf32>, tensor<f32>) -> tensor<3xf32>
    return %13, %12, %16 : tensor<2x3xf32>, tensor<i32>, tensor<3xf32>
  }
  func.func private @own(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<2x3xf32>
    func.return %0 : tensor<2x3xf32>
  }
}
{-#
  dialect_resources: {
    builtin: {
      big: "0x040000000000803F0000004000004040000080400000A0400000C040"
    }
  }
#-}
