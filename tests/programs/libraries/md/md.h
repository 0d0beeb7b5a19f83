/* md.h: a line of Markdown as HTML. */
#ifndef MD_H
#define MD_H

/* Allocated. */
char *md_html(const char *line);

#endif
