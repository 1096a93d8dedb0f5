/* rec_layout: describes the fields of a record, or of a struct in memory, as rows of data. */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_REC_LAYOUT_H
#define PERFOLIO_FORMATS_PERF_FIELDS_REC_LAYOUT_H

#include "core/base/text.h"
#include "core/base/value.h"
#include "core/model/event.h"
#include "core/model/record.h"

// clang-format off
enum rec_value {
    REC_COUNT,    /* an unsigned number of `width` bytes, printed in decimal */
    REC_SIGNED,   /* a signed number */
    REC_HEX,      /* a number printed in hexadecimal */
    REC_TIME,     /* ns */
    REC_ADDRESS,  /* an entry of a call chain: an address or a marker (PERF_CONTEXT_*) */
    REC_FLOAT,    /* an IEEE double in the byte order of the capture */
    REC_FLAG,     /* a number that counts as 0 or not 0; width 0: bits of `mask` in the header's misc */
    REC_WORD,     /* a number, printed as word(number); width 0: the number is the index in the list */
    REC_VERSION,  /* a number; the fields after it are read only if it equals `mask` */
    REC_SIZE,     /* the number of bytes that follow; has no bytes itself */
    REC_TEXT,     /* text up to a NUL, which must be in the record */
    REC_TEXT_END, /* text up to a NUL, `width` bytes or the end of the record */
    REC_STRING,   /* a u32 length, then that many bytes, which contain text up to a NUL */
    /* `width` bytes; with width 0 as many as the field of row number `count` in this layout says, or if there is no such row,
       all remaining bytes */
    REC_BYTES,
    REC_BUILD_ID, /* a build-id, which the record's own function reads */
    REC_COUNTERS, /* a read_format block (linux/perf_event.h, struct read_format): all remaining bytes */
    REC_ATTR,     /* a perf_event_attr of the size in its size field */
    REC_LIST,     /* entries, each with the layout `of` */
    /* fields with the layout that `parts` has for the number in row `count`; shown as an object if the row
       has a name */
    REC_PART,
};
// clang-format on

/* Values of `at`: after the previous row; only in memory. Value of rec_part.is: all other numbers. */
enum { REC_NEXT = UINT16_MAX, REC_NOWHERE = UINT16_MAX - 1, REC_ELSE = -1 };

struct rec_field {
    const char *name; /* of the member; "#name": only in the text; NULL: the entries of a list are numbers */
    uint8_t kind;
    uint16_t width; /* bytes */
    uint16_t at;    /* offset after the header, or after the beginning of the part or the entry */
    uint16_t to;    /* offset in struct record; 0: not stored, but read again when it is shown */
    /* index + 1 of the row with the number of entries or bytes, or with the number that selects the part; 0: entries
       fill the record */
    uint8_t count;
    uint8_t most;   /* most entries or bytes that are printed in the text; 0: all */
    uint16_t least; /* for a part: with fewer bytes than these it is absent */
    /* offset in struct record of a list of `other`, whose entries are shown together with those of this
       list; 0: none */
    uint16_t beside;
    uint32_t mask;     /* the bits of a flag; for a struct in memory see record_struct_show() */
    const char *comma; /* printed between entries in the text, or NULL */
    const struct rec_layout *of, *other;
    const struct rec_part {
        int64_t is;
        const struct rec_layout *layout;
    } * parts;                       /* the last one has REC_ELSE */
    const char *(*word)(uint64_t v); /* for REC_WORD: returns the name of a number, or NULL */
};

/*
 * `text` is how a record prints: {NAME} is a value, {NAME#} the number of its entries or bytes, {NAME:x} a number as
 * 0x1f, {NAME:2x} as two or more such digits, {NAME:-8} text in a column, {NAME?YES|NO} a text for not zero or zero,
 * {NAME&MASK?YES|NO} the same for some bits. NULL: a blank and the first value.
 */
struct rec_layout {
    const struct rec_field *rows;
    uint8_t n;
    /* size of an entry in bytes; 0: entries differ in size (they are then only shown as text) */
    uint16_t size;
    const char *text;
};

/* Reads a number of 1, 2, 4 or 8 bytes at `p` into a member as wide. */
static inline void rec_take(const uint8_t *p, unsigned width, enum byte_order order, void *to)
{
    switch (width) {
    case 1:
        *(uint8_t *)to = *p;
        break;
    case 2:
        *(uint16_t *)to = load_u16(p, order);
        break;
    case 4:
        *(uint32_t *)to = load_u32(p, order);
        break;
    default:
        *(uint64_t *)to = load_u64(p, order);
    }
}

/* The number in a member of 1, 2, 4 or 8 bytes. */
static inline uint64_t rec_number(const void *member, unsigned width)
{
    switch (width) {
    case 1:
        return *(const uint8_t *)member;
    case 2:
        return *(const uint16_t *)member;
    case 4:
        return *(const uint32_t *)member;
    default:
        return *(const uint64_t *)member;
    }
}

#endif
