/* jsoncjson.c: says whether standard input is JSON, by cJSON. */
#include <cJSON.h>
#include <stdio.h>

int main(void)
{
	char text[256];
	size_t n = fread(text, 1, sizeof text - 1, stdin);
	text[n] = 0;
	cJSON *v = cJSON_Parse(text);
	puts(v ? "good" : "bad");
	return v ? 0 : 1;
}
