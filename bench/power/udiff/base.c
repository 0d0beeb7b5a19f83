/* udiff: reads a unified diff and prints what it does: files with kind and counts, wrong hunks, overlapping hunks. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 128
#define FILES 12
#define PATH 40

struct file {
    char old[PATH], new[PATH];
    int added, removed, hunks;
    int kind;      /* 'M', 'A', 'D', 'R', 'C' */
    int old_mode, new_mode;
    int last_old;  /* the line behind the last hunk in OLD */
    int shift;     /* lines added minus removed by the hunks so far */
    int no_end[2]; /* no newline at the end of OLD, NEW */
    int binary;
    int similarity;
};

static char line[LINE];
static int at; /* line number */
static struct file files[FILES];
static int nfiles;
static struct file *file;
static int errors, fuzzy;
static int old_left, new_left; /* of the current hunk */
static int context_before, context_after;
static int changed_in_hunk;
static int last_sign;
static int strip = -1; /* components to strip, once known */

static void wrong(const char *what)
{
    printf("%d: %s\n", at, what);
    errors++;
}

static int starts(const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* A file name up to a tab; quotes and octal escapes as git writes them. */
static void path(const char *s, char *out)
{
    int n = 0;
    if (*s == '"') {
        for (s++; *s && *s != '"' && n < PATH - 1; s++) {
            int ch = (unsigned char)*s;
            if (ch == '\\' && s[1]) {
                s++;
                if (*s >= '0' && *s <= '3' && isdigit((unsigned char)s[1]) && isdigit((unsigned char)s[2])) {
                    ch = (*s - '0') * 64 + (s[1] - '0') * 8 + s[2] - '0';
                    s += 2;
                } else {
                    ch = *s == 't' ? '\t' : *s == 'n' ? '\n' : *s;
                }
            }
            out[n++] = (char)(ch ? ch : '?');
        }
    } else {
        while (*s && *s != '\t' && n < PATH - 1)
            out[n++] = *s++;
        while (n > 0 && out[n - 1] == ' ')
            n--;
    }
    out[n] = 0;
}

static const char *stripped(const char *s)
{
    if ((s[0] == 'a' || s[0] == 'b') && s[1] == '/' && strip == 1)
        return s + 2;
    return s;
}

static void end_hunk(void)
{
    if (old_left > 0 || new_left > 0)
        wrong("hunk is too short");
    else if (changed_in_hunk == 0 && (context_before || context_after))
        wrong("hunk changes nothing");
    else if (changed_in_hunk && context_before > context_after + 1)
        fuzzy++;
    old_left = new_left = 0;
    context_before = context_after = changed_in_hunk = 0;
    last_sign = 0;
}

static void end_file(void)
{
    if (!file)
        return;
    end_hunk();
    if (file->kind == 'A' && file->removed)
        wrong("new file with removed lines");
    if (file->kind == 'D' && file->added)
        wrong("removed file with added lines");
    if (file->kind == 'R' && file->hunks == 0 && file->similarity < 100)
        wrong("rename without hunks");
    file = NULL;
}

static void new_file(void)
{
    end_file();
    if (nfiles == FILES) {
        printf("too many files\n");
        exit(2);
    }
    file = &files[nfiles++];
    memset(file, 0, sizeof *file);
    file->kind = 'M';
    file->similarity = 100;
}

static void git_header(void)
{
    char *second;
    new_file();
    strip = 1;
    second = strstr(line + 11, " b/");
    if (second) {
        *second = 0;
        path(line + 11, file->old);
        path(second + 1, file->new);
    }
}

static int extended(void)
{
    if (!file || file->hunks)
        return 0;
    if (starts("old mode ")) {
        file->old_mode = (int)strtol(line + 9, NULL, 8);
    } else if (starts("new mode ")) {
        file->new_mode = (int)strtol(line + 9, NULL, 8);
    } else if (starts("new file mode ")) {
        file->kind = 'A';
        file->new_mode = (int)strtol(line + 14, NULL, 8);
    } else if (starts("deleted file mode ")) {
        file->kind = 'D';
        file->old_mode = (int)strtol(line + 18, NULL, 8);
    } else if (starts("rename from ")) {
        file->kind = 'R';
        path(line + 12, file->old);
    } else if (starts("rename to ")) {
        if (file->kind != 'R')
            wrong("rename to without from");
        path(line + 10, file->new);
    } else if (starts("copy from ")) {
        file->kind = 'C';
        path(line + 10, file->old);
    } else if (starts("copy to ")) {
        path(line + 8, file->new);
    } else if (starts("similarity index ")) {
        file->similarity = atoi(line + 17);
    } else if (starts("Binary files ") || starts("GIT binary patch")) {
        file->binary = 1;
    } else if (!starts("index ")) {
        return 0;
    }
    return 1;
}

static void old_name(void)
{
    char name[PATH];
    path(line + 4, name);
    if (!file || file->hunks || !file->old[0])
        new_file();
    if (strcmp(name, "/dev/null") == 0)
        file->kind = 'A';
    strcpy(file->old, name);
}

static void new_name(void)
{
    char name[PATH];
    path(line + 4, name);
    if (!file) {
        wrong("+++ without ---");
        return;
    }
    if (strcmp(name, "/dev/null") == 0) {
        if (file->kind == 'A')
            wrong("no file");
        file->kind = 'D';
    } else if (strip < 0) {
        strip = name[0] == 'b' && name[1] == '/' && file->old[0] == 'a';
    }
    strcpy(file->new, name);
}

/* START[,COUNT] */
static const char *range(const char *s, int *start, int *count)
{
    char *end;
    *start = (int)strtol(s, &end, 10);
    *count = 1;
    if (end == s || *start < 0)
        return NULL;
    if (*end == ',') {
        s = end + 1;
        *count = (int)strtol(s, &end, 10);
        if (end == s || *count < 0)
            return NULL;
    }
    return end;
}

static void hunk(void)
{
    int old, new, old_count, new_count;
    const char *s = line + 3;
    end_hunk();
    if (!file) {
        wrong("hunk without file");
        return;
    }
    if (*s != '-' || !(s = range(s + 1, &old, &old_count)) || strncmp(s, " +", 2) != 0 ||
        !(s = range(s + 2, &new, &new_count)) || strncmp(s, " @@", 3) != 0) {
        wrong("bad hunk");
        return;
    }
    if (old_count > 1000 || new_count > 1000 || old > 1000000 || new > 1000000) {
        wrong("hunk is too large");
        return;
    }
    if (old_count == 0)
        old++;
    if (new_count == 0)
        new++;
    if (old < file->last_old)
        wrong("hunks overlap");
    else if (file->hunks && old == file->last_old)
        printf("%d: hunks touch\n", at);
    if (new - old != file->shift)
        printf("%d: offset %d\n", at, new - old - file->shift);
    file->last_old = old + old_count;
    file->shift += new_count - old_count;
    file->hunks++;
    old_left = old_count;
    new_left = new_count;
    if (s[3] == ' ' && s[4])
        printf("in %s\n", s + 4);
}

static void body(void)
{
    int sign = line[0] ? line[0] : ' ';
    switch (sign) {
    case ' ':
        old_left--;
        new_left--;
        if (changed_in_hunk)
            context_after++;
        else
            context_before++;
        break;
    case '-':
        old_left--;
        file->removed++;
        changed_in_hunk++;
        if (last_sign == '+')
            printf("%d: removed behind added\n", at);
        context_after = 0;
        break;
    case '+':
        new_left--;
        file->added++;
        changed_in_hunk++;
        context_after = 0;
        if (strlen(line) > 1 && isspace((unsigned char)line[strlen(line) - 1]))
            printf("%d: blanks at the end\n", at);
        break;
    default:
        wrong("bad line in hunk");
        old_left = new_left = 0;
        return;
    }
    if (old_left < 0 || new_left < 0) {
        wrong("hunk is too long");
        old_left = new_left = 0;
    }
    last_sign = sign;
}

static void no_newline(void)
{
    if (!file || !last_sign) {
        wrong("nothing without newline");
        return;
    }
    if (last_sign != '+')
        file->no_end[0] = 1;
    if (last_sign != '-')
        file->no_end[1] = 1;
    if (last_sign == ' ' && (old_left || new_left))
        wrong("newline is missing inside");
}

static void summary(void)
{
    for (int i = 0; i < nfiles; i++) {
        const struct file *f = &files[i];
        printf("%c %s", f->kind, stripped(f->kind == 'D' ? f->old : f->new));
        if (f->kind == 'R' || f->kind == 'C')
            printf(" from %s %d%%", stripped(f->old), f->similarity);
        if (f->binary)
            printf(" binary");
        else
            printf(" +%d -%d", f->added, f->removed);
        if (f->old_mode && f->new_mode && f->old_mode != f->new_mode)
            printf(" %s%o", (f->old_mode ^ f->new_mode) & 0111 ? "x " : "", f->new_mode);
        if (f->no_end[0] != f->no_end[1])
            printf(f->no_end[0] ? " newline added" : " newline removed");
        for (int k = 0; k < i; k++)
            if (files[k].kind == 'D' && f->kind == 'A' && strcmp(stripped(files[k].old), stripped(f->new)) == 0)
                printf(" again");
        putchar('\n');
    }
    if (fuzzy)
        printf("%d hunks at the end of a file\n", fuzzy);
}

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        at++;
        line[strcspn(line, "\n")] = 0;
        if (line[0] == '\\') {
            no_newline();
        } else if (old_left > 0 || new_left > 0) {
            body();
        } else if (starts("diff --git a/")) {
            git_header();
        } else if (starts("--- ")) {
            old_name();
        } else if (starts("+++ ")) {
            new_name();
        } else if (starts("@@ ")) {
            hunk();
        } else if (!extended() && file && file->hunks && line[0] && strchr("+- ", line[0])) {
            wrong("line behind hunk");
        }
    }
    end_file();
    summary();
    return errors > 0;
}
