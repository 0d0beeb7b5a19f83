/* beside.c: two texts side by side, line by line. */
#include "output/report/beside.h"

enum { MOST_CELLS = 4000000 }; /* of the table; what is larger is not matched in the middle */

void lines_of(const char *text, size_t n, PageLines *to)
{
	for (size_t at = 0; at < n;) {
		const char *end = memchr(text + at, '\n', n - at);
		size_t len = end ? (size_t)(end - text) - at : n - at;
		vec_push(to, ((PageLine){text + at, len}));
		at += len + 1;
	}
}

static bool equal(const PageLine *a, const PageLine *b)
{
	return a->n == b->n && !memcmp(a->at, b->at, a->n);
}

static void add(BesideRows *rows, size_t left, size_t right, bool same)
{
	vec_push(rows, ((BesideRow){{(u32)left, (u32)right}, same}));
}

/* Lines [i, m) and [k, n) that have no partners. */
static void add_rest(BesideRows *rows, size_t i, size_t m, size_t k, size_t n)
{
	for (; i < m || k < n; i += i < m, k += k < n)
		add(rows, i < m ? i + 1 : 0, k < n ? k + 1 : 0, false);
}

/* length[i][k]: of the longest common subsequence of what follows i and k. */
static void match(const PageLine *a, size_t m, const PageLine *b, size_t n, size_t before,
				  BesideRows *rows)
{
	if (!m || !n || m > MOST_CELLS / n) {
		add_rest(rows, before, before + m, before, before + n);
		return;
	}
	u32 *length = xcalloc((m + 1) * (n + 1), sizeof *length);
	for (size_t i = m; i-- > 0;)
		for (size_t k = n; k-- > 0;) {
			u32 down = length[(i + 1) * (n + 1) + k], right = length[i * (n + 1) + k + 1];
			u32 most = down > right ? down : right;
			if (equal(&a[i], &b[k]))
				most = length[(i + 1) * (n + 1) + k + 1] + 1;
			length[i * (n + 1) + k] = most;
		}
	size_t i = 0, k = 0, from_i = 0, from_k = 0;
	while (i < m && k < n) {
		if (equal(&a[i], &b[k])) {
			add_rest(rows, before + from_i, before + i, before + from_k, before + k);
			add(rows, before + i + 1, before + k + 1, true);
			from_i = ++i;
			from_k = ++k;
		} else if (length[(i + 1) * (n + 1) + k] >= length[i * (n + 1) + k + 1]) {
			i++;
		} else {
			k++;
		}
	}
	add_rest(rows, before + from_i, before + m, before + from_k, before + n);
	free(length);
}

void beside(const PageLines *left, const PageLines *right, BesideRows *rows)
{
	size_t front = 0, back = 0, m = left->len, n = right->len, least = m < n ? m : n;
	while (front < least && equal(&left->at[front], &right->at[front]))
		front++;
	while (back < least - front && equal(&left->at[m - 1 - back], &right->at[n - 1 - back]))
		back++;
	for (size_t i = 0; i < front; i++)
		add(rows, i + 1, i + 1, true);
	match(left->at + front, m - front - back, right->at + front, n - front - back, front, rows);
	for (size_t i = back; i > 0; i--)
		add(rows, m - i + 1, n - i + 1, true);
}

void line_common(PageLine a, PageLine b, size_t *front, size_t *back)
{
	size_t least = a.n < b.n ? a.n : b.n;
	for (*front = 0; *front < least && a.at[*front] == b.at[*front];)
		(*front)++;
	for (*back = 0; *back < least - *front && a.at[a.n - 1 - *back] == b.at[b.n - 1 - *back];)
		(*back)++;
}
