//! Row heights, stored in chunks so that rows can be inserted. Each chunk stores the sum of its heights. Lengths are in
//! 1/64 pt.
use std::slice;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

const FULL: usize = 512;
static ALIVE: AtomicI64 = AtomicI64::new(0);

struct Chunk { heights: Vec<i32>, sum: i64 }

pub struct Tree { chunks: Vec<Chunk> }

impl Tree {
    /// Splits rows into chunks. Rows that fit into one chunk stay together, so that single inserts do not create
    /// many short chunks.
    fn chunked(heights: &[i32]) -> Vec<Chunk> {
        let length = if heights.len() > FULL { FULL / 2 } else { FULL };
        let sum = |rows: &[i32]| rows.iter().map(|&height| height as i64).sum();
        heights.chunks(length).map(|rows| Chunk { heights: rows.to_vec(), sum: sum(rows) }).collect()
    }

    /// The index of the chunk that contains a row, the index of the row in that chunk, and the offset of the chunk.
    fn find(&self, mut row: usize) -> (usize, usize, i64) {
        let mut top = 0;
        for (index, chunk) in self.chunks.iter().enumerate() {
            if row < chunk.heights.len() { return (index, row, top) }
            row -= chunk.heights.len();
            top += chunk.sum;
        }
        (self.chunks.len(), 0, top)
    }
}

#[no_mangle]
pub unsafe extern "C" fn tree_create(heights: *const i32, count: i64) -> *mut Tree {
    ALIVE.fetch_add(1, Relaxed);
    Box::into_raw(Box::new(Tree { chunks: Tree::chunked(slice::from_raw_parts(heights, count as usize)) }))
}
#[no_mangle]
pub unsafe extern "C" fn tree_destroy(tree: *mut Tree) {
    ALIVE.fetch_sub(1, Relaxed);
    drop(Box::from_raw(tree));
}
#[no_mangle]
pub extern "C" fn tree_alive() -> i64 { ALIVE.load(Relaxed) }
#[no_mangle]
pub extern "C" fn tree_offset(tree: &Tree, row: i64) -> i64 {
    let (chunk, place, top) = tree.find(row as usize);
    let above = tree.chunks.get(chunk).map_or(&[][..], |chunk| &chunk.heights[..place]);
    top + above.iter().map(|&height| height as i64).sum::<i64>()
}
#[no_mangle]
pub extern "C" fn tree_row(tree: &Tree, offset: i64) -> i64 {
    let (mut row, mut bottom) = (0, 0);
    for chunk in &tree.chunks {
        if bottom + chunk.sum <= offset { bottom += chunk.sum; row += chunk.heights.len(); continue }
        for height in &chunk.heights {
            bottom += *height as i64;
            // The comparison is >, so an offset at the top edge of a row belongs to that row, and
            // rows of height 0 are skipped.
            if bottom > offset { return row as i64 }
            row += 1;
        }
    }
    (row as i64 - 1).max(0)
}
#[no_mangle]
pub extern "C" fn tree_set(tree: &mut Tree, row: i64, height: i32) {
    let (chunk, place, _) = tree.find(row as usize);
    let chunk = &mut tree.chunks[chunk];
    chunk.sum += (height - chunk.heights[place]) as i64;
    chunk.heights[place] = height;
}
/// Replaces `count` rows, the first of which is `row`, with `added` new rows.
#[no_mangle]
pub unsafe extern "C" fn tree_replace(tree: &mut Tree, row: i64, count: i64, heights: *const i32, added: i64) {
    let (first, place, _) = tree.find(row as usize);
    let (last, end, _) = tree.find((row + count) as usize);
    let mut rows = tree.chunks.get(first).map_or(vec![], |chunk| chunk.heights[..place].to_vec());
    rows.extend_from_slice(slice::from_raw_parts(heights, added as usize));
    if let Some(chunk) = tree.chunks.get(last) { rows.extend_from_slice(&chunk.heights[end..]) }
    let after = tree.chunks.len().min(last + 1);
    tree.chunks.splice(first..after, Tree::chunked(&rows));
}
