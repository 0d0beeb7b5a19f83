/* sched: a scheduler with three priority queues, driven by commands.
 *
 * sched < commands, one character each: 1, 2, 3 start a process of that priority; r runs the first
 * of the highest queue for one slice; b blocks it; u wakes the process that is blocked longest; +
 * raises the first process of the lowest queue that has one; q ends the first of the highest queue.
 * Blanks are ignored. Exit status: processes that are left.
 */
#include <stdio.h>
#include <stdlib.h>

#define PRIORITIES 3
#define SLICES 2 /* after so many slices a process sinks by one priority */

struct process {
	int id;
	int priority; /* 1 to PRIORITIES, the highest number first */
	int slices;   /* used since it came to this priority */
	struct process *next;
};

struct queue {
	struct process *first;
	struct process *last;
	int length;
};

static struct queue ready[PRIORITIES + 1]; /* by priority; 0 is not used */
static struct queue blocked;
static int next_id = 1;

static void append(struct queue *q, struct process *p)
{
	p->next = NULL;
	struct process **link = &q->first;
	while (*link)
		link = &(*link)->next;
	*link = p;
	q->last = p;
	q->length++;
}

static struct process *take_first(struct queue *q)
{
	struct process *p = q->first;
	if (!p)
		return NULL;
	q->first = p->next;
	if (!q->first)
		q->last = NULL;
	q->length--;
	return p;
}

static struct process *take_highest(void)
{
	for (int i = PRIORITIES; i > 0; i--)
		if (ready[i].length > 0)
			return take_first(&ready[i]);
	return NULL;
}

static void start(int priority)
{
	struct process *p = malloc(sizeof *p);
	if (!p)
		exit(99);
	p->id = next_id++;
	p->priority = priority;
	p->slices = 0;
	append(&ready[priority], p);
}

static void run(void)
{
	struct process *p = take_highest();
	if (!p) {
		printf("idle\n");
		return;
	}
	printf("run %d at %d\n", p->id, p->priority);
	p->slices++;
	if (p->slices >= SLICES && p->priority > 1) {
		p->priority--;
		p->slices = 0;
	}
	append(&ready[p->priority], p);
}

static void block(void)
{
	struct process *p = take_highest();
	if (p)
		append(&blocked, p);
	else
		printf("nothing to block\n");
}

/* A process that waited comes back with fresh slices. */
static void wake(void)
{
	struct process *p = take_first(&blocked);
	if (!p) {
		printf("nothing to wake\n");
		return;
	}
	p->slices = 0;
	append(&ready[p->priority], p);
}

static void raise_lowest(void)
{
	for (int i = 1; i < PRIORITIES; i++) {
		struct process *p = take_first(&ready[i]);
		if (!p)
			continue;
		p->priority = i + 1;
		p->slices = 0;
		append(&ready[i + 1], p);
		return;
	}
}

static void quit(void)
{
	struct process *p = take_highest();
	if (!p)
		return;
	printf("end %d\n", p->id);
	free(p);
}

static void print_queue(const char *name, const struct queue *q)
{
	printf("%s:", name);
	for (const struct process *p = q->first; p; p = p->next)
		printf(" %d", p->id);
	printf("\n");
}

static int obey(int c)
{
	switch (c) {
	case '1':
	case '2':
	case '3': start(c - '0'); break;
	case 'r': run(); break;
	case 'b': block(); break;
	case 'u': wake(); break;
	case '+': raise_lowest(); break;
	case 'q': quit(); break;
	case ' ':
	case '\n': break;
	default: printf("unknown command\n"); return 0;
	}
	return 1;
}

int main(void)
{
	int c, left;
	while ((c = getchar()) != EOF)
		if (!obey(c))
			return 100;
	print_queue("high", &ready[3]);
	print_queue("middle", &ready[2]);
	print_queue("low", &ready[1]);
	print_queue("blocked", &blocked);
	left = blocked.length;
	for (int i = 1; i <= PRIORITIES; i++)
		left += ready[i].length;
	while (take_first(&blocked))
		;
	return left;
}
