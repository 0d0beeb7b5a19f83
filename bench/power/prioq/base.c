/* prioq: a print spooler. Requests wait in a heap for each printer, ordered by class, size and arrival. One command a
 * line: printer, submit, hold, release, move, cancel, top, print, pause, resume, share, form, show. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRINTERS 4
#define REQUESTS 24
#define NAME 10

enum { WAITING, HELD, DONE, CANCELLED };

struct request {
    char user[NAME];
    int class; /* 0 is served first */
    int pages;
    int form; /* the paper it needs */
    int state;
    int serial; /* of arrival; lower is served first among equals */
    int printer;
    int place; /* in the heap, or -1 */
};

struct printer {
    char name[NAME];
    int heap[REQUESTS]; /* requests */
    int n;
    int paused;
    int form; /* the paper inside */
    int printed; /* pages */
    int limit; /* requests of more pages go behind all others; 0: none */
};

static struct printer printers[PRINTERS];
static int nprinters;
static struct request requests[REQUESTS];
static int nrequests;
static int serial;
static char last_user[NAME]; /* whose request was printed last */
static int share;            /* the same user is not served twice in a row */

static int before(const struct printer *p, int a, int b)
{
    const struct request *x = &requests[a], *y = &requests[b];
    int large_x = p->limit && x->pages > p->limit, large_y = p->limit && y->pages > p->limit;
    if (large_x != large_y)
        return large_y;
    if (x->class != y->class)
        return x->class < y->class;
    if ((x->form == p->form) != (y->form == p->form))
        return x->form == p->form;
    return x->serial < y->serial;
}

static void put(struct printer *p, int place, int r)
{
    p->heap[place] = r;
    requests[r].place = place;
}

