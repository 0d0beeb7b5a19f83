/* stdio_memory.c: streams over functions and over memory. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "stdio_impl.h"

/* ---- fopencookie ---- */

struct cookie {
	void *data;                  /* the caller's */
	cookie_io_functions_t funcs; /* any of them may be NULL */
};

static ssize_t cookie_read(struct stream *s, char *buf, size_t n)
{
	struct cookie *c = s->cookie;
	if (c->funcs.read)
		return c->funcs.read(c->data, buf, n);
	return -1;
}

static ssize_t cookie_write(struct stream *s, const char *buf, size_t n)
{
	struct cookie *c = s->cookie;
	/* Nobody there to write is an error. */
	ssize_t done = c->funcs.write ? c->funcs.write(c->data, buf, n) : 0;
	return done;
}

static off64_t cookie_seek(struct stream *s, off64_t off, int whence)
{
	struct cookie *c = s->cookie;
	if (!c->funcs.seek) {
		errno = ESPIPE;
		return -1;
	}
	if (c->funcs.seek(c->data, &off, whence) != 0 || off == -1)
		return -1;
	return off;
}

static int cookie_close(struct stream *s)
{
	struct cookie *c = s->cookie;
	int status = c->funcs.close ? c->funcs.close(c->data) : 0;
	free(c);
	s->cookie = NULL;
	return status;
}

static const struct stream_ops cookie_ops = {cookie_read, cookie_write, cookie_seek, cookie_close};

static FILE *open_cookie(void *data, const char *mode, cookie_io_functions_t funcs)
{
	struct stream_mode m;
	if (!__stdio_parse_mode(mode, &m))
		return NULL;
	struct stream *s = __stdio_new(m.stream_flags, &cookie_ops);
	struct cookie *c = malloc(sizeof *c);
	if (!s || !c) {
		free(s);
		free(c);
		return NULL;
	}
	*c = (struct cookie){data, funcs};
	s->cookie = c;
	s->f._fileno = -2;
	__stdio_link(&s->f);
	return &s->f;
}

FILE *fopencookie(void *data, const char *mode, cookie_io_functions_t funcs)
{
	return open_cookie(data, mode, funcs);
}

/* ---- fmemopen ---- */

struct fixed {
	char *buf;   /* the caller's, or ours */
	bool ours;   /* free it at the end */
	bool append; /* writes go to the end */
	size_t size; /* of buf */
	off64_t pos; /* in buf */
	size_t end;  /* where reading ends and appending begins */
};

static ssize_t fixed_read(void *data, char *buf, size_t n)
{
	struct fixed *m = data;
	if ((size_t)m->pos + n > m->end)
		n = (size_t)m->pos > m->end ? 0 : m->end - (size_t)m->pos;
	memcpy(buf, m->buf + m->pos, n);
	m->pos += (off64_t)n;
	return (ssize_t)n;
}

static ssize_t fixed_write(void *data, const char *buf, size_t n)
{
	struct fixed *m = data;
	off64_t pos = m->append ? (off64_t)m->end : m->pos;
	/* The contents stay NUL-terminated if there is room. */
	bool add_null = n == 0 || buf[n - 1] != '\0';
	if ((size_t)pos + n > m->size) {
		if ((size_t)pos + add_null >= m->size) {
			errno = ENOSPC;
			return 0;
		}
		n = m->size - (size_t)pos;
	}
	memcpy(m->buf + pos, buf, n);
	m->pos = pos + (off64_t)n;
	if ((size_t)m->pos > m->end) {
		m->end = (size_t)m->pos;
		if (m->end < m->size && add_null)
			m->buf[m->end] = '\0';
		else if (!m->append && add_null)
			m->buf[m->size - 1] = '\0';
	}
	return (ssize_t)n;
}

static int fixed_seek(void *data, off64_t *off, int whence)
{
	struct fixed *m = data;
	off64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? m->pos : (off64_t)m->end;
	off64_t pos = base + *off;
	if (pos < 0 || (size_t)pos > m->size) {
		errno = EINVAL;
		return -1;
	}
	*off = m->pos = pos;
	return 0;
}

static int fixed_close(void *data)
{
	struct fixed *m = data;
	if (m->ours)
		free(m->buf);
	free(m);
	return 0;
}

