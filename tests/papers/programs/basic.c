/* Two decisions, the second on a value that was changed after the first. */
int basic(int x, int y)
{
	int o;
	if (x > 0) {
		y = y + 1;
		if (y > 0)
			o = 10;
		else
			o = 20;
	} else {
		o = 30;
	}
	return o;
}
