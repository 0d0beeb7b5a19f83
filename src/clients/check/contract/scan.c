/* scan.c: finds the comments of a source that are contracts, and the functions below them. */
#include "clients/check/contract/contract.h"

#include <ctype.h>

u32 contract_line(const ContractSource *s, size_t at)
{
	u32 line = 1;
	for (size_t i = 0; i < at && i < s->len; i++)
		line += s->text[i] == '\n';
	return line;
}

bool contract_complain(const ContractSource *s, size_t at, Err *err, const char *fmt, ...)
{
	char what[512];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	at = at < s->len ? at : s->len;
	size_t begin = at, end = at;
	while (begin && s->text[begin - 1] != '\n')
		begin--;
	while (end < s->len && s->text[end] != '\n')
		end++;
	Buf line = {0}, caret = {0};
	for (size_t i = begin; i < end && line.len < 300; i++) {
		char c = s->text[i];
		buf_addc(&line, isprint((u8)c) || c == '\t' ? c : '?');
		if (i < at)
			buf_addc(&caret, c == '\t' ? '\t' : ' ');
	}
	if (caret.len > 300)
		buf_reset(&caret);
	err_set(err, "%s:%u:%zu: %s\n  %s\n  %s^", s->path, contract_line(s, at), at - begin + 1, what,
			buf_str(&line), buf_str(&caret));
	buf_free(&line);
	buf_free(&caret);
	return false;
}

/* ---- comments ---- */

/* Behind a string or a character constant that begins here. */
static size_t skip_quoted(const ContractSource *s, size_t i)
{
	char quote = s->text[i++];
	for (; i < s->len && s->text[i] != quote && s->text[i] != '\n'; i++)
		i += s->text[i] == '\\' && i + 1 < s->len;
	return i < s->len ? i + 1 : i;
}

/* Behind a comment that begins here. */
static size_t skip_comment(const ContractSource *s, size_t i)
{
	if (s->text[i + 1] == '/') {
		while (i < s->len && s->text[i] != '\n')
			i += s->text[i] == '\\' && i + 1 < s->len ? 2 : 1;
		return i < s->len ? i : s->len;
	}
	for (i += 2; i + 1 < s->len; i++)
		if (s->text[i] == '*' && s->text[i + 1] == '/')
			return i + 2;
	return s->len;
}

static bool begins_comment(const ContractSource *s, size_t i)
{
	return s->text[i] == '/' && i + 1 < s->len && (s->text[i + 1] == '/' || s->text[i + 1] == '*');
}

static bool has_word(const char *text, size_t n, const char *word)
{
	size_t len = strlen(word);
	for (size_t i = 0; i + len <= n; i++)
		if (!memcmp(text + i, word, len) &&
			(!i || (!isalnum((u8)text[i - 1]) && text[i - 1] != '_')) &&
			(i + len == n || (!isalnum((u8)text[i + len]) && text[i + len] != '_')))
			return true;
	return false;
}

static bool is_contract(const char *text, size_t n)
{
	return has_word(text, n, "changed_behavior") || has_word(text, n, "changed_behaviour");
}

/* Words that nothing else has: whoever writes them means a contract. */
static bool is_meant(const char *text, size_t n)
{
	return has_word(text, n, "when_ensured") || has_word(text, n, "when_signaled") ||
		   has_word(text, n, "change_behavior") || has_word(text, n, "changed_behaviors");
}

/* From // to the end of its line is a remark inside of a contract; strings are none. */
static void blank_remarks(char *text, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		if (text[i] == '"' || text[i] == '\'') {
			char quote = text[i];
			for (i++; i < to && text[i] != quote && text[i] != '\n'; i++)
				i += text[i] == '\\';
			continue;
		}
		if (text[i] == '/' && i + 1 < to && text[i + 1] == '/')
			while (i < to && text[i] != '\n')
				text[i++] = ' ';
	}
}

/* Everything but the contract becomes blank: what precedes it, comment marks, and the @ that
 * lines begin with. */
