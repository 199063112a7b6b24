#pragma once

#include <stddef.h>

/// Calls `function` with the stack pointer moved by `bytes`, rounded to the platform's alignment.
void layoutbench_call_deeper(size_t bytes, void (*function)(void *), void *context);
