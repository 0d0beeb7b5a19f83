/* int-widths.c: sizes, limits and wrap-around of every integer type. */
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#define SHOW_S(T, lo, hi)                                                             \
	do {                                                                              \
		volatile T low = lo, high = hi;                                               \
		printf("%-12s %zu %" PRIdMAX " %" PRIdMAX "\n", #T, sizeof(T), (intmax_t)low, \
			   (intmax_t)high);                                                       \
	} while (0)
#define SHOW_U(T, hi)                                                                      \
	do {                                                                                   \
		volatile T high = hi;                                                              \
		T wrapped = (T)(high + 1u);                                                        \
		T below = (T)(wrapped - 1u);                                                       \
		printf("%-12s %zu %" PRIuMAX " %" PRIuMAX " %d\n", #T, sizeof(T), (uintmax_t)high, \
			   (uintmax_t)wrapped, below == high);                                         \
	} while (0)

typedef signed char schar;
typedef unsigned char uchar;
typedef unsigned short ushort_t;
typedef unsigned int uint_t;
typedef unsigned long ulong_t;
typedef long long llong;
typedef unsigned long long ullong;

int main(void)
{
	SHOW_S(schar, SCHAR_MIN, SCHAR_MAX);
	SHOW_S(char, CHAR_MIN, CHAR_MAX);
	SHOW_S(short, SHRT_MIN, SHRT_MAX);
	SHOW_S(int, INT_MIN, INT_MAX);
	SHOW_S(long, LONG_MIN, LONG_MAX);
	SHOW_S(llong, LLONG_MIN, LLONG_MAX);
	SHOW_S(int8_t, INT8_MIN, INT8_MAX);
	SHOW_S(int16_t, INT16_MIN, INT16_MAX);
	SHOW_S(int_fast16_t, INT_FAST16_MIN, INT_FAST16_MAX);
	SHOW_S(ptrdiff_t, PTRDIFF_MIN, PTRDIFF_MAX);
	SHOW_S(wchar_t, WCHAR_MIN, WCHAR_MAX);
	SHOW_U(uchar, UCHAR_MAX);
	SHOW_U(ushort_t, USHRT_MAX);
	SHOW_U(uint_t, UINT_MAX);
	SHOW_U(ulong_t, ULONG_MAX);
	SHOW_U(ullong, ULLONG_MAX);
	SHOW_U(uint8_t, UINT8_MAX);
	SHOW_U(uint_least32_t, UINT_LEAST32_MAX);
	SHOW_U(size_t, SIZE_MAX);
	SHOW_U(uintptr_t, UINTPTR_MAX);
	return 0;
}
