/* int locate(float x, float y) : the place of x * y in a table, by bisection. */
int locate(float x, float y)
{
	static const float table[8] = {-4, -1.5f, 0, 0.25f, 1, 2.5f, 9, 100};
	float v = x * y;
	int low = -1, high = 8;
	while (high - low > 1) {
		int mid = (low + high) >> 1;
		if (v >= table[mid])
			low = mid;
		else
			high = mid;
	}
	return low;
}
