/*
 * header_value: one value of an EventHeader event: bytes, laid out by an encoding, as the text that a format
 * makes of them. Private to formats/tracepoint.
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

/* event_field_format: what they mean. */
// clang-format off
enum {
    FORMAT_DEFAULT, FORMAT_UNSIGNED_INT, FORMAT_SIGNED_INT, FORMAT_HEX_INT, FORMAT_ERRNO, FORMAT_PID,
    FORMAT_TIME, FORMAT_BOOLEAN, FORMAT_FLOAT, FORMAT_HEX_BYTES, FORMAT_STRING8, FORMAT_STRING_UTF,
    FORMAT_STRING_UTF_BOM, FORMAT_STRING_XML, FORMAT_STRING_JSON, FORMAT_UUID, FORMAT_PORT,
    FORMAT_IP_ADDRESS, FORMAT_IP_ADDRESS_OBSOLETE,
};
// clang-format on

/* Take a value of an encoding. What it is too long for marks the cursor. */
struct span header_value_take(struct cur *data, unsigned encoding);

/* Put its text into `out`, which is empty, and which it borrows where it is a text. A format that does not fit to the bytes gives
   way to that of the encoding. */
struct value header_value(struct span s, unsigned encoding, unsigned format, enum byte_order order,
                          const struct trace_names *names, struct text *out);

#endif
