/* protobuf: encodes messages (https://protobuf.dev/programming-guides/encoding/). Only for pprof.c. */
#ifndef PERFOLIO_FORMATS_EXPORT_PROTOBUF_H
#define PERFOLIO_FORMATS_EXPORT_PROTOBUF_H

#include "core/base/text.h"
#include "formats/export/exporter.h"

/* Numbers of fields, message by message (https://github.com/google/pprof/blob/main/proto/profile.proto). */
enum { PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION, PROFILE_FUNCTION };
enum { PROFILE_STRINGS = 6, PROFILE_TIME = 9, PROFILE_DURATION, PROFILE_PERIOD_TYPE, PROFILE_PERIOD };
enum { PROFILE_COMMENT = 13, PROFILE_DEFAULT_TYPE };
enum { TYPE_TYPE = 1, TYPE_UNIT };
enum { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_STR, LABEL_NUM };
enum { MAPPING_ID = 1, MAPPING_START, MAPPING_LIMIT, MAPPING_OFFSET, MAPPING_FILE, MAPPING_BUILD_ID };
enum { MAPPING_FUNCTIONS = 7, MAPPING_FILES, MAPPING_LINES, MAPPING_INLINES };
enum { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION = 1, LINE_LINE };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILE };

enum protobuf_wire { PROTOBUF_VARINT = 0, PROTOBUF_LEN = 2 };

/* Appends a field with a number. 0 is not written, since it is the default. */
static inline void protobuf_number(struct text *t, unsigned field, uint64_t v)
{
    if (!v)
        return;
    text_uleb(t, field << 3 | PROTOBUF_VARINT);
    text_uleb(t, v);
}

/* Appends a field with a text, a message or packed numbers. */
static inline void protobuf_bytes(struct text *t, unsigned field, const char *s, size_t n)
{
    text_uleb(t, field << 3 | PROTOBUF_LEN);
    text_uleb(t, n);
    text_add_n(t, s, n);
}

/* Appends a field with `message`, and empties `message`. */
static inline void protobuf_message(struct text *t, unsigned field, struct text *message)
{
    protobuf_bytes(t, field, message->s, message->n);
    message->n = 0;
}

/* Compresses output (RFC 1952), fast rather than small. */

struct gzip;

/* Begins a stream to `out`; nothing else may write to `out` until gzip_end(). `beside`: compress in
   another thread, if one can be made. */
struct gzip *gzip_begin(struct export_sink *out, bool beside);

/* Adds bytes. It can be the `write` of an export_sink, with the struct gzip as `arg`. Always true. The
   result does not depend on how the bytes are divided among calls. */
bool gzip_add(void *gzip, const void *bytes, size_t n, struct err *e);

/* Writes the rest of the stream, and frees `g`. */
void gzip_end(struct gzip *g);

#endif
