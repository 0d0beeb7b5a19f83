/* void piksrt(int n, double *a) : sorts by insertion, at most four numbers. */
void piksrt(int n, double *a)
{
	if (n > 4)
		n = 4;
	for (int j = 1; j < n; j++) {
		double x = a[j];
		int i = j - 1;
		while (i >= 0 && a[i] > x) {
			a[i + 1] = a[i];
			i--;
		}
		a[i + 1] = x;
	}
}
