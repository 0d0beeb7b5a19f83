int main(int argc, char **argv)
{
	int sum = 0;
	for (const char *s = argv[1]; *s; s++)
		sum = *s < 'd' ? sum + 1 : *s < 'p' ? sum * 2 : sum ^ 5;
	return sum > 9;
}
