/* certify.h: drift test --certificate: which command lines can have one, and what it has of them. */
#ifndef DRIFT_CMD_CERTIFY_H
#define DRIFT_CMD_CERTIFY_H

#include "cli/pair.h"

/* Returns false if a proof of this command line could not be told in a certificate. */
bool certify_fits(const PairJob *job, Err *err);
/* Writes the certificate of the verdict `equivalent` to --certificate. */
bool certify_save(const PairJob *job, Comparison *comparison, Err *err);

#endif
