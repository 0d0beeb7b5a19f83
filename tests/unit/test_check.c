/* test_check.c: assertions end the process in the checked build, and are nothing in the others. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/check.h"
#include "engine/explore/queue.h"
#include "engine/expr/check.h"

/* Runs fn in a process of its own; the assertion that ended it, or "" if none did. */
static char *said(void (*fn)(void))
{
	static char text[4096];
	int pipes[2], status;
	size_t n = 0;
	ssize_t got;
	assert_int_equal(pipe(pipes), 0);
	pid_t child = fork();
	if (!child) {
		dup2(pipes[1], 2);
		fn();
		_exit(0);
	}
	close(pipes[1]);
	while (n + 1 < sizeof text && (got = read(pipes[0], text + n, sizeof text - 1 - n)) > 0)
		n += (size_t)got;
	text[n] = 0;
	close(pipes[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(n ? WTERMSIG(status) : status, n ? SIGABRT : 0);
	return text;
}

/* In the checked build the text has both parts; in the others nobody said anything. */
static void ends_with(void (*fn)(void), const char *file, const char *what)
{
	const char *text = said(fn);
	if (!CHECKED) {
		assert_string_equal(text, "");
		return;
	}
	assert_non_null(strstr(text, file));
	assert_non_null(strstr(text, what));
}

static void wrong_sum(void)
{
	u32 two = 2;
	must_that(two + two == 5, "%u and %u are no 5", two, two);
}

static void messages(void **state)
{
	(void)state;
	ends_with(wrong_sum, "test_check.c:", "2 and 2 are no 5");
}

static void conditions_are_not_evaluated_elsewhere(void **state)
{
	(void)state;
	u32 asked = 0;
	must(++asked);
	assert_int_equal(asked, CHECKED);
}

static void every_nth(void **state)
{
	(void)state;
	u32 times = 0;
	for (u32 i = 0; i < EVERY_FIRST + 100; i++)
		times += every(10);
	assert_int_equal(times, EVERY_FIRST + 10);
}

/* ---- what is noticed ---- */

static void read_released(void)
{
	ExprPool *p = expr_pool_new();
	u32 x = input_int(p, "x", 32), mark = expr_mark(p);
	Expr sum = expr_add(p, expr_input(p, x, 0), expr_const(p, 32, 7));
	expr_release(p, mark);
	if (CHECKED) /* elsewhere nobody knows */
		expr_width(p, sum);
}

static void add_widths(void)
{
	ExprPool *p = expr_pool_new();
	u32 x = input_int(p, "x", 32), y = input_int(p, "y", 64);
	if (CHECKED)
		expr_mul(p, expr_input(p, x, 0), expr_input(p, y, 0));
}

static void not_equal(void)
{
	ExprPool *p = expr_pool_new();
	u32 x = input_int(p, "x", 32);
	Expr e = expr_input(p, x, 0);
	if (CHECKED)
		expr_check_equal(p, expr_add(p, e, e), e);
}

static void expressions(void **state)
{
	(void)state;
	ends_with(read_released, "pool.h:", "expression");
	ends_with(add_widths, "pool_checked.c:", "widths");
	ends_with(not_equal, "pool_checked.c:", "held for equal");
}

/* A tree with one branch, of which one side is known. */
static void make_tree(Tree *t, ExprPool *p, Queue *q)
{
	u32 x = input_int(p, "x", 32), where;
	Expr cond = expr_ult(p, expr_input(p, x, 0), expr_const(p, 32, 5));
	Assignment a = {0};
	assignment_init(&a, p);
	WalkInput in = {.run = 1, .a = &a, .eval = expr_eval_new(p)};
	tree_init(t, 1);
	queue_init(q, ORDER_NEWEST, NULL, NULL);
	tree_walk(t, p, 0, &(Constraint){.cond = cond, .kind = CON_BRANCH}, 1, &in, &where);
	queue_push(q, t, 1, false);
	expr_eval_free(in.eval);
	assignment_free(&a);
}

static void lose_node(void)
{
	ExprPool *p = expr_pool_new();
	Tree t;
	Queue q;
	make_tree(&t, p, &q);
	if (!CHECKED)
		return;
	tree_check(&t, p, 2);
	queue_check(&q, &t);
	q.list.len = 0;
	q.len = 0;
	t.nodes.at[1].queued = false;
	queue_check(&q, &t);
}

static void leave_closed(void)
{
	ExprPool *p = expr_pool_new();
	Tree t;
	Queue q;
	make_tree(&t, p, &q);
	t.nodes.at[1].state = NODE_CLOSED; /* a wrong refutation of the other side */
	tree_add_edge(&t, p, 1, expr_not(p, t.edges.at[2].cond), 2);
}

static void break_link(void)
{
	ExprPool *p = expr_pool_new();
	Tree t;
	Queue q;
	make_tree(&t, p, &q);
	t.edges.at[1].to = 0;
	if (CHECKED)
		tree_check(&t, p, 2);
}

static void trees(void **state)
{
	(void)state;
	ends_with(lose_node, "tree_checked.c:", "open and nobody will try it");
	ends_with(leave_closed, "tree.c:", "is closed");
	ends_with(break_link, "tree_checked.c:", "leads to 0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages),  cmocka_unit_test(conditions_are_not_evaluated_elsewhere),
		cmocka_unit_test(every_nth), cmocka_unit_test(expressions),
		cmocka_unit_test(trees),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
