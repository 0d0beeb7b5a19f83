/* random.c: do random inputs tell programs apart?
 * usage: random SEED COUNT BASE VERSION...
 * Runs COUNT random inputs of up to 64 bytes (letters of any kind, printable ones, or those of a small alphabet) on
 * BASE and on every VERSION and prints, for each version, how many inputs gave another output or status. */
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 65536

static uint64_t state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % below);
}

static size_t make(unsigned char *out)
{
    static const char *const few[] = {"\n ab1:", "\n ->`#|a", "\n\t:=$()%a.", "\n apsd1,$/x.", "\"'\\/*0e.+x"};
    size_t n = draw(65);
    unsigned kind = draw(4);
    const char *set = few[draw(5)];
    for (size_t i = 0; i < n; i++) {
        if (kind == 0)
            out[i] = (unsigned char)draw(256);
        else if (kind == 1)
            out[i] = (unsigned char)(draw(8) ? ' ' + draw(95) : '\n');
        else
            out[i] = (unsigned char)set[draw((unsigned)strlen(set))];
    }
    return n;
}

/* Runs the program on the file `in`: its output in `out`, and its status behind it. */
static size_t run(const char *program, int in, int to, unsigned char *out)
{
    posix_spawn_file_actions_t act;
    pid_t pid;
    int status = 0;
    char *args[] = {(char *)program, NULL};
    lseek(in, 0, SEEK_SET);
    lseek(to, 0, SEEK_SET);
    if (ftruncate(to, 0))
        exit(2);
    posix_spawn_file_actions_init(&act);
    posix_spawn_file_actions_adddup2(&act, in, 0);
    posix_spawn_file_actions_adddup2(&act, to, 1);
    if (posix_spawn(&pid, program, &act, NULL, args, NULL) || waitpid(pid, &status, 0) < 0)
        exit(2);
    posix_spawn_file_actions_destroy(&act);
    ssize_t n = pread(to, out, MOST - sizeof status, 0);
    memcpy(out + n, &status, sizeof status);
    return (size_t)n + sizeof status;
}

int main(int argc, char **argv)
{
    static unsigned char input[64], first[MOST], second[MOST];
    if (argc < 5 || argc > 40)
        return 2;
    state = strtoull(argv[1], NULL, 10);
    long count = atol(argv[2]), differ[40] = {0};
    int in = memfd_create("in", MFD_CLOEXEC), out = memfd_create("out", MFD_CLOEXEC);
    for (long i = 0; i < count; i++) {
        size_t n = make(input);
        if (ftruncate(in, 0) || pwrite(in, input, n, 0) != (ssize_t)n)
            return 2;
        size_t len = run(argv[3], in, out, first);
        for (int v = 4; v < argc; v++)
            differ[v] += run(argv[v], in, out, second) != len || memcmp(first, second, len) != 0;
    }
    for (int v = 4; v < argc; v++)
        printf("%s %ld\n", argv[v], differ[v]);
    return 0;
}
