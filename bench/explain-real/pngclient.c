/* pngclient.c: decodes a PNG and prints its size and a sum over its rows. */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	FILE *in = argc > 1 ? fopen(argv[1], "rb") : NULL;
	if (!in) {
		puts("no file");
		return 2;
	}
	png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	png_infop info = png_create_info_struct(png);
	if (setjmp(png_jmpbuf(png))) {
		puts("bad png");
		return 1;
	}
	png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
	png_init_io(png, in);
	png_read_info(png, info);
	png_uint_32 width = png_get_image_width(png, info), height = png_get_image_height(png, info);
	printf("%u x %u\n", (unsigned)width, (unsigned)height);
	if (width > 1000) {
		puts("too wide");
		return 1;
	}
	png_read_update_info(png, info);
	size_t n = png_get_rowbytes(png, info);
	png_bytep row = malloc(n);
	unsigned sum = 0;
	for (png_uint_32 y = 0; y < height; y++) {
		png_read_row(png, row, NULL);
		for (size_t i = 0; i < n; i++)
			sum = sum * 31 + row[i];
	}
	png_read_end(png, info);
	printf("sum %u\n", sum);
	png_destroy_read_struct(&png, &info, NULL);
	free(row);
	fclose(in);
	return 0;
}
