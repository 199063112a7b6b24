// SwiftPM asks for a source file in a target of C.