static char *contract_text(const ContractSource *s, size_t begin, size_t end)
{
	char *text = xmalloc(end + 1);
	text[end] = 0;
	for (size_t i = 0; i < end; i++)
		text[i] = s->text[i] == '\n' ? '\n' : i < begin || !s->text[i] ? ' ' : s->text[i];
	bool line = true; /* nothing of this line was read so far */
	bool block = !strncmp(s->text + begin, "/*", 2);
	for (size_t i = begin; i < end; i++) {
		bool mark = line && (text[i] == '@' ||
							 (block && text[i] == '*' && i + 1 < end && text[i + 1] != '/'));
		if (i + 1 < end && line && !block && text[i] == '/' && text[i + 1] == '/')
			text[i] = text[i + 1] = ' ';
		else if (mark)
			text[i] = ' ';
		else if (text[i] == '\n')
			line = true;
		else if (!isspace((u8)text[i]))
			line = false;
	}
	if (block) {
		text[begin] = text[begin + 1] = text[begin + 2] = ' ';
		if (end >= 2 && end - 2 > begin && s->text[end - 1] == '/')
			text[end - 1] = text[end - 2] = ' ';
		for (size_t i = end - 2; i-- > begin && (text[i] == '@' || text[i] == '*');)
			text[i] = ' ';
	}
	blank_remarks(text, begin, end);
	return text;
}

/* Lines of //@ that follow each other are one comment. */
static size_t join_lines(const ContractSource *s, size_t end)
{
	for (;;) {
		size_t i = end;
		u32 lines = 0;
		for (; i < s->len && isspace((u8)s->text[i]); i++)
			lines += s->text[i] == '\n';
		if (lines != 1 || i + 2 >= s->len || strncmp(s->text + i, "//@", 3))
			return end;
		end = skip_comment(s, i);
	}
}

bool scan_comments(const ContractSource *s, CommentList *out, Err *err)
{
	for (size_t i = 0; i < s->len;) {
		if (s->text[i] == '"' || s->text[i] == '\'') {
			i = skip_quoted(s, i);
			continue;
		}
		if (!begins_comment(s, i)) {
			i++;
			continue;
		}
		size_t end = skip_comment(s, i);
		bool ours = i + 2 < s->len && s->text[i + 2] == '@';
		if (ours && s->text[i + 1] == '/')
			end = join_lines(s, end);
		if (ours && is_contract(s->text + i, end - i)) {
			Comment c = {.text = contract_text(s, i, end), .begin = i, .end = end};
			vec_push(out, c);
		} else if (ours && is_meant(s->text + i, end - i)) {
			return contract_complain(s, i, err, "a change contract begins with 'changed_behavior'");
		}
		i = end;
	}
	return true;
}

void scan_bare(const ContractSource *s, CommentList *out)
{
	Comment c = {.text = xmalloc(s->len + 1), .begin = 0, .end = s->len};
	for (size_t i = 0; i < s->len; i++)
		c.text[i] = s->text[i] ? s->text[i] : ' ';
	c.text[s->len] = 0;
	blank_remarks(c.text, 0, s->len);
	vec_push(out, c);
}

void comments_free(CommentList *list)
{
	for (size_t i = 0; i < list->len; i++)
		free(list->at[i].text);
	vec_free(list);
}

/* ---- what follows ---- */

/* Behind a group in parentheses that begins here. */
static size_t skip_group(const ContractSource *s, size_t i)
{
	u32 depth = 0;
	for (; i < s->len; i++) {
		depth += s->text[i] == '(';
		if (s->text[i] == ')' && !--depth)
			return i + 1;
	}
	return i;
}

/* Skips what may precede the name in a definition or prototype: words, stars, macros with arguments.
 * The first known name before a parenthesis is the function's. */
char *scan_function(const ContractSource *s, size_t from, const ContractNames *names)
{
	size_t name = 0, len = 0;
	char *first = NULL;
	for (size_t i = from; i < s->len && !strchr(";{}=\"'", s->text[i]);) {
		if (begins_comment(s, i)) {
			i = skip_comment(s, i);
		} else if (s->text[i] == '#') {
			while (i < s->len && s->text[i] != '\n')
				i += s->text[i] == '\\' ? 2 : 1;
		} else if (isalpha((u8)s->text[i]) || s->text[i] == '_') {
			name = i;
			while (i < s->len && (isalnum((u8)s->text[i]) || s->text[i] == '_'))
				i++;
			len = i - name;
		} else if (s->text[i] == '(' && len) {
			char *found = xstrndup(s->text + name, len);
			bool known = !names || names->known(names->ctx, found);
			if (known || !first) {
				free(first);
				first = found;
			} else {
				free(found);
			}
			if (known)
				return first;
			i = skip_group(s, i);
		} else {
			i++;
		}
	}
	return first;
}
