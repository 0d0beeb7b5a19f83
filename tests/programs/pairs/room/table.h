/* A program of two files, and a library that has no bitcode. */
int put(char *to, int at, char what);
int far_away(void);
