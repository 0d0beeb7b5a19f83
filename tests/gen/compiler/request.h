/* request.h: what client.c asks of server.c: to be clang with these words, variables and files.
 *
 * A request is a Request with the descriptors of standard input, output, errors and the working
 * directory beside it, then `length` bytes of text: the words, then the variables, each ended by 0.
 * The answer is the status of wait(), an int. A client that goes away ends its compiler.
 */
#ifndef DRIFT_TESTS_COMPILER_REQUEST_H
#define DRIFT_TESTS_COMPILER_REQUEST_H

#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

enum { REQUEST_FILES = 4 };

typedef struct Request {
	int words;            /* argc */
	int variables;        /* of the environment */
	size_t length;        /* bytes of text that follow */
	mode_t mask;          /* umask */
	struct rlimit blocks; /* RLIMIT_FSIZE */
} Request;

/* Names the socket, for both. */
#define COMPILER_SOCKET "DRIFT_COMPILER_SOCKET"

#endif
