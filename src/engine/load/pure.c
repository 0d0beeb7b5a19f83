/* pure.c: the table of functions of the host without side effects. */
#include "engine/load/pure.h"

typedef struct PureSpec {
	const char *name;
	const char *signature;
	bool families; /* also NAMEf and NAMEl, with d replaced by f and D */
} PureSpec;

static const PureSpec table[] = {
	{"acos", "d:d", true},
	{"acosh", "d:d", true},
	{"asin", "d:d", true},
	{"asinh", "d:d", true},
	{"atan", "d:d", true},
	{"atanh", "d:d", true},
	{"cbrt", "d:d", true},
	{"ceil", "d:d", true},
	{"cos", "d:d", true},
	{"cosh", "d:d", true},
	{"erf", "d:d", true},
	{"erfc", "d:d", true},
	{"exp", "d:d", true},
	{"exp2", "d:d", true},
	{"exp10", "d:d", true},
	{"expm1", "d:d", true},
	{"fabs", "d:d", true},
	{"floor", "d:d", true},
	{"gamma", "d:d", true},
	{"j0", "d:d", true},
	{"j1", "d:d", true},
	{"lgamma", "d:d", true},
	{"log", "d:d", true},
	{"log10", "d:d", true},
	{"log1p", "d:d", true},
	{"log2", "d:d", true},
	{"logb", "d:d", true},
	{"nearbyint", "d:d", true},
	{"rint", "d:d", true},
	{"round", "d:d", true},
	{"roundeven", "d:d", true},
	{"significand", "d:d", true},
	{"sin", "d:d", true},
	{"sinh", "d:d", true},
	{"sqrt", "d:d", true},
	{"tan", "d:d", true},
	{"tanh", "d:d", true},
	{"tgamma", "d:d", true},
	{"trunc", "d:d", true},
	{"y0", "d:d", true},
	{"y1", "d:d", true},
	{"pow10", "d:d", true},
	{"atan2", "d:dd", true},
	{"copysign", "d:dd", true},
	{"drem", "d:dd", true},
	{"fdim", "d:dd", true},
	{"fmax", "d:dd", true},
	{"fmin", "d:dd", true},
	{"fmod", "d:dd", true},
	{"hypot", "d:dd", true},
	{"nextafter", "d:dd", true},
	{"pow", "d:dd", true},
	{"remainder", "d:dd", true},
	{"scalb", "d:dd", true},
	{"fma", "d:ddd", true},
	{"ldexp", "d:di", true},
	{"scalbn", "d:di", true},
	{"scalbln", "d:dl", true},
	{"jn", "d:id", true},
	{"yn", "d:id", true},
	{"frexp", "d:d4", true},
	{"lgamma_r", "d:d4", true},
	{"remquo", "d:dd4", true},
	{"ilogb", "i:d", true},
	{"lrint", "l:d", true},
	{"lround", "l:d", true},
	{"llrint", "l:d", true},
	{"llround", "l:d", true},
	{"finite", "i:d", true},
	{"isinf", "i:d", true},
	{"isnan", "i:d", true},
	{"llogb", "l:d", true},
	{"nexttoward", "d:dD", false},
	{"nexttowardf", "f:fD", false},
	{"nexttowardl", "D:DD", false},
	{"modf", "d:d8", false},
	{"modff", "f:f4", false},
	{"modfl", "D:D0", false},
	{"sincos", "v:d88", false},
	{"sincosf", "v:f44", false},
	{"sincosl", "v:D00", false},
	{"nan", "d:s", false},
	{"nanf", "f:s", false},
	{"nanl", "D:s", false},
	{"__fpclassify", "i:d", false},
	{"__fpclassifyf", "i:f", false},
	{"__fpclassifyl", "i:D", false},
	{"__signbit", "i:d", false},
	{"__signbitf", "i:f", false},
	{"__signbitl", "i:D", false},
	{"__finite", "i:d", false},
	{"__finitef", "i:f", false},
	{"__finitel", "i:D", false},
	{"__isnan", "i:d", false},
	{"__isnanf", "i:f", false},
	{"__isnanl", "i:D", false},
	{"__isinf", "i:d", false},
	{"__isinff", "i:f", false},
	{"__isinfl", "i:D", false},
	{"__iseqsig", "i:dd", false},
	{"__issignaling", "i:d", false},
	{"cabs", "d:z", false},
	{"carg", "d:z", false},
	{"creal", "d:z", false},
	{"cimag", "d:z", false},
	{"cabsf", "f:Z", false},
	{"cargf", "f:Z", false},
	{"crealf", "f:Z", false},
	{"cimagf", "f:Z", false},
	{"cacos", "z:z", true},
	{"cacosh", "z:z", true},
	{"casin", "z:z", true},
	{"casinh", "z:z", true},
	{"catan", "z:z", true},
	{"catanh", "z:z", true},
	{"ccos", "z:z", true},
	{"ccosh", "z:z", true},
	{"cexp", "z:z", true},
	{"clog", "z:z", true},
	{"clog10", "z:z", true},
	{"conj", "z:z", true},
	{"cpow", "z:zz", true},
	{"cproj", "z:z", true},
	{"csin", "z:z", true},
	{"csinh", "z:z", true},
	{"csqrt", "z:z", true},
	{"ctan", "z:z", true},
	{"ctanh", "z:z", true},
};

bool pure_signature(const char *name, char out[PURE_SIGNATURE])
{
	size_t n = strlen(name);
	for (size_t i = 0; i < countof(table); i++) {
		const PureSpec *s = &table[i];
		size_t len = strlen(s->name);
		if (strncmp(s->name, name, len) || n > len + 1)
			continue;
		bool is_complex = s->signature[0] == 'z';
		char kind = n == len ? 'd' : name[len] == 'f' ? 'f' : name[len] == 'l' ? 'D' : 0;
		if (!kind || (n > len && !s->families) || (is_complex && kind == 'D'))
			continue;
		strcpy(out, s->signature);
		for (char *p = out; *p; p++)
			if (*p == 'd')
				*p = kind;
			else if (*p == 'z' && kind == 'f')
				*p = 'Z';
		return true;
	}
	return false;
}
