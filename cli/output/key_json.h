/* key_json: what a row shows of a key as JSON (docs/json.md): names as text, what is more as its parts. */
#ifndef PERFOLIO_CLI_OUTPUT_KEY_JSON_H
#define PERFOLIO_CLI_OUTPUT_KEY_JSON_H

#include "cli/output/json.h"
#include "core/profile/keys/key.h"

/* Add the member, or members, of a key to a row. `text` is what the row's column says, with addresses of so
   many hex digits. Not for keys of fields of tracepoints. */
void key_json(struct json *j, const struct key *key, const char *text, unsigned addr_digits);

#endif
