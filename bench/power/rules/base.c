/* Reads a file of rules as make has it and prints what would be run: variables, rules, patterns, recipes, conditions. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RULES 16
#define MAX_VARS 16
#define WORD 32
#define TEXT 200

struct rule {
    char target[WORD];
    char deps[TEXT];
    char recipe[TEXT]; /* lines, each with '\n' */
    int pattern;       /* true if the target has a % */
    int twice;         /* true for a rule with :: */
    int state;         /* 0: not made, 1: being made, 2: made */
};

struct var {
    char name[WORD];
    char value[TEXT];
    int late; /* true if it is expanded where it is used */
};

static struct rule rules[MAX_RULES];
static int nrules;
static struct var vars[MAX_VARS];
static int nvars;
static struct rule *last; /* rule that a recipe line belongs to */
static char phony[TEXT];
static int skipping;  /* depth of conditions that are false */
static int nesting;   /* depth of conditions */
static int line_no;
static int errors;
static int made;

static void complain(const char *what, const char *word)
{
    printf("%d: %s: %s\n", line_no, what, word);
    errors++;
}

static struct var *find_var(const char *name)
{
    for (int i = 0; i < nvars; i++)
        if (strcmp(vars[i].name, name) == 0)
            return &vars[i];
    return NULL;
}

static char *trim(char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    size_t n = strlen(s);
    while (n && isspace((unsigned char)s[n - 1]))
        s[--n] = 0;
    return s;
}

static void put(char *out, const char *text)
{
    size_t n = strlen(out);
    snprintf(out + n, TEXT - n, "%s", text);
}

static int has_word(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = list; (p = strstr(p, word)); p++)
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
            return 1;
    return 0;
}

static const char *next_word(const char *p, char *word)
{
    int n = 0;
    while (*p == ' ' || *p == '\t')
        p++;
    while (*p && *p != ' ' && *p != '\t') {
        if (n < WORD - 1)
            word[n++] = *p;
        p++;
    }
    word[n] = 0;
    return n ? p : NULL;
}

/* Expands $(X), $X, $$ and, inside a recipe, $@ $< $^ $*. */
static void expand(const char *p, char *out, const struct rule *r, const char *stem, int level)
{
    char name[WORD], one[2] = "";
    for (; *p; p++) {
        if (*p != '$') {
            one[0] = *p;
            put(out, one);
            continue;
        }
        p++;
        int n = 0;
        if (*p == '(') {
            for (p++; *p && *p != ')'; p++)
                if (n < WORD - 1)
                    name[n++] = *p;
        } else if (*p) {
            name[n++] = *p;
        }
        name[n] = 0;
        if (!*p) {
            complain("unterminated", name);
            return;
        }
        char *colon = strchr(name, ':');
        char *equals = colon ? strchr(colon, '=') : NULL;
        if (strcmp(name, "$") == 0) {
            put(out, "$");
        } else if (r && strcmp(name, "@") == 0) {
            put(out, r->target);
        } else if (r && strcmp(name, "^") == 0) {
            put(out, r->deps);
        } else if (r && strcmp(name, "<") == 0) {
            if (next_word(r->deps, name))
                put(out, name);
        } else if (r && strcmp(name, "*") == 0) {
            put(out, stem);
        } else if (equals) {
            char value[TEXT] = "", word[WORD];
            *colon = *equals = 0;
            struct var *v = find_var(name);
            if (!v)
                continue;
            if (v->late && level < 4)
                expand(v->value, value, r, stem, level + 1);
            else
                put(value, v->value);
            int first = 1;
            for (const char *w = value; (w = next_word(w, word));) {
                size_t len = strlen(word), end = strlen(colon + 1);
                if (!first)
                    put(out, " ");
                first = 0;
                if (end <= len && strcmp(word + len - end, colon + 1) == 0) {
                    word[len - end] = 0;
                    put(out, word);
                    put(out, equals + 1);
                } else {
                    put(out, word);
                }
            }
        } else {
            struct var *v = find_var(name);
            if (!v)
                continue;
            if (!v->late)
                put(out, v->value);
            else if (level < 4)
                expand(v->value, out, r, stem, level + 1);
            else
                complain("recursive", name);
        }
    }
}

