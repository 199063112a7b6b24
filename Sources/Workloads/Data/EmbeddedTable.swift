/// The tables that ship with the program, one string literal each, written by
/// `scripts/embed-data.py`. They are read where they lie in the binary, never copied.
enum EmbeddedTable {}
