// ASSAY_VECTOR_UNITS before a function: compiled for several generations of processors, the best
// chosen at run time.
//
// Only loops without sums of real numbers across lanes profit, and all give the same bits: nothing
// is reordered and -ffp-contract=off keeps multiplications and additions apart.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(ASSAY_SANITIZED)
#define ASSAY_VECTOR_UNITS \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ASSAY_VECTOR_UNITS
#endif

// For the bodies of such functions, written once for float and double.
#define ASSAY_INLINE __attribute__((always_inline)) inline
