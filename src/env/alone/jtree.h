/* jtree.h: builds a JSON text.
 *
 * A small tree of values, for programs that are linked statically: Debian has no archive of libcjson.
 * The text is laid out as cJSON_Print does it. A value that is added belongs to its parent.
 */
#ifndef DRIFT_JTREE_H
#define DRIFT_JTREE_H

#include "base/base.h"

typedef struct JTree JTree;

JTree *jtree_object(void);
JTree *jtree_string(const char *text);
JTree *jtree_add_object(JTree *object, const char *key);
JTree *jtree_add_array(JTree *object, const char *key);
void jtree_add_string(JTree *object, const char *key, const char *text);
void jtree_add_number(JTree *object, const char *key, double number);
void jtree_add_bool(JTree *object, const char *key, bool value);
void jtree_add_null(JTree *object, const char *key);
/* Adds a value to an array. */
void jtree_push(JTree *array, JTree *value);
/* Calls visit for each text in the tree, which may change it in place. */
void jtree_texts(JTree *j, void (*visit)(void *user, char *text), void *user);
void jtree_write(const JTree *j, FILE *to);
void jtree_free(JTree *j);

#endif
