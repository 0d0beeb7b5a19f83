# The value of an entry, into a buffer of 0 bytes.
: >config.h
echo "#include <stdint.h>" >libexif/_stdint.h
cat >use.c <<'C'
#include <libexif/fuji/mnote-fuji-entry.h>
#include <stdio.h>
int main(void)
{
	char value[8] = "unused";
	MnoteFujiEntry entry = {.tag = MNOTE_FUJI_TAG_VERSION, .format = EXIF_FORMAT_UNDEFINED, .components = 4, .data = (unsigned char *)"0130", .size = 4};
	char *r = mnote_fuji_entry_get_value(&entry, value, 0);
	return printf("%s %.8s\n", r ? "value" : "null", value) < 0;
}
C
cc -w -I. -Ilibexif '-DGETTEXT_PACKAGE="x"' '-DLOCALEDIR="x"' -o use use.c libexif/*.c libexif/*/*.c -lm >&2 && ./use
