/*
 * answer: what the JSON of all commands has in common (docs/json.md): how it begins, what it says of the
 * capture, and the problems at its end. An answer is begun once nothing can go wrong any more, so that
 * standard output holds a whole document or nothing.
 */
#ifndef PERFOLIO_CLI_SESSION_ANSWER_H
#define PERFOLIO_CLI_SESSION_ANSWER_H

#include "cli/output/json.h"
#include "cli/session/session.h"

enum { ANSWER_SHAPE = 1 }; /* grows when a script that read the old shape would fail on the new one */

struct json answer_begin(FILE *out, const char *command);

/* "problems", `more` (may be NULL) included, and the end. */
void answer_end(struct json *j, const struct session *s, const struct problems *more);

void answer_problems(struct json *j, const struct session *s, const struct problems *more);
void answer_problem_list(struct json *j, const struct problems *all);

/* "container" and "machine": what is known of the capture and of where it was recorded. */
void answer_container(struct json *j, const struct capture *c);
void answer_machine(struct json *j, const struct env *env);

/* Both, and "header": the header's lines as `report --header-only` prints them, `full` as with -I. */
void answer_header(struct json *j, const struct session *s, bool full);

/* "events": as they were asked for, each with its attr spelled as `evlist -v` does. */
void answer_events(struct json *j, const struct capture *c);

/* A build-id, null where there is none. */
void answer_build_id(struct json *j, const struct build_id *id);

#endif
