/*
 * The header's table of build-ids of the objects that samples hit. Its rows have the layout of BUILD_ID
 * records. Few new captures have it, since their build-ids are in MMAP2 records.
 */
#include "formats/perf/features/feature_rows.h"

enum {
    ID_MAX = 20,
    ID_BYTES = 24,  /* 20 bytes of build-id, their number, padding */
    GUEST_PID = 0,  /* DEFAULT_GUEST_KERNEL_ID, for tables without a pid */
    ROW_HEADER = 8, /* struct perf_event_header */
    OLD_ROW = ROW_HEADER + ID_BYTES,
    NEW_ROW = ROW_HEADER + 4 + ID_BYTES,
};

/* Takes a row: the misc of its header, and the rest. False at the end, or if the table is damaged. */
static bool next_row(struct cur *c, uint16_t *misc, struct cur *row)
{
    if (!c->left || c->bad)
        return false;
    cur_u32(c); /* type; perf writes 0 here */
    *misc = cur_u16(c);
    uint16_t size = cur_u16(c);
    if (size < OLD_ROW)
        c->bad = true;
    if (c->bad)
        return false;
    *row = cur_of(cur_take(c, (uint64_t)size - ROW_HEADER), c->order);
    return !c->bad;
}

/* Whether rows have no pid, as before 2.6.34. Then the kernel's name seems to begin four bytes late (the
   same test as in util/header.c, perf_header__read_build_ids). */
static bool is_old_table(struct cur c)
{
    static const char tail[] = "nel.kallsyms]";
    struct cur row;
    uint16_t misc;
    while (next_row(&c, &misc, &row))
        if (row.left > NEW_ROW - ROW_HEADER + sizeof(tail) &&
            !memcmp(row.p + NEW_ROW - ROW_HEADER, tail, sizeof(tail) - 1))
            return true;
    return false;
}

void read_build_ids(struct perfdata *p, unsigned bit UNUSED, struct cur *c)
{
    bool old = is_old_table(*c), damaged = false;
    struct cur row;
    uint16_t misc;
    while (next_row(c, &misc, &row)) {
        unsigned mode = misc & PERF_RECORD_MISC_CPUMODE_MASK;
        bool guest = mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER;
        struct env_build_id b = { .pid = -1, .misc = misc };
        if (!old)
            b.pid = (int32_t)cur_u32(&row);
        else if (guest)
            b.pid = GUEST_PID;
        struct span id = cur_take(&row, ID_BYTES);
        const char *path = cur_cstr(&row);
        if (row.bad) { /* the next row may be whole */
            damaged = true;
            continue;
        }
        b.id.n = ID_MAX;
        if (!old && misc & PERF_RECORD_MISC_BUILD_ID_SIZE && id.p[ID_MAX] <= ID_MAX)
            b.id.n = id.p[ID_MAX];
        memcpy(b.id.bytes, id.p, b.id.n);
        b.path = path;
        perfdata_add_build_id(p, b);
    }
    c->bad |= damaged;
}
