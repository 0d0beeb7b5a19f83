/* time_zone.c: the zone that TZ names, cached until TZ changes, and the variables tzname, timezone
 * and daylight. */
#include <stdlib.h>
#include <string.h>
#include "core.h"
#include "time_zone.h"

char *__tzname[2] = {"GMT", "GMT"};
long __timezone;
int __daylight;
extern char *tzname[2] __attribute__((alias("__tzname")));
extern long timezone __attribute__((alias("__timezone")));
extern int daylight __attribute__((alias("__daylight")));

static struct zone_file zone_file;
static struct zone_rule zone_rule;
static int zone_uses_file;
static char *loaded; /* the value of TZ that is loaded, or NULL for none yet */

/* As glibc: the last names of each kind, and the last offset of standard time. */
static void publish_file(void)
{
	__daylight = 0;
	__tzname[0] = __tzname[1] = NULL;
	__timezone = -zone_file.types[0].offset;
	for (size_t i = 0; i < zone_file.type_count; i++) {
		__daylight |= zone_file.types[i].dst;
		if (!__tzname[zone_file.types[i].dst] && zone_file.count == 0)
			__tzname[zone_file.types[i].dst] = (char *)zone_file.types[i].name;
	}
	for (size_t i = 0; i < zone_file.count; i++) {
		const struct zone_type *type = &zone_file.types[zone_file.to[i]];
		__tzname[type->dst] = (char *)type->name;
		if (!type->dst)
			__timezone = -type->offset;
	}
	if (!__tzname[0])
		__tzname[0] = __tzname[1] ? __tzname[1] : (char *)zone_file.types[0].name;
	if (!__tzname[1])
		__tzname[1] = __tzname[0];
}

static void publish_rule(void)
{
	__tzname[0] = zone_rule.name[0];
	__tzname[1] = zone_rule.name[1];
	__timezone = -zone_rule.offset[0];
	__daylight = zone_rule.offset[0] != zone_rule.offset[1];
}

void __drift_tz_load(void)
{
	const char *tz = getenv("TZ");
	if (!tz)
		tz = "/etc/localtime";
	else if (!*tz)
		tz = "Universal";
	else if (*tz == ':')
		tz++;
	if (loaded && strcmp(loaded, tz) == 0)
		return;
	free(loaded);
	size_t size = strlen(tz) + 1;
	loaded = malloc(size);
	if (loaded)
		memcpy(loaded, tz, size);
	if (zone_uses_file)
		__drift_zone_free(&zone_file);
	zone_uses_file = __drift_zone_read(tz, &zone_file);
	if (zone_uses_file) {
		publish_file();
		return;
	}
	/* An empty TZ without a file is a zone called Universal, in glibc too. */
	if (!*tz || strcmp(tz, "/etc/localtime") == 0)
		tz = "UTC0";
	__drift_zone_parse(tz, &zone_rule);
	publish_rule();
}

void tzset(void)
{
	__drift_tz_load();
}

struct zone_moment __drift_tz_at(time_t t)
{
	struct zone_moment m =
		zone_uses_file ? __drift_zone_file_at(&zone_file, t) : __drift_zone_rule_at(&zone_rule, t);
	if (zone_uses_file)
		__tzname[m.dst] = (char *)m.name;
	return m;
}