static void assign(char *name, char op, char *value)
{
    char text[TEXT] = "";
    name = trim(name);
    value = trim(value);
    struct var *v = find_var(name);
    if (op == '?' && v)
        return;
    if (!v) {
        if (nvars == MAX_VARS || !*name || strlen(name) >= WORD) {
            complain("variable", name);
            return;
        }
        v = &vars[nvars++];
        strcpy(v->name, name);
        v->value[0] = 0;
        v->late = 1;
    }
    if (op == '+') {
        if (v->late)
            put(text, value);
        else
            expand(value, text, NULL, "", 0);
        if (v->value[0])
            put(v->value, " ");
        put(v->value, text);
        return;
    }
    if (op == ':')
        expand(value, text, NULL, "", 0);
    else
        put(text, value);
    strcpy(v->value, text);
    v->late = op != ':';
}

static void add_rule(char *targets, char *deps, int twice)
{
    char list[TEXT] = "", need[TEXT] = "", word[WORD];
    char *recipe = strchr(deps, ';');
    if (recipe)
        *recipe++ = 0;
    expand(trim(targets), list, NULL, "", 0);
    expand(trim(deps), need, NULL, "", 0);
    last = NULL;
    for (const char *p = list; (p = next_word(p, word));) {
        if (strcmp(word, ".PHONY") == 0) {
            if (phony[0])
                put(phony, " ");
            put(phony, need);
            continue;
        }
        struct rule *r = NULL;
        for (int i = 0; i < nrules && !twice; i++)
            if (strcmp(rules[i].target, word) == 0)
                r = &rules[i];
        if (r && r->twice != twice) {
            complain("both : and ::", word);
            return;
        }
        if (!r) {
            if (nrules == MAX_RULES) {
                complain("too many rules", word);
                return;
            }
            r = &rules[nrules++];
            strcpy(r->target, word);
            r->twice = twice;
            r->pattern = strchr(word, '%') != NULL;
        }
        if (r->deps[0] && need[0])
            put(r->deps, " ");
        put(r->deps, need);
        if (recipe) {
            put(r->recipe, trim(recipe));
            put(r->recipe, "\n");
        }
        last = r;
    }
}

static int condition(char *line)
{
    char word[WORD], left[TEXT] = "", right[TEXT] = "";
    const char *rest = next_word(line, word);
    if (!rest)
        return 0;
    if (strcmp(word, "endif") == 0) {
        if (!nesting)
            complain("no condition", word);
        else
            nesting--;
        if (skipping)
            skipping--;
        return 1;
    }
    if (strcmp(word, "else") == 0) {
        if (!nesting)
            complain("no condition", word);
        else if (skipping <= 1)
            skipping = !skipping;
        return 1;
    }
    if (strncmp(word, "if", 2) != 0)
        return 0;
    int hold;
    if (strcmp(word, "ifdef") == 0 || strcmp(word, "ifndef") == 0) {
        next_word(rest, left);
        struct var *v = find_var(left);
        hold = (v && v->value[0]) == (word[2] == 'd');
    } else if (strcmp(word, "ifeq") == 0 || strcmp(word, "ifneq") == 0) {
        char *open = strchr(line, '('), *comma = strchr(line, ','), *close = strrchr(line, ')');
        if (!open || !comma || !close || comma < open || close < comma) {
            complain("condition", word);
            return 1;
        }
        *comma = *close = 0;
        expand(open + 1, left, NULL, "", 0);
        expand(trim(comma + 1), right, NULL, "", 0);
        hold = (strcmp(left, right) == 0) == (word[2] == 'e');
    } else {
        return 0;
    }
    nesting++;
    if (skipping || !hold)
        skipping++;
    return 1;
}