static void up(struct printer *p, int i)
{
    int r = p->heap[i];
    while (i > 0 && before(p, r, p->heap[(i - 1) / 2])) {
        put(p, i, p->heap[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    put(p, i, r);
}

static void down(struct printer *p, int i)
{
    int r = p->heap[i];
    for (;;) {
        int child = 2 * i + 1;
        if (child >= p->n)
            break;
        if (child + 1 < p->n && before(p, p->heap[child + 1], p->heap[child]))
            child++;
        if (!before(p, p->heap[child], r))
            break;
        put(p, i, p->heap[child]);
        i = child;
    }
    put(p, i, r);
}

static void enqueue(struct printer *p, int r)
{
    requests[r].printer = (int)(p - printers);
    requests[r].state = WAITING;
    put(p, p->n++, r);
    up(p, p->n - 1);
}

static void dequeue(int r)
{
    struct printer *p = &printers[requests[r].printer];
    int i = requests[r].place;
    if (i < 0)
        return;
    requests[r].place = -1;
    p->n--;
    if (i == p->n)
        return;
    put(p, i, p->heap[p->n]);
    up(p, i);
    down(p, requests[p->heap[i]].place);
}

static void rebuild(struct printer *p)
{
    for (int i = p->n / 2 - 1; i >= 0; i--)
        down(p, i);
}

static struct printer *printer(const char *name)
{
    for (int i = 0; i < nprinters; i++)
        if (strcmp(printers[i].name, name) == 0)
            return &printers[i];
    printf("%s: no such printer\n", name);
    return NULL;
}

static int request(const char *word)
{
    char *end;
    long n = strtol(word, &end, 10);
    if (*end || end == word || n < 1 || n > nrequests) {
        printf("%s: no such request\n", word);
        return -1;
    }
    return (int)n - 1;
}

static int user_next(const struct printer *p)
{
    int best = -1;
    for (int i = 0; i < p->n; i++) {
        int r = p->heap[i];
        if (strcmp(requests[r].user, last_user) == 0)
            continue;
        if (best < 0 || before(p, r, best))
            best = r;
    }
    return best;
}

static void print(struct printer *p, int count)
{
    while (count-- > 0 && p->n > 0) {
        if (p->paused) {
            printf("%s is paused\n", p->name);
            return;
        }
        int r = p->heap[0];
        if (share && strcmp(requests[r].user, last_user) == 0) {
            int other = user_next(p);
            if (other >= 0)
                r = other;
        }
        if (requests[r].form != p->form) {
            printf("%s: insert form %d\n", p->name, requests[r].form);
            return;
        }
        dequeue(r);
        requests[r].state = DONE;
        p->printed += requests[r].pages;
        strcpy(last_user, requests[r].user);
        printf("%s: %d of %s, %d\n", p->name, r + 1, requests[r].user, requests[r].pages);
        /* those that wait longer than four others move up a class */
        for (int i = 0; i < p->n; i++) {
            struct request *q = &requests[p->heap[i]];
            if (q->class > 0 && serial - q->serial > 4) {
                q->class--;
                q->serial = serial;
            }
        }
        rebuild(p);
    }
}

/* submit USER PRINTER PAGES [CLASS [FORM]] */
static void submit(char **w, int n)
{
    struct printer *p = n >= 4 ? printer(w[2]) : NULL;
    if (!p)
        return;
    int pages = atoi(w[3]);
    if (pages < 1 || pages > 500) {
        printf("pages?\n");
        return;
    }
    if (nrequests == REQUESTS) {
        printf("full\n");
        return;
    }
    struct request *r = &requests[nrequests];
    snprintf(r->user, NAME, "%s", w[1]);
    r->pages = pages;
    r->class = n > 4 ? atoi(w[4]) & 7 : 4;
    r->form = n > 5 ? atoi(w[5]) & 3 : 0;
    r->serial = ++serial;
    enqueue(p, nrequests++);
    printf("request %d\n", nrequests);
}

static void hold(int r)
{
    if (requests[r].state != WAITING) {
        printf("%d does not wait\n", r + 1);
        return;
    }
    dequeue(r);
    requests[r].state = HELD;
}

static void release(int r)
{
    if (requests[r].state != HELD) {
        printf("%d is not held\n", r + 1);
        return;
    }
    enqueue(&printers[requests[r].printer], r);
}

static void move(int r, struct printer *p)
{
    if (requests[r].state == HELD) {
        requests[r].printer = (int)(p - printers);
    } else if (requests[r].state == WAITING) {
        dequeue(r);
        requests[r].serial = ++serial;
        enqueue(p, r);
    } else {
        printf("%d is over\n", r + 1);
    }
}

static void cancel(int r)
{
    if (requests[r].state == WAITING)
        dequeue(r);
    if (requests[r].state != DONE)
        requests[r].state = CANCELLED;
}

/* cancel of a user: all requests, held ones too */
static int cancel_user(const char *user)
{
    int n = 0;
    for (int r = 0; r < nrequests; r++)
        if (strcmp(requests[r].user, user) == 0 && requests[r].state <= HELD) {
            cancel(r);
            n++;
        }
    return n;
}

static void top(int r)
{
    if (requests[r].state != WAITING) {
        printf("%d does not wait\n", r + 1);
        return;
    }
    struct printer *p = &printers[requests[r].printer];
    requests[r].class = 0;
    requests[r].serial = requests[p->heap[0]].class == 0 ? requests[p->heap[0]].serial - 1 : 0;
    up(p, requests[r].place);
}

static void merge(struct printer *from, struct printer *to)
{
    if (from == to)
        return;
    while (from->n) {
        int r = from->heap[0];
        dequeue(r);
        enqueue(to, r);
    }
    from->paused = 1;
}

static void show(const struct printer *p)
{
    int waiting = 0;
    for (int i = 0; i < p->n; i++)
        waiting += requests[p->heap[i]].pages;
    printf("%s%s form %d, %d printed, %d waiting:", p->name, p->paused ? " (paused)" : "", p->form, p->printed,
           waiting);
    for (int i = 0; i < p->n; i++)
        printf(" %d", p->heap[i] + 1);
    putchar('\n');
}

static void on_printer(char **w, int n)
{
    struct printer *p = printer(w[1]);
    if (!p)
        return;
    if (strcmp(w[0], "print") == 0) {
        print(p, n > 2 ? atoi(w[2]) : 1);
    } else if (strcmp(w[0], "pause") == 0) {
        p->paused = 1;
    } else if (strcmp(w[0], "resume") == 0) {
        p->paused = 0;
    } else if (strcmp(w[0], "form") == 0 && n > 2) {
        p->form = atoi(w[2]) & 3;
        rebuild(p);
    } else if (strcmp(w[0], "limit") == 0 && n > 2) {
        p->limit = atoi(w[2]);
        rebuild(p);
    } else if (strcmp(w[0], "merge") == 0 && n > 2) {
        struct printer *to = printer(w[2]);
        if (to)
            merge(p, to);
    } else if (strcmp(w[0], "show") == 0) {
        show(p);
    } else {
        printf("%s: unknown\n", w[0]);
    }
}

static void on_request(char **w, int n)
{
    int r = request(w[1]);
    if (r < 0)
        return;
    if (strcmp(w[0], "hold") == 0) {
        hold(r);
    } else if (strcmp(w[0], "release") == 0) {
        release(r);
    } else if (strcmp(w[0], "top") == 0) {
        top(r);
    } else if (strcmp(w[0], "cancel") == 0) {
        cancel(r);
    } else if (n > 2) {
        struct printer *p = printer(w[2]);
        if (p)
            move(r, p);
    }
}

static void command(char *line)
{
    char *w[6];
    int n = 0;
    for (char *t = strtok(line, " \t\n"); t && n < 6; t = strtok(NULL, " \t\n"))
        w[n++] = t;
    if (n < 2) {
        if (n)
            printf("%s: what?\n", w[0]);
        return;
    }
    if (strcmp(w[0], "printer") == 0) {
        if (nprinters == PRINTERS) {
            printf("full\n");
            return;
        }
        snprintf(printers[nprinters++].name, NAME, "%s", w[1]);
    } else if (strcmp(w[0], "submit") == 0) {
        submit(w, n);
    } else if (strcmp(w[0], "share") == 0) {
        share = w[1][0] == 'y';
    } else if (strcmp(w[0], "purge") == 0) {
        printf("%d cancelled\n", cancel_user(w[1]));
    } else if (strcmp(w[0], "hold") == 0 || strcmp(w[0], "release") == 0 || strcmp(w[0], "top") == 0 ||
               strcmp(w[0], "cancel") == 0 || strcmp(w[0], "move") == 0) {
        on_request(w, n);
    } else {
        on_printer(w, n);
    }
}

int main(void)
{
    char line[80];
    while (fgets(line, sizeof line, stdin))
        command(line);
    return 0;
}
