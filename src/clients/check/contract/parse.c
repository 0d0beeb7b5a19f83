/* parse.c: cases and clauses of contracts. */
#include "clients/check/contract/contract.h"

#include <ctype.h>

static const char *const clause_names[] = {[CLAUSE_REQUIRES] = "requires",
										   [CLAUSE_WHEN_ENSURED] = "when_ensured",
										   [CLAUSE_WHEN_SIGNALED] = "when_signaled",
										   [CLAUSE_ENSURES] = "ensures",
										   [CLAUSE_SIGNALS] = "signals"};

enum { MOST_CASES = 64, MOST_CLAUSES = 64 };

/* ---- kinds ---- */

static bool exit_status(Reader *r, Clause *c)
{
	c->signal = SIGNAL_EXIT;
	c->status = -1;
	if (!lex_accept(r, "("))
		return true;
	lex_blanks(r);
	size_t at = r->at;
	if (r->at >= r->end || !isdigit((u8)r->text[r->at]))
		return lex_fail(r, at, "a status from 0 to 255 is expected: exit(1)");
	Term *n = lex_number(r);
	if (!r->failed && n->value > 255)
		return lex_fail(r, at, "a status from 0 to 255 is expected: exit(1)");
	c->status = (i32)n->value;
	return lex_expect(r, ")");
}

static bool kind_of_name(const char *name, Clause *c)
{
	static const struct {
		const char *name;
		SignalKind kind;
	} plain[] = {{"any", SIGNAL_ANY}, {"abort", SIGNAL_ABORT}, {"assert", SIGNAL_ASSERT}};
	static const ErrorKind errors[] = {
#define X(id, text) ERROR_##id,
		ERROR_KINDS(X)
#undef X
	};
	for (size_t i = 0; i < countof(plain); i++)
		if (!strcmp(plain[i].name, name)) {
			c->signal = plain[i].kind;
			return true;
		}
	for (size_t i = 0; i < countof(errors); i++)
		if (!strcmp(error_kind_name(errors[i]), name)) {
			c->signal = SIGNAL_ERROR;
			c->error = errors[i];
			return true;
		}
	return false;
}

/* (null-dereference) */
static bool signal_kind(Reader *r, Clause *c)
{
	if (!lex_accept(r, "("))
		return lex_fail(r, r->at, "how it ends is expected: %s (null-dereference) ...",
						clause_names[c->kind]);
	lex_blanks(r);
	size_t begin = r->at, end = begin;
	if (lex_word(r, "exit"))
		return exit_status(r, c) && lex_expect(r, ")");
	while (end < r->end &&
		   (isalnum((u8)r->text[end]) || r->text[end] == '-' || r->text[end] == '_'))
		end++;
	char *name = xstrndup(r->text + begin, end - begin);
	bool known = kind_of_name(name, c);
	free(name);
	if (!known)
		return lex_fail(r, begin,
						"unknown kind; there are any, abort, assert, exit(n), null-dereference, "
						"out-of-bounds, division-by-zero and the other errors of 'drift run'");
	r->at = end;
	return lex_expect(r, ")");
}

/* ---- clauses ---- */

/* As it is written, in one line, without remarks. */
static char *clause_text(const Reader *r, size_t begin, size_t end)
{
	Buf text = {0};
	for (size_t i = begin; i < end; i++) {
		char c = isspace((u8)r->text[i]) ? ' ' : r->text[i];
		if (c != ' ' || (text.len && text.at[text.len - 1] != ' '))
			buf_addc(&text, c);
	}
	while (text.len && text.at[text.len - 1] == ' ')
		text.at[--text.len] = 0;
	return text.at ? text.at : xstrdup("");
}

static bool begins_clause(Reader *r, Clause *c)
{
	lex_blanks(r);
	c->at = r->at;
	for (size_t i = 0; i < countof(clause_names); i++)
		if (lex_word(r, clause_names[i])) {
			c->kind = (ClauseKind)i;
			return true;
		}
	return false;
}

