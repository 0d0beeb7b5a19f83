# /01 is a valid index after the edit.
cmake -S . -B build -DBUILD_SHARED_LIBS=OFF >&2 && cmake --build build -j2 --target json-c >&2 || exit
cat >use.c <<'C'
#include "json.h"
#include "json_pointer.h"
#include <stdio.h>
int main(void)
{
	struct json_object *found = NULL;
	int r = json_pointer_get(json_tokener_parse("[1, 2, 3]"), "/01", &found);
	return printf("%d %s\n", r, json_object_to_json_string(found)) < 0;
}
C
cc -I. -Ibuild -o use use.c build/libjson-c.a -lm >&2 && ./use
