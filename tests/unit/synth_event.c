/* synth_event: events that perf makes of Intel PT, by their bytes, in the words of perf 6.1 (builtin-script.c, perf_sample__fprintf_synth()). */
#include "formats/perf/records/synth_event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"
#include "tests/unit/perf_make.h"

enum { PTWRITE, MWAIT, PWRE, EXSTOP, PWRX, CBR, PSB, EVT, IFLAG };

static void test_events(void **state)
{
    (void)state;
    static const struct {
        uint64_t kind;
        struct field raw[6];
        const char *text; /* NULL: none */
    } rows[] = {
        { PTWRITE, { U32(1), U64(0x21646e65), { 0, 0, NULL } }, " IP: 1 payload: 0x21646e65 end! " },
        { PTWRITE,
          { U32(0), U64(UINT64_C(0x6867666564636261)), { 0, 0, NULL } },
          " IP: 0 payload: 0x6867666564636261 abcdefgh " },
        { PTWRITE, { U32(0), U64(0x7f61), { 0, 0, NULL } }, " IP: 0 payload: 0x7f61  " }, /* no text */
        { PTWRITE, { U32(0), U64(0x1f61), { 0, 0, NULL } }, " IP: 0 payload: 0x1f61  " },
        { PTWRITE, { U64(0), { 0, 0, NULL } }, NULL },
        { MWAIT, { U32(0), U64(UINT64_C(0x100000020)), { 0, 0, NULL } }, " hints: 0x20 extensions: 0x1 " },
        { PWRE, { U32(0), U64(0x2380), { 0, 0, NULL } }, " hw: 1 cstate: 2 sub-cstate: 3 " },
        { EXSTOP, { U32(3), { 0, 0, NULL } }, " IP: 1 " },
        { EXSTOP, { U16(3), { 0, 0, NULL } }, NULL },
        { PWRX,
          { U32(0), U64(0x142), { 0, 0, NULL } },
          " deepest cstate: 2 last cstate: 4 wake reason: 0x1 " },
        { CBR, { U32(0x1c0022), U32(2400000), U32(0), { 0, 0, NULL } }, " cbr: 34 freq: 2400 MHz (121%) " },
        { CBR, { U32(0x22), U32(2400499), U32(0), { 0, 0, NULL } }, " cbr: 34 freq: 2400 MHz " },
        { PSB, { U32(0), U64(0x1000), { 0, 0, NULL } }, " psb offs: 0x1000" },
        { EVT,
          { U32(0x200087), U64(0), { 0, 0, NULL } },
          " cfe: VMENTRY IP: 1 vector: 0" }, /* data that is cut off */
        { EVT,
          { U32(0x20087), U64(1), U64(0xabc), U64(9), U64(0xdef), { 0, 0, NULL } },
          " cfe: VMENTRY IP: 1 vector: 0 VMXQ: 0xabc EVD_9: 0xdef" },
        { EVT, { U32(0x2000), { 0, 0, NULL } }, " cfe: 0 IP: 0 vector: 32" },
        { EVT, { U32(31), { 0, 0, NULL } }, " cfe: 31 IP: 0 vector: 0" },
        { IFLAG, { U32(3), U64(0), { 0, 0, NULL } }, " IFLAG: 0->1 via branch" },
        { IFLAG, { U32(0), U64(0), { 0, 0, NULL } }, " IFLAG: 1->0 non branch" },
        { IFLAG + 1, { U64(0), U64(0), { 0, 0, NULL } }, NULL },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct bytes b = { .order = ORDER_LITTLE };
        struct text t = { 0 };
        put_fields(&b, rows[i].raw);
        assert_int_equal(synth_event_text(rows[i].kind, span_of(&b), &t), rows[i].text != NULL);
        assert_string_equal(text_str(&t), rows[i].text ? rows[i].text : "");
        text_free(&t);
        free(b.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_events) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
