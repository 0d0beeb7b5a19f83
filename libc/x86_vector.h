/* x86_vector.h: intrinsics of x86-64 as functions: shared declarations.
 *
 * clang compiles most _mm_... functions to ordinary operations. The others are calls of llvm.x86.*.
 * For example, a call of llvm.x86.sse2.psad.bw runs __drift_x86_sse2_psad_bw, which is written in
 * C. Its parameters have the intrinsic's own types, so that they are in the same registers.
 * Instructions that approximate (rcp, rsqrt) or need the state of the processor (mxcsr) are not
 * implemented: the run ends with a message that names the instruction.
 */
#ifndef DRIFT_LIBC_X86_VECTOR_H
#define DRIFT_LIBC_X86_VECTOR_H

#include <stdint.h>

#define VECTOR(type, name, bytes) typedef type name __attribute__((vector_size(bytes)))
VECTOR(int8_t, i8x16, 16);
VECTOR(int16_t, i16x8, 16);
VECTOR(int32_t, i32x4, 16);
VECTOR(int64_t, i64x2, 16);
VECTOR(float, f32x4, 16);
VECTOR(double, f64x2, 16);
VECTOR(int8_t, i8x32, 32);
VECTOR(int16_t, i16x16, 32);
VECTOR(int32_t, i32x8, 32);
VECTOR(int64_t, i64x4, 32);
VECTOR(float, f32x8, 32);
VECTOR(double, f64x4, 32);

#define X86(name) __drift_x86_##name
/* Elements of the vector v. */
#define ELEMENTS(type, name, v) type *name = (type *)&(v)
#define EACH(i, n) for (unsigned i = 0; i < (n); i++)

static inline int32_t clamp(int32_t v, int32_t least, int32_t most)
{
	return v < least ? least : v > most ? most : v;
}

#endif
