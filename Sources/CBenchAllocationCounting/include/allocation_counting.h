#pragma once

// A program that links this target can count heap allocations with the functions of `allocations.h`. Linking the target
// is enough, because the counter registers itself: with glibc by replacing the allocator of the whole program, and on
// Apple's systems by installing an allocation logger. Therefore libraries must not link this target.

// The sanitizers replace the allocator themselves, so nothing is counted in their builds.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LAYOUTBENCH_SANITIZED 1
#endif
#endif
