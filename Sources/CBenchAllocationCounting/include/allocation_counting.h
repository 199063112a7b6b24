#pragma once

// A program that links this target can count heap allocations with the functions in `CBenchMeasuring.h`. Linking is all
// it takes, because the counter registers itself. With glibc, it replaces the whole program's allocator; on Apple
// platforms, it installs an allocation logger. For this reason, libraries must not link this target.

// Sanitizers replace the allocator themselves, so sanitizer builds count nothing.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LAYOUTBENCH_SANITIZED 1
#endif
#endif
