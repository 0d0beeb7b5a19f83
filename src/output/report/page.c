/* page.c: head and foot of the page: style and script, both inside the page. */
#include "output/report/impl.h"

/* The files as they are; the build names the folder. */
#define INCLUDE_TEXT(name, file)                                            \
	__asm__(".section .rodata\n" #name ":\n"                                \
			".incbin \"" DRIFT_REPORT_DIR "/" file "\"\n.byte 0\n.text\n"); \
	extern const char name[];

INCLUDE_TEXT(report_css, "page.css")
INCLUDE_TEXT(report_js, "page.js")

void write_head(FILE *to, const char *title)
{
	fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
		  to);
	html_text(to, title);
	fprintf(to, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", report_css);
}

void write_foot(FILE *to)
{
	fprintf(to,
			"<footer>drift " DRIFT_VERSION "</footer>\n<script>\n%s</script>\n</body>\n</html>\n",
			report_js);
}
