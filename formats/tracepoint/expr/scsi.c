#include "formats/tracepoint/expr/scsi.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* A number in the block: `bytes` bytes at `at`, most significant first; of these the `bits` bits above
   `shift`. */
struct scsi_part {
    const char *label; /* NULL ends the list */
    uint8_t at, bytes, shift, bits;
    enum { PLAIN, ZERO_IS_256, DESCRIPTORS /* descriptors of 16 bytes after a head of 8 */ } kind;
};

enum { ANY = -1, LONGEST = 32 /* bytes of a block */ };

struct command {
    uint8_t code;
    int16_t action; /* its service action, or ANY */
    const char *name;
    const struct scsi_part *parts; /* NULL: none */
};

// clang-format off
static const struct scsi_part
    rw6[] =     { { "lba=", 1, 3, 0, 21, PLAIN }, { " txlen=", 4, 1, 0, 8, ZERO_IS_256 }, { 0 } },
    rw10[] =    { { "lba=", 2, 4, 0, 32, PLAIN }, { " txlen=", 7, 2, 0, 16, PLAIN }, { " protect=", 1, 1, 5, 3, PLAIN }, { 0 } },
    same10[] =  { { "lba=", 2, 4, 0, 32, PLAIN }, { " txlen=", 7, 2, 0, 16, PLAIN }, { " protect=", 1, 1, 5, 3, PLAIN },
                  { " unmap=", 1, 1, 3, 1, PLAIN }, { 0 } },
    rw12[] =    { { "lba=", 2, 4, 0, 32, PLAIN }, { " txlen=", 6, 4, 0, 32, PLAIN }, { " protect=", 1, 1, 5, 3, PLAIN }, { 0 } },
    rw16[] =    { { "lba=", 2, 8, 0, 64, PLAIN }, { " txlen=", 10, 4, 0, 32, PLAIN }, { " protect=", 1, 1, 5, 3, PLAIN }, { 0 } },
    same16[] =  { { "lba=", 2, 8, 0, 64, PLAIN }, { " txlen=", 10, 4, 0, 32, PLAIN }, { " protect=", 1, 1, 5, 3, PLAIN },
                  { " unmap=", 1, 1, 3, 1, PLAIN }, { 0 } },
    rw32[] =    { { " lba=", 12, 8, 0, 64, PLAIN }, { " txlen=", 28, 4, 0, 32, PLAIN }, { " protect=", 10, 1, 5, 3, PLAIN },
                  { " ei_lbrt=", 20, 4, 0, 32, PLAIN }, { 0 } },
    same32[] =  { { " lba=", 12, 8, 0, 64, PLAIN }, { " txlen=", 28, 4, 0, 32, PLAIN }, { " protect=", 10, 1, 5, 3, PLAIN },
                  { " ei_lbrt=", 20, 4, 0, 32, PLAIN }, { " unmap=", 10, 1, 3, 1, PLAIN }, { 0 } },
    unmap[] =   { { "regions=", 7, 2, 0, 16, DESCRIPTORS }, { 0 } },
    in16[] =    { { " lba=", 2, 8, 0, 64, PLAIN }, { " alloc_len=", 10, 4, 0, 32, PLAIN }, { 0 } },
    length[] =  { { " alloc_len=", 6, 4, 0, 32, PLAIN }, { 0 } },
    zones[] =   { { " zone=", 2, 8, 0, 64, PLAIN }, { " alloc_len=", 10, 4, 0, 32, PLAIN },
                  { " options=", 14, 1, 0, 6, PLAIN }, { " partial=", 14, 1, 7, 1, PLAIN }, { 0 } },
    zone[] =    { { " zone=", 2, 8, 0, 64, PLAIN }, { " all=", 14, 1, 0, 1, PLAIN }, { 0 } };

