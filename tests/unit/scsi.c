/* Command descriptor blocks as text: what drivers/scsi/scsi_trace.c would print. */
#include "formats/tracepoint/expr/scsi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void test_blocks(void **state)
{
    (void)state;
    static const struct {
        uint8_t cdb[32];
        const char *text;
    } rows[] = {
        { { 0x08, 0xff, 2, 3, 4 }, "lba=2032131 txlen=4" },
        { { 0x0a, 0, 0, 1, 0 }, "lba=1 txlen=256" },
        { { 0x28, 0x20, 0xff, 0, 0, 1, 0, 1, 2 }, "lba=4278190081 txlen=258 protect=1" },
        { { 0x41, 0x08, 0, 0, 0, 1, 0, 0, 2 }, "lba=1 txlen=2 protect=0 unmap=1" },
        { { 0x42, 0, 0, 0, 0, 0, 0, 0, 40 }, "regions=2" },
        { { 0x42 }, "regions=268435455" },
        { { 0xaa, 0, 0, 0, 0, 1, 0xff, 0, 0, 2 }, "lba=1 txlen=4278190082 protect=0" },
        { { 0x88, 0, 0xff, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2 }, "lba=18374686479671623681 txlen=2 protect=0" },
        { { 0x93, 0xe8, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2 }, "lba=1 txlen=2 protect=7 unmap=1" },
        { { 0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 32 }, "READ_CAPACITY_16 lba=1 alloc_len=32" },
        { { 0x9e, 0x11 }, "UNKNOWN" },
        { { 0xa3, 0x0c, 0, 0, 0, 0, 0, 0, 2 }, "REPORT_SUPPORTED_OPERATION_CODES alloc_len=512" },
        { { 0x95, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0x83 },
          "REPORT_ZONES zone=1 alloc_len=2 options=3 partial=1" },
        { { 0x94, 4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }, "RESET_WRITE_POINTER zone=1 all=1" },
        { { 0x7f, 0, 0, 0, 0, 0, 0, 24, 0, 0x0d, 0x28, 0, 0, 0, 0, 0,
            0,    0, 0, 1, 0, 0, 0, 2,  0, 0,    0,    0, 0, 0, 0, 3 },
          "WRITE_SAME_32 lba=1 txlen=3 protect=1 ei_lbrt=2 unmap=1" },
        { { 0x7f, 0, 0, 0, 0, 0, 0, 24, 1, 0x0d }, "-" },
        { { 0x12 }, "-" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct text t = { 0 };
        scsi_command((struct span){ rows[i].cdb, sizeof(rows[i].cdb) }, &t);
        assert_string_equal(t.s, rows[i].text);
        text_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_blocks) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
