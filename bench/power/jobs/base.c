/* A scheduler driven by commands: jobs with priorities, ages, groups and dependences, run in quanta. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_JOBS 12
#define NAME_LEN 8

enum state { READY, RUNNING, BLOCKED, DONE, KILLED };

struct job {
    char name[NAME_LEN]; /* unique among the live jobs */
    int prio;            /* 0 (first) to 9 */
    int cost;            /* ticks still to run */
    int age;             /* ticks waited since it ran */
    int spent;           /* ticks it has run */
    enum state state;
    int after; /* index of the job it waits for, or -1 */
    int group; /* 0: none */
};

static struct job jobs[MAX_JOBS];
static int njobs;
static int now;
static int quantum = 2;
static int boost = 4; /* a job that waited so long is treated as one priority higher */
static int current = -1;
static int frozen; /* group that may not run, or 0 */
static int switches;

static const char *const state_names[] = {"ready", "running", "blocked", "done", "killed"};

static int find(const char *name)
{
    for (int i = 0; i < njobs; i++)
        if (strcmp(jobs[i].name, name) == 0 && jobs[i].state != KILLED)
            return i;
    return -1;
}

static int error(const char *what, const char *word)
{
    printf("? %s: %s\n", what, word);
    return -1;
}

static int effective(const struct job *j)
{
    int p = j->prio;
    if (j->age >= boost)
        p -= j->age / boost;
    if (j->group && current >= 0 && jobs[current].group == j->group)
        p--;
    return p < 0 ? 0 : p;
}

static int runnable(int i)
{
    const struct job *j = &jobs[i];
    if (j->state != READY && j->state != RUNNING)
        return 0;
    if (frozen && j->group == frozen)
        return 0;
    if (j->after >= 0 && jobs[j->after].state != DONE)
        return 0;
    return j->cost > 0;
}

static int choose(void)
{
    int best = -1;
    for (int i = 0; i < njobs; i++) {
        if (!runnable(i))
            continue;
        if (best < 0 || effective(&jobs[i]) < effective(&jobs[best]))
            best = i;
        else if (effective(&jobs[i]) == effective(&jobs[best]) && jobs[i].age > jobs[best].age)
            best = i;
    }
    return best;
}

static void finish(int i)
{
    jobs[i].state = DONE;
    printf("%d: %s done\n", now, jobs[i].name);
    for (int k = 0; k < njobs; k++)
        if (jobs[k].after == i)
            jobs[k].after = -1;
    if (current == i)
        current = -1;
}

static void step(void)
{
    int next = choose();
    if (next < 0) {
        now++;
        printf("%d: idle\n", now);
        return;
    }
    if (next != current) {
        if (current >= 0 && jobs[current].state == RUNNING)
            jobs[current].state = READY;
        switches++;
        current = next;
    }
    struct job *j = &jobs[next];
    j->state = RUNNING;
    int ticks = j->cost < quantum ? j->cost : quantum;
    for (int t = 0; t < ticks; t++) {
        now++;
        j->cost--;
        j->spent++;
        for (int i = 0; i < njobs; i++)
            if (i != next && jobs[i].state == READY)
                jobs[i].age++;
    }
    j->age = 0;
    if (j->cost == 0)
        finish(next);
}

static int word(char **rest, char *out, int size)
{
    char *p = *rest;
    int n = 0;
    while (*p == ' ' || *p == '\t')
        p++;
    while (*p && !isspace((unsigned char)*p)) {
        if (n < size - 1)
            out[n++] = *p;
        p++;
    }
    out[n] = 0;
    *rest = p;
    return n;
}

static int number(char **rest, int *out)
{
    char buf[8];
    int v = 0;
    if (!word(rest, buf, sizeof buf))
        return 0;
    for (char *p = buf; *p; p++) {
        if (!isdigit((unsigned char)*p))
            return error("number", buf), 0;
        v = v * 10 + (*p - '0');
    }
    *out = v;
    return 1;
}

