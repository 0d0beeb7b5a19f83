/* capture.h: included before a subject's own lines; sends its library calls to capture.c.
 *
 * Only what the subjects use. The system headers come first, so that the macros meet nothing
 * but the subject.
 */
#ifndef CAPTURE_H
#define CAPTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <limits.h>

int cap_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int cap_fprintf(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
int cap_fputc(int c, FILE *to);
int cap_fputs(const char *s, FILE *to);
int cap_puts(const char *s);
size_t cap_fwrite(const void *from, size_t size, size_t n, FILE *to);
int cap_getchar(void);
int cap_ungetc(int c, FILE *from);
char *cap_fgets(char *to, int size, FILE *from);
size_t cap_fread(void *to, size_t size, size_t n, FILE *from);
void *cap_malloc(size_t size);
void *cap_calloc(size_t n, size_t size);
void *cap_realloc(void *p, size_t size);
void cap_free(void *p);
_Noreturn void cap_exit(int status);
_Noreturn void cap_abort(void);

#undef getchar
#undef putchar
#undef getc
#undef putc
#define printf cap_printf
#define fprintf cap_fprintf
#define putchar(c) cap_fputc(c, stdout)
#define putc cap_fputc
#define fputc cap_fputc
#define fputs cap_fputs
#define puts cap_puts
#define fwrite cap_fwrite
#define getchar cap_getchar
#define getc(f) cap_getchar()
#define fgetc(f) cap_getchar()
#define ungetc cap_ungetc
#define fgets cap_fgets
#define fread cap_fread
#define malloc cap_malloc
#define calloc cap_calloc
#define realloc cap_realloc
#define free cap_free
#define exit cap_exit
#define abort cap_abort

#endif
