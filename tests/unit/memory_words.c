/* memory_words: memory accesses and ends of transactions in the words of perf 6.1 (util/mem-events.c, util/sort.c). */
#include "lib/question/script/scribe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Members of union perf_mem_data_src (linux/perf_event.h). */
#define OP(v)     ((uint64_t)(v))
#define LVL(v)    ((uint64_t)(v) << 5)
#define SNOOP(v)  ((uint64_t)(v) << 19)
#define LOCK(v)   ((uint64_t)(v) << 24)
#define TLB(v)    ((uint64_t)(v) << 26)
#define NUM(v)    ((uint64_t)(v) << 33)
#define REMOTE    (UINT64_C(1) << 37)
#define SNOOPX(v) ((uint64_t)(v) << 38)
#define BLK(v)    ((uint64_t)(v) << 40)
#define HOPS(v)   ((uint64_t)(v) << 43)

static const struct {
    uint64_t v;
    const char *text;
} accesses[] = {
    { 0, "|OP No|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  N/A" },
    { OP(1) | LVL(1) | SNOOP(1) | LOCK(1) | TLB(1) | BLK(1), "|OP N/A|LVL N/A|SNP N/A|TLB N/A|LCK N/A|BLK  N/A" },
    { OP(2) | LVL(0xa) | SNOOP(2) | LOCK(2) | TLB(0x1a), "|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK Yes|BLK  N/A" },
    { OP(4) | LVL(0x1c) | SNOOP(0x14) | TLB(0x24), "|OP STORE|LVL L1 or LFB/MAB miss|SNP Hit or HitM|TLB Walker miss|LCK No|BLK  N/A" },
    { OP(8) | LVL(0x20 | 6) | SNOOP(8) | TLB(0x40), "|OP PFETCH|LVL L2 hit miss|SNP Miss|TLB Fault|LCK No|BLK  N/A" },
    { OP(16) | LVL(0x3fc0), "|OP EXEC|LVL L3 or Local RAM or Remote RAM (1 hop) or Remote RAM (2 hops) or Remote Cache (1 hop) or Remote Cache (2 hops) or "
                            "I/O or Uncached|SNP N/A|TLB N/A|LCK No|BLK  N/A" },
    { OP(2) | NUM(3) | LVL(2) | SNOOPX(1), "|OP LOAD|LVL L3 hit|SNP Fwd|TLB N/A|LCK No|BLK  N/A" },
    { OP(2) | NUM(13) | REMOTE | LVL(2) | SNOOPX(2), "|OP LOAD|LVL Remote RAM hit|SNP Peer|TLB N/A|LCK No|BLK  N/A" },
    { OP(2) | NUM(1) | LVL(0xa) | SNOOP(4) | SNOOPX(3), "|OP LOAD|LVL L1 or L1 hit|SNP Hit or Fwd or Peer|TLB N/A|LCK No|BLK  N/A" },
    { OP(2) | NUM(11) | HOPS(2) | LVL(0xa), "|OP LOAD|LVL node, same socket Any cache hit|SNP N/A|TLB N/A|LCK No|BLK  N/A" },
    { OP(2) | HOPS(1) | REMOTE, "|OP LOAD|LVL Remote core, same node |SNP N/A|TLB N/A|LCK No|BLK  N/A" },
    { OP(2) | BLK(2), "|OP LOAD|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  Data" },
    { OP(2) | BLK(4), "|OP LOAD|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  Addr" },
    { OP(2) | BLK(6), "|OP LOAD|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  Data Addr" },
}, transactions[] = {
    { 0, "" },
    { 1, "EL NEITHER " },
    { 2 | 4, "TX SYNC " },
    { 2 | 8 | 32, "TX ASYNC CON " },
    { 1 | 16 | 64 | 128, "EL RETRY CAP-WRITE CAP-READ NEITHER " },
    { UINT64_C(0x1234) << 32 | 2 | 4, "TX SYNC :1234" },
    { UINT64_C(1) << 32, "NEITHER :1" },
};

static void test_words(void **state)
{
    (void)state;
    struct text t = { 0 };
    for (size_t i = 0; i < COUNT(accesses); i++) {
        text_free(&t);
        t = (struct text){ 0 };
        script_data_src_text(accesses[i].v, &t);
        assert_string_equal(text_str(&t), accesses[i].text);
    }
    for (size_t i = 0; i < COUNT(transactions); i++) {
        text_free(&t);
        t = (struct text){ 0 };
        script_transaction_text(transactions[i].v, &t);
        assert_string_equal(text_str(&t), transactions[i].text);
    }
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_words) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
