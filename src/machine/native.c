/* native.c: functions of the host that may be called: a table of side-effect-free ones.
 *
 * A signature is the result's letter, a colon, the arguments' letters:
 *   i 32-bit integer   l 64-bit integer   d double   f float   D long double   s string, read only
 *   4 8 0  pointer to 4, 8 or 16 bytes that the function fills (0 = long double)
 * Pointers are never the subject's own: the bytes are copied in and out, after a check.
 */
#include "machine/machine_impl.h"

#include <dlfcn.h>
#include <ffi.h>

enum { MAX_NATIVE_ARGS = 8 };

typedef struct NativeSpec {
	const char *name;
	const char *signature;
	bool families; /* also NAMEf and NAMEl, with d replaced by f and D */
} NativeSpec;

static const NativeSpec table[] = {
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
	{"fegetround", "i:", false},
	{"feclearexcept", "i:i", false},
	{"fetestexcept", "i:i", false},
	{"feraiseexcept", "i:i", false},
};

struct Native {
	void (*entry)(void);
	ffi_cif cif;
	char signature[MAX_NATIVE_ARGS + 3];
	ffi_type *types[MAX_NATIVE_ARGS];
	const char *name;
};

static ffi_type *ffi_of(char letter)
{
	switch (letter) {
	case 'v': return &ffi_type_void;
	case 'i': return &ffi_type_sint32;
	case 'l': return &ffi_type_sint64;
	case 'd': return &ffi_type_double;
	case 'f': return &ffi_type_float;
	case 'D': return &ffi_type_longdouble;
	default: return &ffi_type_pointer;
	}
}

/* The signature the table gives, with the letters of the family member asked for. */
static bool table_signature(const char *name, char *out)
{
	size_t n = strlen(name);
	for (size_t i = 0; i < countof(table); i++) {
		const NativeSpec *s = &table[i];
		size_t len = strlen(s->name);
		if (strncmp(s->name, name, len) || n > len + 1)
			continue;
		char kind = n == len ? 'd' : name[len] == 'f' ? 'f' : name[len] == 'l' ? 'D' : 0;
		if (!kind || (n > len && !s->families))
			continue;
		strcpy(out, s->signature);
		for (char *p = out; *p; p++)
			if (*p == 'd')
				*p = kind;
		return true;
	}
	return false;
}

/* A function the user vouches for: its own type says how to pass things; pointers pass as they are.
 */
static bool declared_signature(const Function *f, char *out)
{
	if (f->n_params > MAX_NATIVE_ARGS || f->n_results > 1)
		return false;
	*out++ = f->n_results ? 'l' : 'v';
	if (f->n_results && type_is_float(f->results[0]))
		out[-1] = f->results[0] == TYPE_F64 ? 'd' : f->results[0] == TYPE_F32 ? 'f' : 'D';
	*out++ = ':';
	for (u32 i = 0; i < f->n_params; i++) {
		Type t = f->params[i];
		*out++ = t == TYPE_F64   ? 'd'
				 : t == TYPE_F32 ? 'f'
				 : t == TYPE_F80 ? 'D'
				 : t == TYPE_PTR ? 's'
								 : 'l';
	}
	*out = 0;
	return true;
}

struct Native *native_find(Machine *m, const Function *f)
{
	char signature[MAX_NATIVE_ARGS + 3];
	bool vouched = strmap_get(&m->allowed, f->name, NULL);
	if (!table_signature(f->name, signature) && !(vouched && declared_signature(f, signature)))
		return NULL;
	void *entry = dlsym(RTLD_DEFAULT, f->name);
	if (!entry)
		return NULL;
	struct Native *n = xcalloc(1, sizeof *n);
	memcpy(&n->entry, &entry, sizeof entry);
	n->name = f->name;
	strcpy(n->signature, signature);
	u32 count = (u32)strlen(signature) - 2;
	for (u32 i = 0; i < count; i++)
		n->types[i] = ffi_of(signature[2 + i]);
	if (ffi_prep_cif(&n->cif, FFI_DEFAULT_ABI, count, ffi_of(signature[0]), n->types) != FFI_OK) {
		free(n);
		return NULL;
	}
	return n;
}

void native_free(struct Native *n)
{
	free(n);
}

/* Room for one argument or what it points to. */
typedef union Cell {
	i32 i;
	i64 l;
	double d;
	float f;
	long double D;
	u8 bytes[16];
	void *p;
} Cell;

static u32 out_size(char letter)
{
	return letter == '4' ? 4 : letter == '8' ? 8 : letter == '0' ? 16 : 0;
}

static Value from_cell(char letter, const Cell *c)
{
	Value v = {0};
	switch (letter) {
	case 'i': v.lo = (u32)c->i; break;
	case 'D':
		memcpy(&v.lo, c->bytes, 8);
		memcpy(&v.hi, c->bytes + 8, 2);
		break;
	case 'f': memcpy(&v.lo, c->bytes, 4); break;
	default: memcpy(&v.lo, c->bytes, 8); break;
	}
	return v;
}

CallStatus native_call(Machine *m, struct Native *n, const Function *f)
{
	Cell cells[MAX_NATIVE_ARGS], targets[MAX_NATIVE_ARGS], result = {0};
	Buf texts[MAX_NATIVE_ARGS] = {0};
	void *pointers[MAX_NATIVE_ARGS];
	u32 count = (u32)strlen(n->signature) - 2;
	Tag tag = 0;
	bool ok = true;
	memset(targets, 0, sizeof targets);
	for (u32 i = 0; i < count && ok; i++) {
		char letter = n->signature[2 + i];
		Value v = i < m->site.n ? m->site.args[i] : (Value){0};
		tag = tag_join(m, tag, v.tag);
		pointers[i] = &cells[i];
		memset(&cells[i], 0, sizeof cells[i]);
		if (letter == 's') {
			ok = access_text(m, v.lo, &texts[i]);
			cells[i].p = (void *)(uintptr_t)buf_str(&texts[i]);
		} else if (out_size(letter)) {
			ok = access_check(m, v.lo, out_size(letter) == 16 ? 10 : out_size(letter), true);
			cells[i].p = &targets[i];
		} else {
			memcpy(cells[i].bytes, &v.lo, 8);
			memcpy(cells[i].bytes + 8, &v.hi, 8);
		}
	}
	if (ok) {
		add_note(m, "native", subject_loc(m, NULL), "%s was called natively", n->name);
		ffi_call(&n->cif, n->entry, &result, pointers);
	}
	for (u32 i = 0; i < count && ok; i++) {
		u32 size = out_size(n->signature[2 + i]);
		if (size)
			ok =
				access_write(m, m->site.args[i].lo, targets[i].bytes, NULL, size == 16 ? 10 : size);
	}
	for (u32 i = 0; i < count; i++)
		buf_free(&texts[i]);
	if (!ok)
		return CALL_ENDED;
	(void)f;
	m->results[0] = from_cell(n->signature[0], &result);
	m->results[0].tag = tag;
	m->n_results = n->signature[0] == 'v' ? 0 : 1;
	return CALL_DONE;
}
