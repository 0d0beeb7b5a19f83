/* native.c: functions of the host that may be called: a table of side-effect-free ones.
 *
 * A signature is the result's letter, a colon, the arguments' letters:
 *   i 32-bit integer   l 64-bit integer   d double   f float   D long double   s string, read only
 *   z complex double: two arguments   Z complex float: two floats that travel as one double
 *   4 8 0  pointer to 4, 8 or 16 bytes that the function fills (0 = long double)
 * Pointers are never the subject's own: the bytes are copied in and out, after a check.
 */
#include "machine/sym.h"

#include <dlfcn.h>
#include <errno.h>
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
	bool vouched;          /* by the user alone: not in the table */
	u32 note;              /* where its latest note may be */
	ffi_type complex_type; /* two doubles; libffi fills in the size */
	ffi_type *complex_parts[3];
};

static ffi_type *ffi_of(struct Native *n, char letter)
{
	switch (letter) {
	case 'v': return &ffi_type_void;
	case 'i': return &ffi_type_sint32;
	case 'l': return &ffi_type_sint64;
	case 'd': return &ffi_type_double;
	case 'f': return &ffi_type_float;
	case 'D': return &ffi_type_longdouble;
	case 'Z': return &ffi_type_double;
	case 'z': return &n->complex_type;
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
	bool in_table = table_signature(f->name, signature);
	if (!in_table && !(vouched && declared_signature(f, signature)))
		return NULL;
	void *entry = dlsym(RTLD_DEFAULT, f->name);
	if (!entry)
		return NULL;
	struct Native *n = xcalloc(1, sizeof *n);
	memcpy(&n->entry, &entry, sizeof entry);
	n->name = f->name;
	n->vouched = !in_table;
	strcpy(n->signature, signature);
	n->complex_parts[0] = n->complex_parts[1] = &ffi_type_double;
	n->complex_type = (ffi_type){0, 0, FFI_TYPE_STRUCT, n->complex_parts};
	u32 count = (u32)strlen(signature) - 2;
	for (u32 i = 0; i < count; i++)
		n->types[i] = ffi_of(n, signature[2 + i]);
	if (ffi_prep_cif(&n->cif, FFI_DEFAULT_ABI, count, ffi_of(n, signature[0]), n->types) !=
		FFI_OK) {
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

/* Results in registers; a complex number is two. */
static void give_result(Machine *m, char letter, const Cell *c, Tag tag)
{
	Value v[2] = {{0}, {0}};
	u32 n = 1;
	switch (letter) {
	case 'v': n = 0; break;
	case 'i': v[0].lo = (u32)c->i; break;
	case 'D':
		memcpy(&v[0].lo, c->bytes, 8);
		memcpy(&v[0].hi, c->bytes + 8, 2);
		break;
	case 'f': memcpy(&v[0].lo, c->bytes, 4); break;
	case 'z':
		memcpy(&v[0].lo, c->bytes, 8);
		memcpy(&v[1].lo, c->bytes + 8, 8);
		n = 2;
		break;
	case 'Z':
		memcpy(&v[0].lo, c->bytes, 4);
		memcpy(&v[1].lo, c->bytes + 4, 4);
		n = 2;
		break;
	default: memcpy(&v[0].lo, c->bytes, 8); break;
	}
	m->n_results = n;
	for (u32 i = 0; i < n; i++) {
		m->results[i] = v[i];
		m->results[i].tag = tag;
	}
}

/* A call being prepared. */
typedef struct Passing {
	Cell cells[MAX_NATIVE_ARGS];    /* arguments */
	Cell targets[MAX_NATIVE_ARGS];  /* what pointers point to */
	u64 addresses[MAX_NATIVE_ARGS]; /* where the subject wants that */
	Buf texts[MAX_NATIVE_ARGS];
	void *pointers[MAX_NATIVE_ARGS];
	Tag tag;
} Passing;

static Value next_argument(const Machine *m, u32 *k)
{
	u32 i = (*k)++;
	return i < m->site.n ? m->site.args[i] : (Value){0};
}

static bool pass_argument(Machine *m, Passing *p, u32 i, char letter, u32 *k)
{
	for (u32 j = *k; j < *k + 2 && j < m->site.n; j++)
		sym_concretise(m, &m->site.args[j], NULL);
	Value v = next_argument(m, k);
	u32 size = out_size(letter);
	p->tag = tag_join(m, p->tag, v.tag);
	p->pointers[i] = &p->cells[i];
	p->addresses[i] = v.lo;
	if (letter == 's') {
		bool ok = access_text(m, v.lo, &p->texts[i]);
		p->cells[i].p = (void *)(uintptr_t)buf_str(&p->texts[i]);
		return ok;
	}
	if (size) {
		p->cells[i].p = &p->targets[i];
		return access_check(m, v.lo, size == 16 ? 10 : size, true);
	}
	memcpy(p->cells[i].bytes, &v.lo, 8);
	memcpy(p->cells[i].bytes + 8, &v.hi, 8);
	if (letter == 'z' || letter == 'Z') {
		Value im = next_argument(m, k);
		p->tag = tag_join(m, p->tag, im.tag);
		memcpy(p->cells[i].bytes + (letter == 'z' ? 8 : 4), &im.lo, letter == 'z' ? 8 : 4);
	}
	return true;
}

/* The host's errno becomes the subject's if the function set it. */
static bool pass_errno(Machine *m, int value)
{
	i32 number = value;
	return !value || !m->errno_address || access_write(m, m->errno_address, &number, NULL, 4);
}

/* Calls of one function from one place follow each other, so the last note is looked at first. */
static void note_call(Machine *m, struct Native *n)
{
	u32 loc = subject_loc(m, NULL);
	size_t len = strlen(n->name);
	if (n->note < m->notes.len) {
		Note *last = &m->notes.at[n->note];
		if (last->loc == loc && !strcmp(last->kind, "native") &&
			!strncmp(last->what, n->name, len) && last->what[len] == ' ') {
			last->count++;
			return;
		}
	}
	size_t before = m->notes.len;
	add_note(m, "native", loc, "%s was called natively", n->name);
	if (m->notes.len > before)
		n->note = (u32)before;
}

/* Constraints from begin on fix what the function is given. Those of the table are functions of
 * their arguments: trying all values tries everything. Of what only the user vouches for nobody
 * knows what else it looks at, so that is said to miss something. */
static void note_fixed(Machine *m, const struct Native *n, size_t begin)
{
	if (begin == m->constraints.len)
		return;
	add_note(m, "concretised", subject_loc(m, NULL),
			 "an argument of %s, which is called natively, was taken as it is", n->name);
	for (size_t i = begin; n->vouched && i < m->constraints.len; i++)
		m->constraints.at[i].under = true;
}

CallStatus native_call(Machine *m, struct Native *n)
{
	size_t begin = m->constraints.len;
	Passing p;
	Cell result = {0};
	memset(&p, 0, sizeof p);
	u32 count = (u32)strlen(n->signature) - 2, k = 0;
	bool ok = true;
	for (u32 i = 0; i < count && ok; i++)
		ok = pass_argument(m, &p, i, n->signature[2 + i], &k);
	if (ok) {
		note_call(m, n);
		note_fixed(m, n, begin);
		errno = 0;
		ffi_call(&n->cif, n->entry, &result, p.pointers);
		ok = pass_errno(m, errno);
	}
	for (u32 i = 0; i < count && ok; i++) {
		u32 size = out_size(n->signature[2 + i]);
		if (size)
			ok = access_write(m, p.addresses[i], p.targets[i].bytes, NULL, size == 16 ? 10 : size);
	}
	for (u32 i = 0; i < count; i++)
		buf_free(&p.texts[i]);
	if (!ok)
		return CALL_ENDED;
	give_result(m, n->signature[0], &result, p.tag);
	return CALL_DONE;
}