FILE *fmemopen(void *buf, size_t size, const char *mode)
{
	struct fixed *m = malloc(sizeof *m);
	if (!m)
		return NULL;
	*m = (struct fixed){.buf = buf, .size = size, .append = mode[0] == 'a'};
	if (!buf) {
		m->ours = true;
		m->buf = malloc(size ? size : 1);
		if (!m->buf) {
			free(m);
			return NULL;
		}
		m->buf[0] = '\0';
	} else if (mode[0] == 'w' && mode[1] == '+' && size > 0) {
		m->buf[0] = '\0';
	}
	if (mode[0] == 'r')
		m->end = size;
	else if (m->append)
		m->end = strnlen(m->buf, size);
	m->pos = m->append ? (off64_t)m->end : 0;
	cookie_io_functions_t funcs = {fixed_read, fixed_write, fixed_seek, fixed_close};
	FILE *fp = open_cookie(m, mode, funcs);
	if (!fp)
		fixed_close(m);
	return fp;
}

/* ---- open_memstream and open_wmemstream ---- */

struct growing {
	char *buf;       /* contents and a null of four bytes, from malloc */
	size_t room;     /* bytes in buf */
	size_t pos;      /* bytes; the text ends here, even after seeking back */
	char **where;    /* the caller's pointer, brought up to date by every flush */
	size_t *length;  /* the caller's size: up to pos, in units */
	size_t unit;     /* 1, or 4 for wide characters */
	mbstate_t state; /* of wide text between two flushes */
};

static bool growing_room(struct growing *g, size_t need)
{
	need += 4;
	if (need <= g->room)
		return true;
	size_t room = 2 * g->room > need ? 2 * g->room : need;
	char *p = realloc(g->buf, room);
	if (!p)
		return false;
	memset(p + g->room, 0, room - g->room);
	g->buf = p;
	g->room = room;
	return true;
}

static void growing_publish(struct growing *g)
{
	*g->where = g->buf;
	*g->length = g->pos / g->unit;
}

static bool growing_put(struct growing *g, const void *bytes, size_t n)
{
	if (!growing_room(g, g->pos + n))
		return false;
	memcpy(g->buf + g->pos, bytes, n);
	g->pos += n;
	return true;
}

static ssize_t growing_write(void *data, const char *buf, size_t n)
{
	struct growing *g = data;
	if (g->unit == 1) {
		if (!growing_put(g, buf, n))
			return 0;
	} else {
		for (size_t i = 0; i < n; i++) {
			wchar_t c;
			size_t r = mbrtowc(&c, buf + i, 1, &g->state);
			if (r == (size_t)-2)
				continue;
			if (r == (size_t)-1 || !growing_put(g, &c, sizeof c))
				return (ssize_t)i;
		}
	}
	growing_publish(g);
	return (ssize_t)n;
}

static int growing_seek(void *data, off64_t *off, int whence)
{
	struct growing *g = data;
	off64_t unit = (off64_t)g->unit;
	off64_t base = whence == SEEK_SET ? 0 : (off64_t)g->pos / unit;
	off64_t pos = base + *off;
	if (pos < 0 || pos > PTRDIFF_MAX / 8) {
		errno = EINVAL;
		return -1;
	}
	if (!growing_room(g, (size_t)(pos * unit)))
		return -1;
	g->pos = (size_t)(pos * unit);
	*off = pos;
	growing_publish(g);
	return 0;
}

static int growing_close(void *data)
{
	struct growing *g = data;
	memset(g->buf + g->pos, 0, g->unit);
	growing_publish(g);
	free(g);
	return 0;
}

static FILE *open_growing(char **where, size_t *length, size_t unit)
{
	struct growing *g = malloc(sizeof *g);
	char *buf = calloc(1, 64);
	if (!g || !buf) {
		free(g);
		free(buf);
		return NULL;
	}
	*g = (struct growing){.buf = buf, .room = 64, .where = where, .length = length, .unit = unit};
	cookie_io_functions_t funcs = {NULL, growing_write, growing_seek, growing_close};
	FILE *fp = open_cookie(g, "w", funcs);
	if (!fp) {
		free(buf);
		free(g);
		return NULL;
	}
	growing_publish(g);
	return fp;
}

FILE *open_memstream(char **where, size_t *length)
{
	return open_growing(where, length, 1);
}

FILE *open_wmemstream(wchar_t **where, size_t *length)
{
	FILE *fp = open_growing((char **)where, length, sizeof(wchar_t));
	if (fp)
		fp->_mode = 1;
	return fp;
}
