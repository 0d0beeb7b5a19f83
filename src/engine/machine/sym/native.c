/* native.c: calls functions of the host: those of a table (engine/load/pure.h), and those the
 * user allows.
 *
 * They never get the subject's own pointers: bytes are copied in and out, after a check.
 */
#include "engine/expr/float/call.h"
#include "engine/load/pure.h"
#include "engine/machine/sym.h"

#include <dlfcn.h>
#include <errno.h>
#include <ffi.h>

enum { MAX_NATIVE_ARGS = PURE_ARGS };

struct Native {
	void (*entry)(void);
	ffi_cif cif;
	char signature[MAX_NATIVE_ARGS + 3];
	ffi_type *types[MAX_NATIVE_ARGS];
	const char *name;
	bool vouched;          /* by the user alone: not in the table */
	u32 note;              /* where its latest note may be */
	int function;          /* number in float/call.h; -1: none, arguments are concretised */
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

static char letter_of(Type t)
{
	switch (t) {
	case TYPE_F64: return 'd';
	case TYPE_F32: return 'f';
	case TYPE_F80: return 'D';
	default: return 'l';
	}
}

/* A function the user vouches for: its own type says how to pass things; pointers pass as they are.
 */
static bool declared_signature(const Function *f, char *out)
{
	if (f->n_params > MAX_NATIVE_ARGS || f->n_results > 1)
		return false;
	*out++ = f->n_results ? letter_of(f->results[0]) : 'v';
	*out++ = ':';
	for (u32 i = 0; i < f->n_params; i++) {
		Type t = f->params[i];
		*out++ = t == TYPE_PTR ? 's' : letter_of(t);
	}
	*out = 0;
	return true;
}

bool native_vouched(const Machine *m, const Function *f)
{
	return strmap_get(&m->allowed, f->name, NULL);
}

const char *native_trouble(const Function *f)
{
	char signature[MAX_NATIVE_ARGS + 3];
	if (!dlsym(RTLD_DEFAULT, f->name))
		return "its library is not loaded: start drift with LD_PRELOAD=LIBRARY, or name the file "
			   "that "
			   "defines it";
	if (!declared_signature(f, signature))
		return "drift cannot pass its arguments or result: name the file that defines it";
	return "it cannot be called: name the file that defines it";
}

struct Native *native_find(Machine *m, const Function *f)
{
	char signature[MAX_NATIVE_ARGS + 3];
	bool vouched = native_vouched(m, f);
	bool in_table = pure_signature(f->name, signature);
	if (!in_table && !(vouched && declared_signature(f, signature)))
		return NULL;
	void *entry = dlsym(RTLD_DEFAULT, f->name);
	if (!entry)
		return NULL;
	struct Native *n = xcalloc(1, sizeof *n);
	memcpy(&n->entry, &entry, sizeof entry);
	n->name = f->name;
	n->vouched = !in_table;
	n->function = in_table ? float_call_find(f->name) : -1;
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
typedef union ArgCell {
	i32 i;
	i64 l;
	double d;
	float f;
	long double D;
	u8 bytes[16];
	void *p;
} ArgCell;

static u32 out_size(char letter)
{
	if (letter == '4')
		return 4;
	if (letter == '8')
		return 8;
	return letter == '0' ? 16 : 0;
}

/* Results in registers; a complex number is two. */
static void give_result(Machine *m, char letter, const ArgCell *c, Tag tag)
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
	ArgCell cells[MAX_NATIVE_ARGS];   /* arguments */
	ArgCell targets[MAX_NATIVE_ARGS]; /* what pointers point to */
	u64 addresses[MAX_NATIVE_ARGS];   /* where the subject wants that */
	Buf texts[MAX_NATIVE_ARGS];
	void *pointers[MAX_NATIVE_ARGS];
	Tag tag;
	Expr operand[2]; /* of a call that has an expression */
} Passing;

static Value next_argument(const Machine *m, u32 *k)
{
	u32 i = (*k)++;
	return i < m->site.n ? m->site.args[i] : (Value){0};
}

/* Keeps the expressions of the numbers that the function takes; pointers become concrete. Returns false if
 * no number has one. */
static bool keep_operands(Machine *m, const struct Native *n, Passing *p)
{
	bool some = false;
	u32 at = 0;
	for (u32 i = 0; n->signature[2 + i] && i < m->site.n; i++) {
		char letter = n->signature[2 + i];
		Value *v = &m->site.args[i];
		if (out_size(letter)) {
			sym_concretise(m, v, NULL);
		} else if (at < countof(p->operand)) {
			u32 bits = letter == 'D' ? 80 : letter == 'f' || letter == 'i' ? 32 : 64;
			some = some || TAG_EXPR(v->tag);
			p->operand[at++] = sym_expr(m, *v, bits);
		}
	}
	return some;
}

static bool pass_argument(Machine *m, Passing *p, u32 i, char letter, u32 *k)
{
	for (u32 j = *k; j < *k + 2 && j < m->site.n && !p->operand[0]; j++)
		sym_concretise(m, &m->site.args[j], NULL);
	Value v = next_argument(m, k);
	u32 size = out_size(letter);
	p->tag = tag_join(m, p->tag, v.tag & TAG_DEPS);
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

/* The host's errno becomes the subject's if the function set it. If not, it might have set it
 * for other arguments, so errno depends on them anyway. */
static bool pass_errno(Machine *m, int value)
{
	i32 number = value;
	Tag tags[4] = {0};
	if (!m->errno_address || (!value && !(m->track && m->track->handed)))
		return true;
	if (!value && !access_read(m, m->errno_address, &number, tags, 4))
		return false;
	return access_write(m, m->errno_address, &number, value ? NULL : tags, 4);
}

/* ---- expressions of what a call leaves ---- */

static Expr result_of(Machine *m, const struct Native *n, const Passing *p, CallResult which)
{
	u32 fn = (u32)n->function;
	Expr plain = which == CALL_RETURNS
					 ? sym_float_bits(m->pool, n->name, expr_width(m->pool, p->operand[0]),
									  p->operand[0], p->operand[1])
					 : 0;
	if (plain)
		return plain;
	unsigned width = float_call_width(fn, which);
	int op = which == CALL_RETURNS ? float_call_op(fn) : -1;
	u32 param = op >= 0 ? (u32)op : float_call_param(fn, which);
	return width ? expr_float(m->pool, param, width, p->operand[0], p->operand[1], 0) : 0;
}

/* Writes an expression, and its value, to memory. */
static bool write_expr(Machine *m, u64 addr, Expr e, const void *bytes, u32 n, Tag dep)
{
	Tag tags[16];
	u32 bits = expr_width(m->pool, e);
	for (u32 k = 0; k < n; k++)
		tags[k] = 8 * k < bits ? sym_result(m, dep, expr_extract(m->pool, e, 8 * k, 8)) : dep;
	return access_write(m, addr, bytes, tags, n);
}

/* What errno is after a call that sets it, if not to 0. Calls that set it to the same value may be in any
 * order: their conditions are joined. */
static Expr errno_after(ExprPool *p, Expr set, Expr old)
{
	if (expr_is_const(p, set))
		return expr_value(p, set) ? set : old;
	if (expr_op(p, set) != EXPR_ITE || !expr_is_const(p, expr_kid(p, set, 1)))
		return expr_ite(p, expr_eq(p, set, expr_const(p, 32, 0)), old, set);
	Expr when = expr_kid(p, set, 0), number = expr_kid(p, set, 1);
	Expr rest = errno_after(p, expr_kid(p, set, 2), old);
	if (expr_op(p, rest) != EXPR_ITE || expr_kid(p, rest, 1) != number)
		return expr_ite(p, when, number, rest);
	return expr_ite(p, expr_or(p, when, expr_kid(p, rest, 0)), number, expr_kid(p, rest, 2));
}

/* Errno is what the function sets, or what it was. */
static bool write_errno(Machine *m, const struct Native *n, const Passing *p, int value)
{
	u64 at = m->errno_address;
	Expr exact = p->operand[1] ? 0 : expr_call_errno(m->pool, (u32)n->function, p->operand[0]);
	Expr set = exact ? exact : result_of(m, n, p, CALL_ERRNO), zero = expr_const(m->pool, 32, 0),
		 old;
	i32 before = 0;
	Tag tags[4] = {0};
	if (!at || set == zero)
		return true;
	if (!access_read(m, at, &before, tags, 4))
		return false;
	old = sym_bytes(m, at, 4, 32);
	if (!old)
		old = expr_const(m->pool, 32, (u32)before);
	Expr now = errno_after(m->pool, set, old);
	i32 is = value ? value : before;
	Tag dep = p->tag;
	for (u32 k = 0; k < 4; k++)
		dep = tag_join(m, dep, tags[k] & TAG_DEPS);
	return write_expr(m, at, now, &is, 4, dep);
}

/* What a call with expressions as arguments leaves. */
static bool leave_expressions(Machine *m, const struct Native *n, const Passing *p, u32 count,
							  int error, Expr *returns)
{
	CallResult which = CALL_OUT;
	*returns = result_of(m, n, p, CALL_RETURNS);
	for (u32 i = 0; i < count; i++) {
		u32 size = out_size(n->signature[2 + i]);
		if (!size)
			continue;
		if (!write_expr(m, p->addresses[i], result_of(m, n, p, which), p->targets[i].bytes,
						size == 16 ? 10 : size, p->tag))
			return false;
		which = CALL_OUT2;
	}
	return write_errno(m, n, p, error);
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
			 "an argument of %s, which is called natively, was fixed to its value", n->name);
	for (size_t i = begin; n->vouched && i < m->constraints.len; i++)
		m->constraints.at[i].under = true;
}

CallStatus native_call(Machine *m, struct Native *n)
{
	size_t begin = m->constraints.len;
	Passing p;
	ArgCell result = {0};
	memset(&p, 0, sizeof p);
	u32 count = (u32)strlen(n->signature) - 2, k = 0;
	bool ok = true;
	Expr returns = 0;
	bool keeps = m->pool && n->function >= 0 && keep_operands(m, n, &p);
	if (!keeps)
		memset(p.operand, 0, sizeof p.operand);
	for (u32 i = 0; i < count && ok; i++)
		ok = pass_argument(m, &p, i, n->signature[2 + i], &k);
	if (ok) {
		note_call(m, n);
		note_fixed(m, n, begin);
		errno = 0;
		ffi_call(&n->cif, n->entry, &result, p.pointers);
		int error = errno;
		if (m->track) /* joined to what is written for it */
			m->track->handed = tag_dep(m, p.tag) & ~DEP_UNDEFINED;
		ok = keeps ? leave_expressions(m, n, &p, count, error, &returns) : pass_errno(m, error);
	}
	for (u32 i = 0; i < count && ok && !keeps; i++) {
		u32 size = out_size(n->signature[2 + i]);
		if (size)
			ok = access_write(m, p.addresses[i], p.targets[i].bytes, NULL, size == 16 ? 10 : size);
	}
	if (m->track)
		m->track->handed = 0;
	for (u32 i = 0; i < count; i++)
		buf_free(&p.texts[i]);
	if (!ok)
		return CALL_ENDED;
	give_result(m, n->signature[0], &result, p.tag);
	if (returns && m->n_results)
		m->results[0].tag = sym_result(m, p.tag, returns);
	return CALL_DONE;
}
