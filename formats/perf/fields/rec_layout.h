/* rec_layout: what the fields of a record, or of a struct in memory, are, as rows of data. */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_REC_LAYOUT_H
#define PERFOLIO_FORMATS_PERF_FIELDS_REC_LAYOUT_H

#include "core/base/text.h"
#include "core/base/value.h"
#include "core/model/event.h"
#include "core/model/record.h"

// clang-format off
enum rec_value {
    REC_COUNT,    /* a number of `width` bytes, and how it is written: decimal, ... */
    REC_SIGNED,   /* ... below zero, too */
    REC_HEX,
    REC_TIME,     /* ns */
    REC_ADDRESS,  /* of a call chain: an address or a marker (PERF_CONTEXT_*) */
    REC_FLOAT,    /* an IEEE double in the byte order of the capture */
    REC_FLAG,     /* a number that is 0 or not; without `width`: bits of `mask` in the header's misc */
    REC_WORD,     /* the number's name, by `word`; without `width` that of the place in the list */
    REC_VERSION,  /* a number; what follows is read only when it is `mask` */
    REC_SIZE,     /* how many bytes follow */
    REC_TEXT,     /* up to a NUL, which is in the record */
    REC_TEXT_END, /* up to a NUL or `width` bytes, or as many as there are */
    REC_STRING,   /* a u32, how many bytes follow, and text up to a NUL in them */
    REC_BYTES,    /* `width` of them; 0: as many as `count` says, or all that follow */
    REC_BUILD_ID, /* read by the record's own function */
    REC_COUNTERS, /* a read_format block (linux/perf_event.h, struct read_format): all that follows */
    REC_ATTR,     /* a perf_event_attr, of the size that it says */
    REC_LIST,     /* entries of the layout `of` */
    REC_PART,     /* the layout that `parts` has for the number of the row `count`; with a name, an object */
};
// clang-format on

/* `at` of what follows the row before, of what is in memory only; `is` of all other numbers. */
enum { REC_NEXT = UINT16_MAX, REC_NOWHERE = UINT16_MAX - 1, REC_ELSE = -1 };

struct rec_field {
    const char *name; /* a member; "#name": only for the text; NULL: the entry itself, a list of numbers */
    uint8_t kind;
    uint16_t width;  /* bytes */
    uint16_t at;     /* bytes behind the header, or the beginning of the part or the entry */
    uint16_t to;     /* offset in struct record; 0: it is not kept, and is read where it is shown */
    uint8_t count;   /* 1 + the row that says how many, or which; 0: as many as fit */
    uint8_t most;    /* so many of the list are in the text; 0: all */
    uint16_t least;  /* of a part: it is there if so many bytes are */
    uint16_t beside; /* offset in struct record of a list beside this one, or 0: its entries are of `other` */
    uint32_t mask;   /* the bits of a flag; of a struct in memory see record_struct_show() */
    const char *comma; /* between entries in the text, or NULL */
    const struct rec_layout *of, *other;
    const struct rec_part {
        int64_t is;
        const struct rec_layout *layout;
    } * parts;                       /* ends with REC_ELSE */
    const char *(*word)(uint64_t v); /* NULL: it has none */
};

/*
 * `text` has {NAME} for a value and besides {NAME#}, how many entries or bytes it has, {NAME:x} in digits of
 * 0x1f, {NAME:2x} in two or more such digits, {NAME:-8} text in a column, {NAME?YES|NO}, {NAME&MASK?YES|NO}.
 * NULL: a blank and the value.
 */
struct rec_layout {
    const struct rec_field *rows;
    uint8_t n;
    uint16_t size; /* of an entry, bytes; 0: entries differ in size (only shown as text) */
    const char *text;
};

/* A number at `p` into a member as wide, of 1, 2, 4 or 8 bytes. */
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

/* The number in such a member. */
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
