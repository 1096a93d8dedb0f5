/*
 * header_value: one value of an EventHeader event. The value's encoding decides how many bytes it has, its
 * format how these bytes are printed. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_READ_HEADER_VALUE_H
#define PERFOLIO_FORMATS_TRACEPOINT_READ_HEADER_VALUE_H

#include "core/model/trace.h"

/* event_field_encoding: how many bytes a value has. */
// clang-format off
enum {
    ENCODING_STRUCT = 1, ENCODING_VALUE8, ENCODING_VALUE16, ENCODING_VALUE32, ENCODING_VALUE64,
    ENCODING_VALUE128, ENCODING_ZSTRING_CHAR8, ENCODING_ZSTRING_CHAR16, ENCODING_ZSTRING_CHAR32,
    ENCODING_STRING_LENGTH16_CHAR8, ENCODING_STRING_LENGTH16_CHAR16, ENCODING_STRING_LENGTH16_CHAR32,
    ENCODING_BINARY_LENGTH16_CHAR8,
};
// clang-format on

/* event_field_format: the meaning of the bytes. */
// clang-format off
enum {
    FORMAT_DEFAULT, FORMAT_UNSIGNED_INT, FORMAT_SIGNED_INT, FORMAT_HEX_INT, FORMAT_ERRNO, FORMAT_PID,
    FORMAT_TIME, FORMAT_BOOLEAN, FORMAT_FLOAT, FORMAT_HEX_BYTES, FORMAT_STRING8, FORMAT_STRING_UTF,
    FORMAT_STRING_UTF_BOM, FORMAT_STRING_XML, FORMAT_STRING_JSON, FORMAT_UUID, FORMAT_PORT,
    FORMAT_IP_ADDRESS, FORMAT_IP_ADDRESS_OBSOLETE,
};
// clang-format on

/* Takes the bytes of a value with this encoding. `data` becomes bad if fewer are left, or the encoding is
   unknown. */
struct span header_value_take(struct cur *data, unsigned encoding);

/* The value of the bytes, with its text in `out`, which must be empty. A value that is a text borrows it.
   A format that does not fit the bytes is replaced by the encoding's default. */
struct value header_value_decode(struct span s, unsigned encoding, unsigned format, enum byte_order order,
                                 const struct trace_names *names, struct text *out);

#endif