static void read_line(char *line)
{
    char *hash;
    if (line[0] == '\t') {
        if (skipping)
            return;
        if (!last) {
            complain("recipe without target", trim(line));
            return;
        }
        put(last->recipe, line + 1);
        put(last->recipe, "\n");
        return;
    }
    if ((hash = strchr(line, '#')))
        *hash = 0;
    line = trim(line);
    if (!*line || condition(line) || skipping)
        return;
    char *equals = strchr(line, '='), *colon = strchr(line, ':');
    if (equals && (!colon || equals <= colon + 1)) {
        char op = equals > line ? equals[-1] : 0;
        if (op == ':' || op == '+' || op == '?')
            equals[-1] = 0;
        else
            op = '=';
        *equals = 0;
        assign(line, op, equals + 1);
    } else if (colon) {
        int twice = colon[1] == ':';
        *colon = 0;
        add_rule(line, colon + 1 + twice, twice);
    } else {
        complain("separator", line);
    }
}

/* Matches a target with a pattern; the stem is what % stands for. */
static int stem_of(const char *pattern, const char *target, char *stem)
{
    const char *percent = strchr(pattern, '%');
    size_t before = (size_t)(percent - pattern), after = strlen(percent + 1), n = strlen(target);
    if (n <= before + after || strncmp(pattern, target, before) != 0)
        return 0;
    if (strcmp(target + n - after, percent + 1) != 0)
        return 0;
    snprintf(stem, WORD, "%.*s", (int)(n - before - after), target + before);
    return 1;
}

static void make(const char *target, int level);

static void run(struct rule *r, const char *stem, int level)
{
    char out[TEXT] = "", word[WORD];
    if (r->state == 1) {
        complain("circular", r->target);
        return;
    }
    if (r->state == 2)
        return;
    r->state = 1;
    for (const char *p = r->deps; (p = next_word(p, word));)
        make(word, level + 1);
    expand(r->recipe, out, r, stem, 0);
    for (char *p = out, *end; (end = strchr(p, '\n')); p = end + 1) {
        *end = 0;
        if (*p == '@')
            printf("(%s)\n", p + 1);
        else if (*p == '-')
            printf("%s || true\n", p + 1);
        else
            printf("%s\n", p);
    }
    if (!out[0] && !has_word(phony, r->target))
        printf("nothing for %s\n", r->target);
    r->state = 2;
    made++;
}

static void make(const char *target, int level)
{
    char stem[WORD], deps[TEXT], word[WORD];
    struct rule *best = NULL;
    int found = 0;
    size_t shortest = WORD;
    if (level > 8) {
        complain("too deep", target);
        return;
    }
    for (int i = 0; i < nrules; i++)
        if (!rules[i].pattern && strcmp(rules[i].target, target) == 0)
            run(&rules[i], "", level), found = 1;
    if (found)
        return;
    for (int i = 0; i < nrules; i++)
        if (rules[i].pattern && stem_of(rules[i].target, target, stem) && strlen(stem) < shortest)
            best = &rules[i], shortest = strlen(stem);
    if (!best) {
        printf("have %s\n", target);
        return;
    }
    struct rule instance = *best;
    stem_of(best->target, target, stem);
    strcpy(instance.target, target);
    deps[0] = 0;
    for (const char *p = best->deps; (p = next_word(p, word));) {
        char *percent = strchr(word, '%');
        if (deps[0])
            put(deps, " ");
        if (percent) {
            *percent = 0;
            put(deps, word);
            put(deps, stem);
            put(deps, percent + 1);
        } else {
            put(deps, word);
        }
    }
    strcpy(instance.deps, deps);
    run(&instance, stem, level);
}

int main(void)
{
    char line[120];
    while (fgets(line, sizeof line, stdin)) {
        line_no++;
        line[strcspn(line, "\n")] = 0;
        read_line(line);
    }
    if (nesting)
        complain("missing", "endif");
    for (int i = 0; i < nrules; i++)
        if (!rules[i].pattern && rules[i].target[0] != '.') {
            make(rules[i].target, 0);
            break;
        }
    printf("%d made, %d errors\n", made, errors);
    return errors ? 2 : 0;
}
