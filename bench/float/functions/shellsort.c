/* void shellsort(double *a) : sorts four numbers by Shell's method. */
void shellsort(double *a)
{
	int n = 4, gap = 4;
	do {
		gap = gap / 3 + 1;
		for (int i = gap; i < n; i++) {
			double v = a[i];
			int j = i;
			while (a[j - gap] > v) {
				a[j] = a[j - gap];
				j -= gap;
				if (j < gap)
					break;
			}
			a[j] = v;
		}
		if (gap == 1)
			break;
	} while (gap > 1 || n > 4);
}
