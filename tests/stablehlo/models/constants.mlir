module @jit_constants attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x4xf32>) -> (tensor<2x40xf32> {jax.result_info = "result[0]"}, tensor<4x12xf32> {jax.result_info = "result[1]"}, tensor<100xi32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<"0x193D213A2DF5183ECC5B0CBED4FDE3BE9CCA68BE8CDCFDBE2359F63C2C8C2B3F7E027CBE71D79EBE94CC7A3EE5B9363E6DE3573D2733EEBE85A16FBC64FFB13E390F2CBF9D4C6ABE445B73BF930F25BFF9BD6BBFBBBBF0BDB03B22BF29E30A3E5B83A03DD36ABFBD9712A1BFC7E789BEEDA8C6BC8B0E683D7DDB43BF149C74BE3A80FABEF50FCFBE87CB073F98BACEBE7B3585BC6067E23ED76695BEFEC364BD063B623D05A0023DA1CE1CBF69EF1B3DEDED2D3FD60846BF8100DC3EE26F743D6737A4BED306803F7423C33E4C8219BFF79B183DEEA1933E1A50C1BD35D3AE3E3C3A08BDBCD0AA3E8221383F34F8ACBE9103D03DA7366DBEA752823DFEF517BF1C4D94BE99E7C8BD6415E63EA296123F5C6929BFAF6DCBBE769BA53E9D077FBF9A246DBE5E3E47BDDEE5203FC67CB03E848827BEFBB53CBE9D1900BE0303433F16265BBEFF7B1BBE8E86343E7F5677BDE004CABDC1990EBF8AC4BCBB141D63BEAD43153FCF30A73ED4C845BC051BAB3E62032EBE14AC063FCCEE30BB8C58953EFD3B25BF0C80313E131758BFD44282BF65E41BBEA861E6BE75FDA73D18AA8F3FCFEBD4BEC4BA9FBE6955D23D3D6C7C3ECBA3B4BD67DFD2BD9DD4B33EAB18853E7D4F04BFD12922BDF188903C5AF906BFA109053E09A3DBBE5DD9F83E2F5FC53D52E6363DA24D97BEB5E972BD27B67FBFF6D110BF23C6393E713A88BF56BBD83E17805FBF9DB9C13E7E72D8BEF66BC73E1318863D02B744BF1BE41F3FDC89383FB9C406BDC13E0CBE2AB4A3BD95A3F9BE7E9E0C3FF7FA8ABE0AADD1BC7915CBBE5446A0BE7F8C23BFA6E7203F22C99DBDA446F73E694FDA3B6EC4B1BE4A4327BE4D6B8FBEE266823BFA2240BE578F19BE237530BF748DCEBE28B8533FF1D5ABBE"> : tensor<4x40xf32>
    %c = stablehlo.constant dense<[[true, false, false, false, false, true, false, false, false, false, true, false], [false, false, false, true, false, false, false, false, true, false, false, false], [false, true, false, false, false, false, true, false, false, false, false, true], [false, false, false, false, true, false, false, false, false, true, false, false]]> : tensor<4x12xi1>
    %c_0 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99]> : tensor<100xi32>
    %0 = stablehlo.dot_general %arg0, %cst, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x40xf32>) -> tensor<2x40xf32>
    %1 = stablehlo.slice %arg0 [0:1, 0:1] : (tensor<2x4xf32>) -> tensor<1x1xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x1xf32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %3 = call @_where(%c, %2, %cst_1) : (tensor<4x12xi1>, tensor<f32>, tensor<f32>) -> tensor<4x12xf32>
    %4 = stablehlo.slice %arg0 [0:1, 0:1] : (tensor<2x4xf32>) -> tensor<1x1xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x1xf32>) -> tensor<f32>
    %6 = stablehlo.convert %5 : (tensor<f32>) -> tensor<i32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i32>) -> tensor<100xi32>
    %8 = stablehlo.add %c_0, %7 : tensor<100xi32>
    return %0, %3, %8 : tensor<2x40xf32>, tensor<4x12xf32>, tensor<100xi32>
  }
  func.func private @_where(%arg0: tensor<4x12xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<4x12xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4x12xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x12xf32>
    %3 = stablehlo.select %arg0, %1, %2 : tensor<4x12xi1>, tensor<4x12xf32>
    return %3 : tensor<4x12xf32>
  }
}
