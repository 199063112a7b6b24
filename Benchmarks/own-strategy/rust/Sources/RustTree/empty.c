// SwiftPM requires a source file in a C target.