static int add(char *rest)
{
    char name[NAME_LEN], dep[NAME_LEN];
    int prio = 5, cost = 1;
    if (!word(&rest, name, sizeof name))
        return error("add", "name");
    if (find(name) >= 0)
        return error("exists", name);
    if (njobs == MAX_JOBS)
        return error("full", name);
    if (number(&rest, &prio) && prio > 9)
        prio = 9;
    number(&rest, &cost);
    struct job *j = &jobs[njobs];
    memset(j, 0, sizeof *j);
    strcpy(j->name, name);
    j->prio = prio;
    j->cost = cost;
    j->after = -1;
    if (word(&rest, dep, sizeof dep)) {
        j->after = find(dep);
        if (j->after < 0)
            return error("unknown", dep);
        if (jobs[j->after].state == DONE)
            j->after = -1;
    }
    njobs++;
    return 0;
}

static int kill_job(int i)
{
    if (jobs[i].state == DONE)
        return error("done", jobs[i].name);
    jobs[i].state = KILLED;
    if (current == i)
        current = -1;
    for (int k = 0; k < njobs; k++)
        if (jobs[k].after == i && jobs[k].state != KILLED)
            kill_job(k);
    return 0;
}

static int on_job(const char *verb, char *rest)
{
    char name[NAME_LEN];
    int v = 0;
    if (!word(&rest, name, sizeof name))
        return error(verb, "name");
    int i = find(name);
    if (i < 0)
        return error("unknown", name);
    struct job *j = &jobs[i];
    if (strcmp(verb, "block") == 0) {
        if (j->state == READY || j->state == RUNNING)
            j->state = BLOCKED;
        if (current == i)
            current = -1;
    } else if (strcmp(verb, "wake") == 0) {
        if (j->state != BLOCKED)
            return error("awake", name);
        j->state = READY;
        j->age = 0;
    } else if (strcmp(verb, "kill") == 0) {
        return kill_job(i);
    } else if (strcmp(verb, "nice") == 0) {
        if (number(&rest, &v))
            j->prio = v > 9 ? 9 : v;
        j->age = 0;
    } else if (strcmp(verb, "group") == 0) {
        if (number(&rest, &v))
            j->group = v;
    }
    return 0;
}

static void list(void)
{
    for (int i = 0; i < njobs; i++)
        if (jobs[i].state != KILLED)
            printf("%-8s %s prio=%d cost=%d spent=%d age=%d\n", jobs[i].name, state_names[jobs[i].state],
                   jobs[i].prio, jobs[i].cost, jobs[i].spent, jobs[i].age);
    printf("time %d, %d switches\n", now, switches);
}

static int command(char *line)
{
    char verb[NAME_LEN];
    int n = 1;
    if (!word(&line, verb, sizeof verb) || verb[0] == '#')
        return 0;
    if (strcmp(verb, "add") == 0)
        return add(line);
    if (strcmp(verb, "run") == 0) {
        number(&line, &n);
        while (n-- > 0 && now < 1000)
            step();
        return 0;
    }
    if (strcmp(verb, "list") == 0)
        return list(), 0;
    if (strcmp(verb, "quantum") == 0) {
        if (number(&line, &n) && n > 0)
            quantum = n;
        return 0;
    }
    if (strcmp(verb, "freeze") == 0) {
        frozen = number(&line, &n) ? n : 0;
        return 0;
    }
    if (!strcmp(verb, "block") || !strcmp(verb, "wake") || !strcmp(verb, "kill") || !strcmp(verb, "nice") ||
        !strcmp(verb, "group"))
        return on_job(verb, line);
    return error("command", verb);
}

int main(void)
{
    char line[80];
    int bad = 0;
    while (fgets(line, sizeof line, stdin))
        if (command(line) < 0)
            bad++;
    list();
    return bad ? 1 : 0;
}
