/* tables: statistics of several tables. "table NAME COLUMN..." begins a table, rows of numbers follow, an empty line
 * ends it. Behind it are commands on columns ("mean a.x"). Values have two decimals and are kept as hundredths. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLES 6
#define COLUMNS 5
#define ROWS 24
#define WORDS 8
#define NONE (-2000000000L) /* a missing value */

struct table {
    char name[8];
    char columns[COLUMNS][8];
    int ncolumns, nrows;
    int weight; /* column of the weights, or -1 */
    long cell[ROWS][COLUMNS];
};

static struct table tables[TABLES];
static int ntables;
static struct table *reading;
static char *words[WORDS];
static int nwords;
static int errors;
static int row; /* of the input */

static void complain(const char *what)
{
    printf("line %d: %s\n", row, what);
    errors++;
}

static void split(char *s)
{
    nwords = 0;
    for (char *w = strtok(s, " \t,"); w && nwords < WORDS; w = strtok(NULL, " \t,"))
        words[nwords++] = w;
}

/* A number with up to two decimals, in hundredths; "-" alone is missing. */
static int number(const char *s, long *out)
{
    int negative = 0, decimals = -1;
    long v = 0;
    if (strcmp(s, "-") == 0 || strcmp(s, "NA") == 0) {
        *out = NONE;
        return 1;
    }
    if (*s == '-') {
        negative = 1;
        s++;
    }
    if (!isdigit((unsigned char)*s))
        return 0;
    for (; *s; s++) {
        if (*s == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (!isdigit((unsigned char)*s))
            return 0;
        if (decimals >= 2)
            continue;
        if (v > 1000000)
            return 0;
        v = v * 10 + *s - '0';
        if (decimals >= 0)
            decimals++;
    }
    for (int i = decimals < 0 ? 0 : decimals; i < 2; i++)
        v *= 10;
    *out = negative ? -v : v;
    return 1;
}

static void show(long hundredths)
{
    if (hundredths == NONE) {
        printf("NA\n");
        return;
    }
    long a = hundredths < 0 ? -hundredths : hundredths;
    printf("%s%ld.%02ld\n", hundredths < 0 ? "-" : "", a / 100, a % 100);
}

static struct table *find(const char *name, size_t n)
{
    for (int i = 0; i < ntables; i++)
        if (strlen(tables[i].name) == n && strncmp(tables[i].name, name, n) == 0)
            return &tables[i];
    return NULL;
}

static int column_of(const struct table *t, const char *name)
{
    for (int i = 0; i < t->ncolumns; i++)
        if (strcmp(t->columns[i], name) == 0)
            return i;
    return -1;
}

/* "table.column" */
static struct table *column(const char *s, int *out)
{
    const char *dot = strchr(s, '.');
    struct table *t = dot ? find(s, (size_t)(dot - s)) : ntables == 1 ? &tables[0] : NULL;
    if (!t) {
        complain("no such table");
        return NULL;
    }
    *out = column_of(t, dot ? dot + 1 : s);
    if (*out < 0) {
        complain("no such column");
        return NULL;
    }
    return t;
}

static void begin(void)
{
    if (nwords < 3) {
        complain("table needs a name and columns");
        return;
    }
    if (ntables == TABLES) {
        complain("too many tables");
        return;
    }
    if (find(words[1], strlen(words[1]))) {
        complain("table exists");
        return;
    }
    struct table *t = &tables[ntables++];
    memset(t, 0, sizeof *t);
    t->weight = -1;
    snprintf(t->name, sizeof t->name, "%s", words[1]);
    for (int i = 2; i < nwords && t->ncolumns < COLUMNS; i++) {
        char *name = words[i];
        if (*name == '*') {
            t->weight = t->ncolumns;
            name++;
        }
        snprintf(t->columns[t->ncolumns++], sizeof t->columns[0], "%s", name);
    }
    reading = t;
}

static void add_row(void)
{
    struct table *t = reading;
    if (t->nrows == ROWS) {
        complain("too many rows");
        return;
    }
    if (nwords > t->ncolumns) {
        complain("too many values");
        return;
    }
    for (int i = 0; i < t->ncolumns; i++) {
        long v = NONE;
        if (i < nwords && strcmp(words[i], "\"") == 0 && t->nrows)
            v = t->cell[t->nrows - 1][i];
        else if (i < nwords && !number(words[i], &v)) {
            complain("not a number");
            v = NONE;
        }
        t->cell[t->nrows][i] = v;
    }
    t->nrows++;
}

static long weight(const struct table *t, int r)
{
    long w = t->weight < 0 ? 100 : t->cell[r][t->weight];
    return w == NONE || w < 0 ? 0 : w;
}

static long divide(long a, long b)
{
    if (b == 0)
        return NONE;
    long half = b / 2;
    return a < 0 ? -((-a + half) / b) : (a + half) / b;
}

static long mean(const struct table *t, int c)
{
    long sum = 0, n = 0;
    for (int r = 0; r < t->nrows; r++)
        if (t->cell[r][c] != NONE) {
            sum += t->cell[r][c] * weight(t, r);
            n += weight(t, r);
        }
    return divide(sum, n);
}

static int compare(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return x < y ? -1 : x > y;
}

static int values(const struct table *t, int c, long *out)
{
    int n = 0;
    for (int r = 0; r < t->nrows; r++)
        if (t->cell[r][c] != NONE)
            out[n++] = t->cell[r][c];
    qsort(out, (size_t)n, sizeof *out, compare);
    return n;
}

static long median(const struct table *t, int c)
{
    long v[ROWS];
    int n = values(t, c, v);
    if (n == 0)
        return NONE;
    return n % 2 ? v[n / 2] : divide(v[n / 2 - 1] + v[n / 2], 2);
}

static void mode(const struct table *t, int c)
{
    long v[ROWS], best = NONE;
    int n = values(t, c, v), most = 0;
    for (int i = 0, k; i < n; i = k) {
        for (k = i; k < n && v[k] == v[i]; k++)
            ;
        if (k - i > most) {
            most = k - i;
            best = v[i];
        }
    }
    show(best);
}

/* Average ranks: equal values share the mean of their places (in halves). */
static void ranks(const struct table *t, int c)
{
    long v[ROWS];
    int n = values(t, c, v);
    for (int r = 0; r < t->nrows; r++) {
        int low = 0, equal = 0;
        for (int i = 0; i < n; i++) {
            low += v[i] < t->cell[r][c];
            equal += v[i] == t->cell[r][c];
        }
        if (t->cell[r][c] == NONE)
            printf("- ");
        else
            printf("%d%s ", (2 * low + equal + 1) / 2, equal % 2 ? "" : ".5");
    }
    putchar('\n');
}

static void covariance(const struct table *a, int x, const struct table *b, int y)
{
    long sum = 0, n = 0;
    if (a->nrows != b->nrows) {
        complain("tables of different length");
        return;
    }
    long ma = mean(a, x), mb = mean(b, y);
    for (int r = 0; r < a->nrows; r++)
        if (a->cell[r][x] != NONE && b->cell[r][y] != NONE) {
            sum += (a->cell[r][x] - ma) * (b->cell[r][y] - mb) / 100;
            n++;
        }
    show(n < 2 ? NONE : divide(sum, n - 1));
}

/* join NEW A B COLUMN: rows with an equal value of COLUMN, the columns of A and then the others of B. */
static void join(void)
{
    struct table *a = nwords == 5 ? find(words[2], strlen(words[2])) : NULL;
    struct table *b = nwords == 5 ? find(words[3], strlen(words[3])) : NULL;
    if (!a || !b || ntables == TABLES || find(words[1], strlen(words[1]))) {
        complain("cannot join");
        return;
    }
    int ka = column_of(a, words[4]), kb = column_of(b, words[4]);
    if (ka < 0 || kb < 0) {
        complain("no such column");
        return;
    }
    struct table *t = &tables[ntables++];
    memset(t, 0, sizeof *t);
    t->weight = a->weight;
    snprintf(t->name, sizeof t->name, "%s", words[1]);
    for (int i = 0; i < a->ncolumns; i++)
        strcpy(t->columns[t->ncolumns++], a->columns[i]);
    for (int i = 0; i < b->ncolumns && t->ncolumns < COLUMNS; i++)
        if (i != kb)
            strcpy(t->columns[t->ncolumns++], b->columns[i]);
    for (int r = 0; r < a->nrows; r++)
        for (int s = 0; s < b->nrows && t->nrows < ROWS; s++) {
            if (a->cell[r][ka] != b->cell[s][kb] || a->cell[r][ka] == NONE)
                continue;
            int n = 0;
            for (int i = 0; i < a->ncolumns; i++)
                t->cell[t->nrows][n++] = a->cell[r][i];
            for (int i = 0; i < b->ncolumns && n < t->ncolumns; i++)
                if (i != kb)
                    t->cell[t->nrows][n++] = b->cell[s][i];
            t->nrows++;
        }
    printf("%s: %d rows\n", t->name, t->nrows);
}

/* group A.KEY A.VALUE: the mean of VALUE for each KEY, in order of first appearance. */
static void group(void)
{
    int key, value;
    struct table *t = column(words[1], &key);
    if (!t || column(words[2], &value) != t)
        return;
    for (int r = 0; r < t->nrows; r++) {
        int seen = 0;
        long sum = 0, n = 0;
        for (int s = 0; s < r; s++)
            seen |= t->cell[s][key] == t->cell[r][key];
        if (seen)
            continue;
        for (int s = r; s < t->nrows; s++)
            if (t->cell[s][key] == t->cell[r][key] && t->cell[s][value] != NONE) {
                sum += t->cell[s][value] * weight(t, s);
                n += weight(t, s);
            }
        printf("  ");
        show(divide(sum, n));
    }
}

/* sort A.COLUMN: stable, missing values last. */
static void sort(void)
{
    int c;
    struct table *t = column(words[1], &c);
    if (!t)
        return;
    for (int i = 1; i < t->nrows; i++)
        for (int k = i; k > 0; k--) {
            long x = t->cell[k - 1][c], y = t->cell[k][c];
            if (y == NONE || (x != NONE && x <= y))
                break;
            long keep[COLUMNS];
            memcpy(keep, t->cell[k], sizeof keep);
            memcpy(t->cell[k], t->cell[k - 1], sizeof keep);
            memcpy(t->cell[k - 1], keep, sizeof keep);
        }
}

static void print(void)
{
    const struct table *t = find(words[1], strlen(words[1]));
    if (!t) {
        complain("no such table");
        return;
    }
    for (int r = 0; r < t->nrows; r++) {
        for (int i = 0; i < t->ncolumns; i++) {
            if (t->cell[r][i] == NONE)
                printf("%s-", i ? " " : "");
            else
                printf("%s%ld", i ? " " : "", t->cell[r][i]);
        }
        putchar('\n');
    }
}

static void command(void)
{
    int c, d;
    struct table *t, *u;
    if (strcmp(words[0], "table") == 0) {
        begin();
    } else if (strcmp(words[0], "join") == 0) {
        join();
    } else if (nwords < 2) {
        complain("what?");
    } else if (strcmp(words[0], "print") == 0) {
        print();
    } else if (strcmp(words[0], "sort") == 0) {
        sort();
    } else if (strcmp(words[0], "group") == 0 && nwords == 3) {
        group();
    } else if (strcmp(words[0], "cov") == 0 && nwords == 3) {
        if ((t = column(words[1], &c)) && (u = column(words[2], &d)))
            covariance(t, c, u, d);
    } else if (!(t = column(words[1], &c))) {
        return;
    } else if (strcmp(words[0], "mean") == 0) {
        show(mean(t, c));
    } else if (strcmp(words[0], "median") == 0) {
        show(median(t, c));
    } else if (strcmp(words[0], "mode") == 0) {
        mode(t, c);
    } else if (strcmp(words[0], "ranks") == 0) {
        ranks(t, c);
    } else {
        complain("what?");
    }
}

int main(void)
{
    char buf[100];
    while (fgets(buf, sizeof buf, stdin)) {
        row++;
        buf[strcspn(buf, "\n")] = 0;
        split(buf);
        if (nwords == 0)
            reading = NULL;
        else if (words[0][0] == '#')
            continue;
        else if (reading)
            add_row();
        else
            command();
    }
    return errors > 0;
}
