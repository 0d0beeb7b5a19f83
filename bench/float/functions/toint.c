/* int toint(double x, double scale) : scaled and rounded half away from zero, limited to 16 bits. */
int toint(double x, double scale)
{
	double v = x * scale;
	if (!(v > -32768.0))
		return -32768;
	if (v >= 32767.0)
		return 32767;
	return v < 0 ? -(int)(0.5 - v) : (int)(v + 0.5);
}
