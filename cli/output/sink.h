/* sink: what writes answers (rows.h). One file each; what a sink leaves NULL it has no form of. */
#ifndef PERFOLIO_CLI_OUTPUT_SINK_H
#define PERFOLIO_CLI_OUTPUT_SINK_H

#include "cli/output/rows.h"

struct rows_sink {
    enum rows_format format;
    void (*begin)(struct rows *r, const char *command);
    void (*end)(struct rows *r, const struct problems *all);
    void (*open)(struct rows *r, const char *name, bool list);
    void (*close)(struct rows *r);
    void (*fact)(struct rows *r, const char *name, const struct value *v, bool key);
    void (*table)(struct rows *r);
    void (*row)(struct rows *r, const struct value *cells, bool more);
    void (*row_end)(struct rows *r);
    void (*table_end)(struct rows *r);
};

extern const struct rows_sink sink_text, sink_csv, sink_json, sink_json_lines;

#endif
