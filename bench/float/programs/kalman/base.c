/* A Kalman filter of one state: three measurements of a position that drifts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Filter {
	double x, p; /* estimate and its variance */
	double q, r; /* variances of the process and of a measurement */
	int rejected;
} Filter;

static void predict(Filter *f)
{
	f->p = f->p + f->q;
	if (f->p > 100)
		f->p = 100;
}

static void update(Filter *f, double z)
{
	double y = z - f->x, s = f->p + f->r;
	if (y * y > 9 * s) {
		f->rejected++;
		f->p *= 1.5;
		return;
	}
	double k = f->p / s;
	f->x += k * y;
	f->p = (1 - k) * f->p;
}

int main(int argc, char **argv)
{
	if (argc < 5)
		return 2;
	Filter f = {.x = 0, .p = 1, .q = 0.125, .r = atof(argv[4])};
	if (!(f.r > 0)) {
		puts("variance");
		return 1;
	}
	for (int i = 1; i <= 3; i++) {
		predict(&f);
		update(&f, atof(argv[i]));
	}
	printf("%.4f %.4f\n", f.x, f.p);
	if (f.rejected > 1)
		printf("rejected %d\n", f.rejected);
	if (fabs(f.x) > 2)
		puts("far");
	return 0;
}
