# The distance to a segment of length 0.
cat >use.c <<'C'
#include <ccd/vec3.h>
#include <stdio.h>
int main(void)
{
	ccd_vec3_t p = {{1, 2, 3}}, a = {{0, 0, 0}}, b = a;
	printf("%g\n", (double)ccdVec3PointSegmentDist2(&p, &a, &b, 0));
}
C
sed 's/#cmakedefine CCD_SINGLE//; s/#cmakedefine CCD_DOUBLE/#define CCD_DOUBLE/' src/ccd/config.h.cmake.in >src/ccd/config.h
cc -w -Isrc -o use use.c src/vec3.c -lm >&2 && ./use