/* Codes and service actions: scsi/scsi_proto.h. The first matching row is used. */
static const struct command commands[] = {
    { 0x08, ANY,  "", rw6 },    /* READ(6) */
    { 0x0a, ANY,  "", rw6 },    /* WRITE(6) */
    { 0x28, ANY,  "", rw10 },   /* READ(10) */
    { 0x2a, ANY,  "", rw10 },   /* WRITE(10) */
    { 0x2f, ANY,  "", rw10 },   /* VERIFY(10) */
    { 0x41, ANY,  "", same10 }, /* WRITE SAME(10) */
    { 0x42, ANY,  "", unmap },  /* UNMAP */
    { 0x7f, 0x09,       "READ_32", rw32 },
    { 0x7f, 0x0a,       "VERIFY_32", rw32 },
    { 0x7f, 0x0b,       "WRITE_32", rw32 },
    { 0x7f, 0x0d,       "WRITE_SAME_32", same32 },
    { 0x88, ANY,  "", rw16 },   /* READ(16) */
    { 0x8a, ANY,  "", rw16 },   /* WRITE(16) */
    { 0x8f, ANY,  "", rw16 },   /* VERIFY(16) */
    { 0x93, ANY,  "", same16 }, /* WRITE SAME(16) */
    { 0x94, 0x01,       "CLOSE_ZONE", zone },
    { 0x94, 0x02,       "FINISH_ZONE", zone },
    { 0x94, 0x03,       "OPEN_ZONE", zone },
    { 0x94, 0x04,       "RESET_WRITE_POINTER", zone },
    { 0x94, ANY, "UNKNOWN", NULL },
    { 0x95, 0x00,       "REPORT_ZONES", zones },
    { 0x95, ANY, "UNKNOWN", NULL },
    { 0x9e, 0x10,       "READ_CAPACITY_16", in16 },
    { 0x9e, 0x12,       "GET_LBA_STATUS", in16 },
    { 0x9e, ANY, "UNKNOWN", NULL },
    { 0xa3, 0x05,       "REPORT_IDENTIFYING_INFORMATION", length },
    { 0xa3, 0x0a,       "REPORT_TARGET_PORT_GROUPS", length },
    { 0xa3, 0x0b,       "REPORT_ALIASES", length },
    { 0xa3, 0x0c,       "REPORT_SUPPORTED_OPERATION_CODES", length },
    { 0xa3, 0x0d,       "REPORT_SUPPORTED_TASK_MANAGEMENT_FUNCTIONS", length },
    { 0xa3, 0x0e,       "REPORT_PRIORITY", length },
    { 0xa3, 0x0f,       "REPORT_TIMESTAMP", length },
    { 0xa3, 0x10,       "MANAGEMENT_PROTOCOL_IN", length },
    { 0xa3, ANY, "UNKNOWN", NULL },
    { 0xa4, 0x06,       "SET_IDENTIFYING_INFORMATION", length },
    { 0xa4, 0x0a,       "SET_TARGET_PORT_GROUPS", length },
    { 0xa4, 0x0b,       "CHANGE_ALIASES", length },
    { 0xa4, 0x0e,       "SET_PRIORITY", length },
    { 0xa4, 0x0f,       "SET_TIMESTAMP", length },
    { 0xa4, 0x10,       "MANAGEMENT_PROTOCOL_OUT", length },
    { 0xa4, ANY, "UNKNOWN", NULL },
    { 0xa8, ANY,  "", rw12 },   /* READ(12) */
    { 0xaa, ANY,  "", rw12 },   /* WRITE(12) */
    { 0xaf, ANY,  "", rw12 },   /* VERIFY(12) */
};
// clang-format on

static uint64_t scsi_value_of(const struct scsi_part *p, const uint8_t *cdb)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < p->bytes; i++)
        v = v << 8 | cdb[p->at + i];
    v >>= p->shift;
    if (p->bits < 64)
        v &= (UINT64_C(1) << p->bits) - 1;
    if (p->kind == DESCRIPTORS)
        return ((uint32_t)v - 8) / 16;
    if (p->kind == ZERO_IS_256 && !v)
        return 256;
    return v;
}

static const struct command *scsi_find(const uint8_t *cdb)
{
    int action = cdb[1] & 0x1f;
    if (cdb[0] == 0x7f)
        action = load_u16(cdb + 8, ORDER_BIG);
    for (size_t i = 0; i < COUNT(commands); i++) {
        const struct command *c = &commands[i];
        if (c->code == cdb[0] && (c->action == ANY || c->action == action))
            return c;
    }
    return NULL;
}

void scsi_command(struct span block, struct text *out)
{
    uint8_t cdb[LONGEST] = { 0 };
    if (block.n > LONGEST)
        block.n = LONGEST;
    if (block.n)
        memcpy(cdb, block.p, block.n);
    const struct command *c = scsi_find(cdb);
    if (!c) {
        text_add(out, "-");
        return;
    }
    text_add(out, c->name);
    for (const struct scsi_part *p = c->parts; p && p->label; p++)
        text_printf(out, "%s%" PRIu64, p->label, scsi_value_of(p, cdb));
}
