/* time_impl.h: declarations that the calendar files share: day counts and the time zone. */
#ifndef DRIFT_LIBC_TIME_IMPL_H
#define DRIFT_LIBC_TIME_IMPL_H

#include <stdint.h>
#include <time.h>

/* The local zone at one moment. */
struct zone_moment {
	long offset;      /* seconds east of Greenwich */
	int dst;          /* daylight saving time is in force */
	const char *name; /* abbreviation, stays valid */
	int no_year;      /* the moment's year does not fit into struct tm */
};

/* Reads TZ again if it changed. */
void __drift_tz_load(void);
/* The zone at time t; tz_load must have been called. */
struct zone_moment __drift_tz_at(time_t t);

/* Days from 1970-01-01 to the first of January of year (any year, Gregorian). */
int64_t __drift_days_to_year(int64_t year);
int __drift_leap_year(int64_t year);
/* Days in the year before the first of month (0..11). */
int __drift_days_to_month(int month, int leap);

/* Fills all fields except isdst, gmtoff and zone. Returns -1 with EOVERFLOW if the year does not
 * fit. */
int __drift_split_time(time_t t, long offset, struct tm *out);

#endif
