/* missing.c: functions that subjects may call and nobody defines.
 *
 * Only functions that a native program would lack as well get a stub: not those of the host's C library, of a
 * library that is linked, or allowed by --native. All versions must declare them alike, and none may define them. */
#include "cli/session/session.h"

#include <dlfcn.h>

#include "engine/load/probe.h"

/* The host's C library has it, so every native program does. */
static bool host_has(const char *name)
{
	static const char *const libraries[] = {"libc.so.6", "libm.so.6"};
	bool has = false;
	for (size_t i = 0; !has && i < countof(libraries); i++) {
		void *library = dlopen(libraries[i], RTLD_LAZY);
		has = library && dlsym(library, name);
		if (library)
			dlclose(library);
	}
	return has;
}

static bool is_vouched(const Session *s, const char *name)
{
	for (size_t i = 0; i < s->o.native.len && s->o.native.at[i]; i++)
		if (!strcmp(s->o.native.at[i], name))
			return true;
	return false;
}

static bool is_missing(const Session *s, const Function *f)
{
	static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
	return f->kind == FN_EXTERN && !f->weak && strncmp(f->name, "__drift_", 8) &&
		   strspn(f->name, word) == strlen(f->name) && !is_vouched(s, f->name) &&
		   !host_has(f->name);
}

/* The type that a module declares; *near: so does the source of the function under --entry. */
static const CType *declared(Session *s, const Program *p, const char *name, bool *near)
{
	Arena *arena = &s->call.arena;
	const InputSet *in = p->native.input;
	CType *found = NULL;
	*near = false;
	for (u32 i = 0; i < in->modules.len; i++) {
		const CType **types;
		const char **names;
		u32 n = probe_signature(&in->modules.at[i], name, &types, &names, arena);
		if (n && (!found || i == p->native.entry_source)) {
			found = arena_array(arena, CType, 1);
			*found = (CType){.kind = CTYPE_OTHER, .params = types, .n_params = n};
			*near |= i == p->native.entry_source;
		}
	}
	return found;
}

/* Adds a function, if every subject that knows it declares it alike. */
static void add(Session *s, const char *name)
{
	CallMissing one = {.name = arena_strdup(&s->call.arena, name), .near = true};
	for (size_t i = 0; i < s->call.missing.len; i++)
		if (!strcmp(s->call.missing.at[i].name, name))
			return;
	for (u32 i = 0; i < s->n; i++) {
		const Program *p = s->subject[i].program;
		u32 id;
		bool near;
		if (!strmap_get(&p->by_name, name, &id))
			continue;
		const CType *type = declared(s, p, name, &near);
		if (p->functions.at[id].kind != FN_EXTERN || !type ||
			(one.type && !call_alike(one.type, type)))
			return;
		one.type = type;
		one.near &= near;
	}
	call_missing(&s->call, &one);
}

bool session_missing(Session *s)
{
	bool links = false;
	for (u32 i = 0; i < s->n; i++) {
		const InputSet *in = s->subject[i].program->native.input;
		links |= !in || in->kind != INPUT_SOURCES || in->link.len;
	}
	if (links || s->call.missing.len || !(s->o.entry || session_called(s)))
		return false;
	for (u32 i = 0; i < s->n; i++) {
		const Program *p = s->subject[i].program;
		for (u32 k = 0; k < p->functions.len; k++)
			if (is_missing(s, &p->functions.at[k]) &&
				static_reachable(subject_flow(&s->subject[i]), k))
				add(s, p->functions.at[k].name);
	}
	if (s->o.entry)
		for (u32 i = 0; i < s->n; i++)
			if (!call_can_wrap(s->subject[i].program->entry_types,
							   s->subject[i].program->n_entry_types))
				s->call.missing.len = s->call.stubbed.len = 0;
	if (!s->o.entry)
		call_missing_words(&s->call);
	return s->call.missing.len;
}
