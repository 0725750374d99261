// SPDX-License-Identifier: Apache-2.0
// Trains a sample through the C interface of libngraph.so, from Rust: three calls, whose losses must
// fall, and an error with its fields. Argument: the sample's file.
use std::ffi::{c_char, c_int, c_void, CStr, CString};
use std::ptr::{null, null_mut};

#[repr(C)]
struct TensorInfo {
    size: usize,
    name: *const c_char,
    dtype: c_int,
    rank: c_int,
    axes: *const *const c_char,
    lengths: *const i64,
    bytes: usize,
}

#[repr(C)]
struct Error {
    size: usize,
    code: c_int,
    texts: [*const c_char; 5], // what, where, found, expected, action
}

type Handle = *mut c_void;

#[link(name = "ngraph")]
extern "C" {
    fn ngraph_require_version(version: u32) -> c_int;
    fn ngraph_last_error(error: *mut Error) -> c_int;
    fn ngraph_release(handle: Handle) -> c_int;
    fn ngraph_transformer_open(name: *const c_char, transformer: *mut Handle) -> c_int;
    fn ngraph_document_load(path: *const c_char, axes: *const *const c_char, lengths: *const i64,
                            count: usize, document: *mut Handle) -> c_int;
    fn ngraph_compile(transformer: Handle, document: Handle, name: *const c_char,
                      options: *const c_void, computation: *mut Handle) -> c_int;
    fn ngraph_input_count(computation: Handle, count: *mut usize) -> c_int;
    fn ngraph_input_describe(computation: Handle, i: usize, info: *mut TensorInfo) -> c_int;
    fn ngraph_result_count(computation: Handle, count: *mut usize) -> c_int;
    fn ngraph_result_describe(computation: Handle, i: usize, info: *mut TensorInfo) -> c_int;
    fn ngraph_call(computation: Handle, inputs: *const *const c_void, input_bytes: *const usize,
                   input_count: usize, results: *const *mut c_void, result_bytes: *const usize,
                   result_count: usize, done: *const c_void, user: *mut c_void) -> c_int;
}

type Count = unsafe extern "C" fn(Handle, *mut usize) -> c_int;
type Describe = unsafe extern "C" fn(Handle, usize, *mut TensorInfo) -> c_int;

fn text(name: &str) -> CString {
    CString::new(name).unwrap()
}

fn last_error() -> String {
    let mut error = Error { size: std::mem::size_of::<Error>(), code: 0, texts: [null(); 5] };
    unsafe {
        assert_eq!(ngraph_last_error(&mut error), 0);
        CStr::from_ptr(error.texts[0]).to_string_lossy().into_owned()
    }
}

fn check(code: c_int) {
    assert_eq!(code, 0, "{}", last_error());
}

// Float arrays of the sizes that the computation describes, all of them float32.
unsafe fn arrays(computation: Handle, count: Count, describe: Describe) -> Vec<Vec<f32>> {
    let mut length = 0;
    check(count(computation, &mut length));
    (0..length)
        .map(|i| {
            let mut info: TensorInfo = std::mem::zeroed();
            info.size = std::mem::size_of::<TensorInfo>();
            check(describe(computation, i, &mut info));
            (0..info.bytes / 4).map(|k| ((7 * k + 3) % 11) as f32 / 20.0).collect()
        })
        .collect()
}

fn sizes(arrays: &[Vec<f32>]) -> Vec<usize> {
    arrays.iter().map(|array| 4 * array.len()).collect()
}

fn main() {
    let sample = text(&std::env::args().nth(1).expect("the file of a sample"));
    let (mut document, mut transformer, mut computation) = (null_mut(), null_mut(), null_mut());
    unsafe {
        check(ngraph_require_version(1));
        check(ngraph_document_load(sample.as_ptr(), null(), null(), 0, &mut document));
        check(ngraph_transformer_open(text("cpu").as_ptr(), &mut transformer));
        check(ngraph_compile(transformer, document, text("update").as_ptr(), null(),
                             &mut computation));
        let inputs = arrays(computation, ngraph_input_count, ngraph_input_describe);
        let mut results = arrays(computation, ngraph_result_count, ngraph_result_describe);
        let given: Vec<_> = inputs.iter().map(|array| array.as_ptr() as *const c_void).collect();
        let mut losses = Vec::new();
        for _ in 0..3 {
            let made: Vec<_> =
                results.iter_mut().map(|array| array.as_mut_ptr() as *mut c_void).collect();
            check(ngraph_call(computation, given.as_ptr(), sizes(&inputs).as_ptr(), given.len(),
                              made.as_ptr(), sizes(&results).as_ptr(), made.len(), null(),
                              null_mut()));
            losses.push(results[0][0]);
        }
        assert!(losses[0] > losses[1] && losses[1] > losses[2] && losses[2] > 0.0, "{losses:?}");
        for handle in [computation, transformer, document] {
            check(ngraph_release(handle));
        }
        assert_eq!(ngraph_release(document), 100);
        assert!(last_error().contains("released"));
        println!("losses {losses:?}");
    }
}