static bool parse_clause(Reader *r, Clause *c)
{
	bool signals = c->kind == CLAUSE_WHEN_SIGNALED || c->kind == CLAUSE_SIGNALS;
	if (signals && !signal_kind(r, c))
		return false;
	lex_blanks(r);
	if (!signals || r->at >= r->end || r->text[r->at] != ';')
		c->e = parse_expression(r);
	size_t end = r->at;
	if (r->failed || !lex_expect(r, ";"))
		return false;
	c->text = clause_text(r, c->at, end);
	return true;
}

static bool begins_case(Reader *r)
{
	return lex_word(r, "changed_behavior") || lex_word(r, "changed_behaviour");
}

static bool parse_case(Reader *r, SpecCase *out)
{
	Clause c = {0};
	while (begins_clause(r, &c)) {
		bool good = parse_clause(r, &c);
		vec_push(&out->clauses, c);
		if (!good)
			return false;
		if (out->clauses.len > MOST_CLAUSES)
			return lex_fail(r, c.at, "a case has at most 64 clauses");
		c = (Clause){0};
	}
	return true;
}

static bool parse_contract(Reader *r, Contract *out)
{
	char found[64];
	lex_blanks(r);
	out->at = r->at;
	do {
		lex_blanks(r);
		SpecCase one = {.at = r->at};
		if (!begins_case(r)) {
			lex_found(r, found, sizeof found);
			return lex_fail(r, r->at, "expected 'changed_behavior' before %s", found);
		}
		bool good = parse_case(r, &one);
		vec_push(&out->cases, one);
		if (!good)
			return false;
		if (out->cases.len > MOST_CASES)
			return lex_fail(r, one.at, "a contract has at most 64 cases");
	} while (lex_word(r, "also"));
	lex_blanks(r);
	if (r->at >= r->end)
		return true;
	lex_found(r, found, sizeof found);
	return lex_fail(
		r, r->at,
		"expected a clause (requires, when_ensured, when_signaled, ensures, signals), 'also' or "
		"the end before %s",
		found);
}

/* ---- files ---- */

static bool read_comment(ContractSet *set, const ContractSource *s, const Comment *c,
						 const char *function, Err *err)
{
	Reader r = {
		.set = set, .source = s, .text = c->text, .at = c->begin, .end = c->end, .err = err};
	Contract *one = arena_new(&set->arena, Contract);
	*one = (Contract){.source = s, .end = c->end, .function = xstrdup(function)};
	vec_push(&set->list, one);
	return parse_contract(&r, one);
}

bool contracts_read(ContractSet *set, const char *path, const char *text, size_t len, bool own,
					const ContractNames *names, Err *err)
{
	ContractSource *s = arena_new(&set->arena, ContractSource);
	char *copy = arena_alloc(&set->arena, len + 1);
	if (len)
		memcpy(copy, text, len);
	*s = (ContractSource){arena_strdup(&set->arena, path), copy, len};
	vec_push(&set->sources, s);
	CommentList comments = {0};
	bool good = scan_comments(s, &comments, err);
	for (size_t i = 0; good && i < comments.len; i++) {
		char *function = scan_function(s, comments.at[i].end, names);
		if (function)
			good = read_comment(set, s, &comments.at[i], function, err);
		else if (own && comments.len == 1)
			good = read_comment(set, s, &comments.at[i], "main", err);
		else
			good = contract_complain(s, comments.at[i].begin, err,
									 "no function follows this contract");
		free(function);
	}
	if (good && own && !comments.len) {
		scan_bare(s, &comments);
		good = read_comment(set, s, &comments.at[0], "main", err);
	}
	comments_free(&comments);
	return good;
}

void contracts_free(ContractSet *set)
{
	for (size_t i = 0; i < set->list.len; i++) {
		Contract *c = set->list.at[i];
		for (size_t k = 0; k < c->cases.len; k++) {
			for (size_t j = 0; j < c->cases.at[k].clauses.len; j++)
				free(c->cases.at[k].clauses.at[j].text);
			vec_free(&c->cases.at[k].clauses);
		}
		vec_free(&c->cases);
		free(c->function);
	}
	vec_free(&set->list);
	vec_free(&set->sources);
	arena_free(&set->arena);
}
