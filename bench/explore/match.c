/* match.c: does a text match a pattern with '*', '?' and '[a-z]'? Both are given.
 * explore: -- @str:4=a* @str:4=ab
 * klee: --sym-arg 4 --sym-arg 4
 */
#include <stdio.h>

/* One character against the set after '['; *end is set behind the ']', or to NULL. */
static int in_set(const char *set, char c, const char **end)
{
	int found = 0;
	for (; *set && *set != ']'; set++) {
		if (set[1] == '-' && set[2] && set[2] != ']') {
			found |= set[0] <= c && c <= set[2];
			set += 2;
		} else {
			found |= *set == c;
		}
	}
	*end = *set ? set + 1 : NULL;
	return found;
}

static int match(const char *pattern, const char *text)
{
	const char *rest;
	if (!*pattern)
		return !*text;
	if (*pattern == '*')
		return match(pattern + 1, text) || (*text && match(pattern, text + 1));
	if (!*text)
		return 0;
	if (*pattern == '[') {
		int found = in_set(pattern + 1, *text, &rest);
		return rest && found && match(rest, text + 1);
	}
	return (*pattern == '?' || *pattern == *text) && match(pattern + 1, text + 1);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	puts(match(argv[1], argv[2]) ? "yes" : "no");
	return 0;
}
