/* Area, direction and centre of a polygon of four corners. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CORNERS = 4 };

typedef struct Point {
	double x, y;
} Point;

static double cross(Point a, Point b)
{
	return a.x * b.y - b.x * a.y;
}

static double area(const Point *p)
{
	double sum = 0;
	for (int i = 0; i < CORNERS; i++)
		sum += cross(p[i], p[(i + 1) % CORNERS]);
	return sum / 2;
}

static Point centre(const Point *p, double a)
{
	Point c = {0, 0};
	for (int i = 0; i < CORNERS; i++) {
		Point q = p[i], r = p[(i + 1) % CORNERS];
		double w = cross(q, r);
		c.x += (q.x + r.x) * w;
		c.y += (q.y + r.y) * w;
	}
	c.x /= 6 * a;
	c.y /= 6 * a;
	return c;
}

int main(int argc, char **argv)
{
	Point p[CORNERS] = {{0, 0}, {4, 0}, {4, 3}, {0, 3}};
	if (argc < 5)
		return 2;
	p[2].x = atof(argv[1]);
	p[2].y = atof(argv[2]);
	p[3].x = atoi(argv[3]);
	p[3].y = atoi(argv[4]);
	double a = area(p);
	if (fabs(a) < 1e-9) {
		puts("flat");
		return 0;
	}
	printf("area %.2f %s\n", fabs(a), a > 0 ? "left" : "right");
	Point c = centre(p, a);
	printf("centre %.2f %.2f\n", c.x, c.y);
	if (c.x < 0 || c.y < 0)
		puts("negative");
	return 0;
}
