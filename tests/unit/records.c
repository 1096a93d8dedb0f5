/*
 * records: each row is one record as its fields, encoded in either byte order as the ABI lays it out; both
 * must be decoded to the same text and the same JSON, with the sample_id behind it, and cutting it anywhere
 * must be noticed or do no harm.
 */
#include "formats/perf/records/records.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/question/common/record_json.h"
#include "tests/outlets.h"
#include "core/base/mem.h"
#include "tests/unit/perf_make.h"

#define TRAILER_FIELDS                                                                                       \
    (PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |         \
     PERF_SAMPLE_IDENTIFIER)

static const struct row {
    uint32_t type;
    uint16_t misc;
    struct field fields[17];
    const char *shown; /* NULL: has to be refused */
    const char *json;  /* behind "misc" */
} rows[] = {
    { PERF_RECORD_MMAP,
      2,
      { U32(7), U32(8), U64(0x1000), U64(0x2000), U64(3), TEXT("/bin/x") },
      "MMAP 7/8 [0x1000(0x2000) @ 0x3]: r-xp /bin/x",
      "'pid': 7, 'tid': 8, 'start': '0x1000', 'length': '0x2000', 'offset': '0x3', 'data': false, 'path': "
      "'/bin/x'" },
    { PERF_RECORD_MMAP,
      0x2002,
      { U32(7), U32(8), U64(0x1000), U64(0x2000), U64(3), TEXT("/x\ny") },
      "MMAP 7/8 [0x1000(0x2000) @ 0x3]: r--p /x\\x0ay",
      "'pid': 7, 'tid': 8, 'start': '0x1000', 'length': '0x2000', 'offset': '0x3', 'data': true, 'path': "
      "'/x\\u000ay'" },
    { PERF_RECORD_MMAP,
      2,
      { U32(7), U32(8), U64(0x1000), U64(0x2000), U64(3), RAW("/no end!", 8) },
      NULL,
      NULL },
    { PERF_RECORD_MMAP2,
      2,
      { U32(-1), U32(0), U64(0xffffffff81000000), U64(0xffffff), U64(9), U32(8), U32(1), U64(42), U64(43),
        U32(7), U32(1), TEXT("[k]") },
      "MMAP2 -1/0 [0xffffffff81000000(0xffffff) @ 0x9 08:01 42 43]: rwxs [k]",
      "'pid': -1, 'tid': 0, 'start': '0xffffffff81000000', 'length': '0xffffff', 'offset': '0x9', 'major': "
      "8, 'minor': 1, 'inode': 42, 'inode_generation': 43, 'build_id': null, 'prot': '0x7', 'flags': '0x1', "
      "'data': false, 'path': '[k]'" },
    { PERF_RECORD_MMAP2,
      0x4002,
      { U32(1), U32(1), U64(0x1000), U64(0x1000), U64(0),
        RAW("\x04\0\0\0\x01\x02\x03\x04                ", 24), U32(5), U32(2), TEXT("/x") },
      "MMAP2 1/1 [0x1000(0x1000) @ 0x0 <01020304>]: r-xp /x",
      "'pid': 1, 'tid': 1, 'start': '0x1000', 'length': '0x1000', 'offset': '0x0', 'major': 0, 'minor': 0, "
      "'inode': 0, 'inode_generation': 0, 'build_id': '01020304', 'prot': '0x5', 'flags': '0x2', 'data': "
      "false, 'path': '/x'" },
    { PERF_RECORD_MMAP2,
      0x4002, /* an id that is longer than ids are */
      { U32(1), U32(1), U64(0x1000), U64(0x1000), U64(0), RAW("\x15\0\0\0                    ", 24), U32(5),
        U32(2), TEXT("/x") },
      "MMAP2 1/1 [0x1000(0x1000) @ 0x0 00:00 0 0]: r-xp /x",
      "'pid': 1, 'tid': 1, 'start': '0x1000', 'length': '0x1000', 'offset': '0x0', 'major': 0, 'minor': 0, "
      "'inode': 0, 'inode_generation': 0, 'build_id': null, 'prot': '0x5', 'flags': '0x2', 'data': false, "
      "'path': '/x'" },
    /* RHEL 7.0: no prot, no flags; a name of less than eight bytes, of eight, of more; data */
    { PERF_RECORD_MMAP2,
      2,
      { U32(1), U32(2), U64(0x1000), U64(0x2000), U64(3), U32(8), U32(1), U64(42), U64(43), TEXT("[vdso]") },
      "MMAP2 1/2 [0x1000(0x2000) @ 0x3 08:01 42 43]: r-xp [vdso]",
      "'pid': 1, 'tid': 2, 'start': '0x1000', 'length': '0x2000', 'offset': '0x3', 'major': 8, 'minor': 1, "
      "'inode': 42, 'inode_generation': 43, 'build_id': null, 'prot': '0x5', 'flags': '0x0', 'data': false, "
      "'path': '[vdso]'" },
    { PERF_RECORD_MMAP2,
      2,
      { U32(1), U32(2), U64(0x1000), U64(0x2000), U64(3), U32(8), U32(1), U64(42), U64(43),
        TEXT("/bin/app") },
      "MMAP2 1/2 [0x1000(0x2000) @ 0x3 08:01 42 43]: r-xp /bin/app",
      "'pid': 1, 'tid': 2, 'start': '0x1000', 'length': '0x2000', 'offset': '0x3', 'major': 8, 'minor': 1, "
      "'inode': 42, 'inode_generation': 43, 'build_id': null, 'prot': '0x5', 'flags': '0x0', 'data': false, "
      "'path': '/bin/app'" },
    { PERF_RECORD_MMAP2,
      0x2002,
      { U32(1), U32(2), U64(0x1000), U64(0x2000), U64(3), U32(8), U32(1), U64(42), U64(43),
        TEXT("/lib64/ld-2.17.so") },
      "MMAP2 1/2 [0x1000(0x2000) @ 0x3 08:01 42 43]: r--p /lib64/ld-2.17.so",
      "'pid': 1, 'tid': 2, 'start': '0x1000', 'length': '0x2000', 'offset': '0x3', 'major': 8, 'minor': 1, "
      "'inode': 42, 'inode_generation': 43, 'build_id': null, 'prot': '0x1', 'flags': '0x0', 'data': true, "
      "'path': '/lib64/ld-2.17.so'" },
    /* neither layout: text where prot is, and bytes behind the name; a name without an end; no name at all */
    { PERF_RECORD_MMAP2,
      2,
      { U32(1), U32(2), U64(0x1000), U64(0x2000), U64(3), U32(8), U32(1), U64(42), U64(43),
        RAW("/lib/abc\0\0\0\0\0\0\0\0/bin/x\0", 24) },
      NULL,
      NULL },
    { PERF_RECORD_MMAP2,
      2,
      { U32(1), U32(2), U64(0x1000), U64(0x2000), U64(3), U32(8), U32(1), U64(42), U64(43),
        RAW("/no end!", 8) },
      NULL,
      NULL },
    { PERF_RECORD_MMAP2,
      2,
      { U32(1), U32(2), U64(0x1000), U64(0x2000), U64(3), U32(8), U32(1), U64(42), U64(43), U32(5), U32(2) },
      NULL,
      NULL },
    /* prot and flags that nobody knows yet */
    { PERF_RECORD_MMAP2,
      2,
      { U32(1), U32(2), U64(0x1000), U64(0x2000), U64(3), U32(8), U32(1), U64(42), U64(43), U32(0x35),
        U32(0xffffffff), TEXT("/x") },
      "MMAP2 1/2 [0x1000(0x2000) @ 0x3 08:01 42 43]: r-xs /x",
      "'pid': 1, 'tid': 2, 'start': '0x1000', 'length': '0x2000', 'offset': '0x3', 'major': 8, 'minor': 1, "
      "'inode': 42, 'inode_generation': 43, 'build_id': null, 'prot': '0x35', 'flags': '0xffffffff', 'data': "
      "false, 'path': '/x'" },
    { PERF_RECORD_LOST, 0, { U64(5), U64(17) }, "LOST lost 17, id 5", "'id': 5, 'lost': 17" },
    { PERF_RECORD_LOST_SAMPLES, 0, { U64(18) }, "LOST_SAMPLES lost 18, id 0", "'lost': 18" },
    { PERF_RECORD_COMM,
      0,
      { U32(3), U32(4), TEXT("name") },
      "COMM 3/4: name",
      "'pid': 3, 'tid': 4, 'comm': 'name', 'exec': false" },
    { PERF_RECORD_COMM,
      0x2000,
      { U32(3), U32(4), TEXT("fifteen letters") },
      "COMM 3/4 exec: fifteen letters",
      "'pid': 3, 'tid': 4, 'comm': 'fifteen letters', 'exec': true" },
    { PERF_RECORD_COMM, 0, { U32(3), U32(4) }, NULL, NULL },
    { PERF_RECORD_FORK,
      0,
      { U32(2), U32(1), U32(4), U32(3), U64(99) },
      "FORK (2:4):(1:3)",
      "'pid': 2, 'tid': 4, 'ppid': 1, 'ptid': 3, 'when': '0.000000099'" },
    { PERF_RECORD_EXIT,
      0,
      { U32(2), U32(1), U32(4), U32(3), U64(99) },
      "EXIT (2:4):(1:3)",
      "'pid': 2, 'tid': 4, 'ppid': 1, 'ptid': 3, 'when': '0.000000099'" },
    { PERF_RECORD_THROTTLE,
      0,
      { U64(1), U64(2), U64(3) },
      "THROTTLE id 2, stream 3",
      "'when': '0.000000001', 'id': 2, 'stream_id': 3" },
    { PERF_RECORD_UNTHROTTLE,
      0,
      { U64(1), U64(2), U64(3) },
      "UNTHROTTLE id 2, stream 3",
      "'when': '0.000000001', 'id': 2, 'stream_id': 3" },
    { PERF_RECORD_READ,
      0,
      { U32(1), U32(2), U64(3), U64(4) },
      "READ 1/2, 16 bytes of counters",
      "'pid': 1, 'tid': 2, 'read': {'values': [{'value': 3}]}" },
    { PERF_RECORD_AUX,
      0,
      { U64(0x10), U64(0x20), U64(0xd) },
      "AUX offset 0x10, size 0x20, flags 0xd truncated partial collision",
      "'offset': '0x10', 'size': 32, 'flags': '0xd'" },
    { PERF_RECORD_ITRACE_START, 0, { U32(6), U32(7) }, "ITRACE_START 6/7", "'pid': 6, 'tid': 7" },
    { PERF_RECORD_SWITCH, 0x2000, { { 0 } }, "SWITCH OUT", "'out': true" },
    { PERF_RECORD_SWITCH, 0, { { 0 } }, "SWITCH IN", "'out': false" },
    { PERF_RECORD_SWITCH_CPU_WIDE,
      0x6000,
      { U32(1), U32(2) },
      "SWITCH_CPU_WIDE OUT next pid/tid: 1/2",
      "'out': true, 'other_pid': 1, 'other_tid': 2" },
    { PERF_RECORD_SWITCH_CPU_WIDE,
      0,
      { U32(-1), U32(-1) },
      "SWITCH_CPU_WIDE IN prev pid/tid: -1/-1",
      "'out': false, 'other_pid': -1, 'other_tid': -1" },
    { PERF_RECORD_NAMESPACES,
      0,
      { U32(1), U32(2), U64(2), U64(4), U64(0xf0), U64(4), U64(0xf1) },
      "NAMESPACES 1/2 net 4/0xf0 uts 4/0xf1",
      "'pid': 1, 'tid': 2, 'namespaces': [{'kind': 'net', 'device': 4, 'inode': 240}, {'kind': 'uts', "
      "'device': 4, 'inode': 241}]" },
    { PERF_RECORD_NAMESPACES, 0, { U32(1), U32(2), U64(2), U64(4), U64(0xf0), U64(4) }, NULL, NULL },
    { PERF_RECORD_NAMESPACES, 0, { U32(1), U32(2), U64(0x1000000000000001), U64(4), U64(0xf0) }, NULL, NULL },
    { PERF_RECORD_KSYMBOL,
      1,
      { U64(0xc0001000), U32(64), U16(1), U16(1), TEXT("bpf_prog_1") },
      "KSYMBOL addr 0xc0001000 len 64 type 1 flags 0x1 name bpf_prog_1",
      "'address': '0xc0001000', 'length': 64, 'kind': 1, 'flags': '0x1', 'name': 'bpf_prog_1'" },
    { PERF_RECORD_BPF_EVENT,
      0,
      { U16(1), U16(2), U32(9), RAW("\x01\x02\x03\x04\x05\x06\x07\x08", 8) },
      "BPF_EVENT type 1 flags 0x2 id 9 tag 0102030405060708",
      "'kind': 1, 'flags': '0x2', 'id': 9, 'tag': '0102030405060708'" },
    { PERF_RECORD_CGROUP,
      0,
      { U64(11), TEXT("/user.slice") },
      "CGROUP 11 /user.slice",
      "'id': 11, 'path': '/user.slice'" },
    { PERF_RECORD_TEXT_POKE,
      1,
      { U64(0x8000), U16(1), U16(2), RAW("\xaa\xbb\xcc\0", 4) },
      "TEXT_POKE 0x8000 old aa new bbcc",
      "'address': '0x8000', 'old': 'aa', 'new': 'bbcc'" },
    { PERF_RECORD_TEXT_POKE, 1, { U64(0x8000), U16(2), U16(3), RAW("\xaa\xbb\xcc\xdd", 4) }, NULL, NULL },
    { PERF_RECORD_AUX_OUTPUT_HW_ID,
      0,
      { U64(0x123456789) },
      "AUX_OUTPUT_HW_ID hw_id 0x123456789",
      "'hw_id': '0x123456789'" },
    { PERF_RECORD_CALLCHAIN_DEFERRED,
      2,
      { U64(0xc00c1e), U64(2), U64(-512), U64(0x1000) },
      "CALLCHAIN_DEFERRED cookie 0xc00c1e, chain 2: [user] 0x1000",
      "'cookie': '0xc00c1e', 'chain': ['0xfffffffffffffe00', '0x1000']" },
    { PERF_RECORD_CALLCHAIN_DEFERRED, 2, { U64(0xc00c1e), U64(0x2000000000000001), U64(-512) }, NULL, NULL },
    { PERF_RECORD_HEADER_BUILD_ID,
      0x8002,
      { U32(-1), RAW("\x01\x02\x03\x04                \x04\0\0\0", 24), TEXT("/bin/x") },
      "BUILD_ID 01020304 -1 /bin/x",
      "'pid': -1, 'build_id': '01020304', 'path': '/bin/x'" },
    { PERF_RECORD_HEADER_BUILD_ID,
      2, /* before sizes were said, all had 20 bytes */
      { U32(512), RAW("abcdefghijklmnopqrst\x04\0\0\0", 24), TEXT("/bin/x") },
      "BUILD_ID 6162636465666768696a6b6c6d6e6f7071727374 512 /bin/x",
      "'pid': 512, 'build_id': '6162636465666768696a6b6c6d6e6f7071727374', 'path': '/bin/x'" },
    { PERF_RECORD_AUXTRACE,
      0,
      { U64(16), U64(0x20), U64(0x30), U32(1), U32(-1), U32(3), U32(0) },
      "AUXTRACE size 0x10 offset 0x20 ref 0x30 idx 1 tid -1 cpu 3",
      "'size': 16, 'offset': '0x20', 'reference': '0x30', 'index': 1, 'tid': -1, 'cpu': 3" },
    { PERF_RECORD_FINISHED_ROUND, 0, { { 0 } }, "FINISHED_ROUND", "" },
    { PERF_RECORD_HEADER_ATTR,
      0,
      { U32(1), U32(64), U64(3), U64(4000), U64(7), U64(0), U64(0), U64(0), U64(0), U64(21), U64(22) },
      "ATTR type: 1, size: 64, config: 0x3, { sample_period, sample_freq }: 4000, sample_type: IP|TID|TIME, "
      "2 ids: 21 22",
      "'attr': {'type': 1, 'config': '0x3', 'sample_period': 4000, 'sample_type': '0x7', 'read_format': "
      "'0x0', 'flags': '0x0', 'wakeup_events': 0, 'bp_type': 0, 'config1': '0x0', 'config2': '0x0', "
      "'branch_sample_type': '0x0', 'sample_regs_user': '0x0', 'sample_stack_user': 0, 'sample_regs_intr': "
      "'0x0', 'aux_watermark': 0, 'sample_max_stack': 0, 'aux_sample_size': 0, 'aux_action': '0x0', "
      "'sig_data': '0x0', 'config3': '0x0', 'config4': '0x0', 'clockid': 0}, 'ids': [21, 22]" },
    { PERF_RECORD_HEADER_ATTR, 0, { U32(1), U32(400), U64(3) }, "ATTR  (cut short)", "" },
    { PERF_RECORD_HEADER_EVENT_TYPE,
      0,
      { U64(5), TEXT("sched\n") },
      "EVENT_TYPE config 0x5 name sched\\x0a",
      "'config': '0x5', 'name': 'sched\\u000a'" },
    { PERF_RECORD_HEADER_TRACING_DATA, 0, { U32(99), U32(0) }, "TRACING_DATA 99 bytes follow", "'size': 99" },
    { PERF_RECORD_ID_INDEX,
      0,
      { U64(1), U64(7), U64(0), U64(-1), U64(-1) },
      "ID_INDEX 1 ids: 7 idx 0 cpu -1 tid -1",
      "'ids': [{'id': 7, 'index': 0, 'cpu': -1, 'tid': -1}]" },
    { PERF_RECORD_ID_INDEX,
      0,
      { U64(0x800000000000001), U64(7), U64(0), U64(2), U64(3) },
      "ID_INDEX 576460752303423489 ids: 7 idx 0 cpu 2 tid 3 (cut short)",
      "'ids': [{'id': 7, 'index': 0, 'cpu': 2, 'tid': 3}]" },
    { PERF_RECORD_AUXTRACE_INFO,
      0,
      { U32(4), U32(0), U64(8), U64(9) },
      "AUXTRACE_INFO type 4 arm_spe, 2 words: 0x8 0x9",
      "'kind': 4, 'private': ['0x8', '0x9']" },
    { PERF_RECORD_AUXTRACE_ERROR,
      0,
      { U32(1), U32(5), U32(2), U32(3), U32(-1), U32(1), U64(0x40), U64(1000000007),
        RAW("lost\033\0\0\0", 8) },
      "AUXTRACE_ERROR type 1 instruction trace code 5 cpu 2 pid/tid: 3/-1 ip 0x40 time 1.000000007 lost\\x1b",
      "'kind': 1, 'code': 5, 'cpu': 2, 'pid': 3, 'tid': -1, 'format': 1, 'ip': '0x40', 'when': "
      "'1.000000007', 'message': 'lost\\u001b'" },
    { PERF_RECORD_THREAD_MAP,
      0,
      { U64(2), U64(12), RAW("sixteen letters.", 16), U64(-1), RAW("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16) },
      "THREAD_MAP 2 threads: 12 sixteen letters., -1",
      "'threads': [{'pid': 12, 'comm': 'sixteen letters.'}, {'pid': -1, 'comm': ''}]" },
    { PERF_RECORD_CPU_MAP,
      0,
      { U16(0), U16(3), U16(0), U16(-1), U16(9), U16(0) },
      "CPU_MAP 3 cpus: 0 -1 9",
      "'kind': 0, 'cpus': [0, -1, 9]" },
    { PERF_RECORD_CPU_MAP,
      0,
      { U16(1), U16(1), U16(4), U32(0x8001) },
      "CPU_MAP mask 0x8001",
      "'kind': 1, 'word_bytes': 4, 'mask': ['0x8001']" },
    { PERF_RECORD_CPU_MAP,
      0,
      { U16(1), U16(1), U16(8), U32(0), U64(5) },
      "CPU_MAP mask 0x5",
      "'kind': 1, 'word_bytes': 8, 'mask': ['0x5']" },
    { PERF_RECORD_CPU_MAP,
      0,
      { U16(1), U16(9), U16(8), U32(0), U64(5) },
      "CPU_MAP mask 0x5 (cut short)",
      "'kind': 1, 'word_bytes': 8, 'mask': ['0x5']" },
    { PERF_RECORD_CPU_MAP,
      0,
      { U16(2), RAW("\x01\0", 2), U16(4), U16(7) },
      "CPU_MAP cpus 4-7 and any",
      "'kind': 2, 'any': true, 'first': 4, 'last': 7" },
    { PERF_RECORD_STAT_CONFIG,
      0,
      { U64(2), U64(0), U64(3), U64(1), U64(1000) },
      "STAT_CONFIG aggr_mode 3, interval 1000",
      "'terms': [{'tag': 0, 'name': 'aggr_mode', 'value': 3}, {'tag': 1, 'name': 'interval', 'value': "
      "1000}]" },
    { PERF_RECORD_STAT,
      0,
      { U64(5), U32(1), U32(0), U64(10), U64(20), U64(30) },
      "STAT id 5 cpu 1 thread 0 value 10 enabled 20 running 30",
      "'id': 5, 'cpu': 1, 'thread': 0, 'value': 10, 'enabled': 20, 'running': 30" },
    { PERF_RECORD_STAT_ROUND,
      0,
      { U64(1), U64(2000000003) },
      "STAT_ROUND final 2.000000003",
      "'kind': 1, 'when': '2.000000003'" },
    { PERF_RECORD_EVENT_UPDATE,
      0,
      { U64(0), U64(8), TEXT("Joules") },
      "EVENT_UPDATE id 8 unit Joules",
      "'kind': 0, 'id': 8, 'unit': 'Joules'" },
    { PERF_RECORD_EVENT_UPDATE,
      0,
      { U64(1), U64(8), U64(0x3fe0000000000000) },
      "EVENT_UPDATE id 8 scale 0.5",
      "'kind': 1, 'id': 8, 'scale': '0.5'" },
    { PERF_RECORD_EVENT_UPDATE,
      0,
      { U64(3), U64(8), U16(0), U16(1), U16(2), U16(0) },
      "EVENT_UPDATE id 8 cpus 1 cpus: 2",
      "'kind': 3, 'id': 8, 'cpus': {'kind': 0, 'cpus': [2]}" },
    { PERF_RECORD_TIME_CONV,
      0,
      { U64(1), U64(2), U64(3) },
      "TIME_CONV shift 1 mult 2 zero 3",
      "'shift': 1, 'mult': 2, 'zero': 3" },
    { PERF_RECORD_TIME_CONV,
      0,
      { U64(1), U64(2), U64(3), U64(4), U64(255), RAW("\x01\0\0\0\0\0\0\0", 8) },
      "TIME_CONV shift 1 mult 2 zero 3 cycles 4 mask 0xff user_time_zero 1 user_time_short 0",
      "'shift': 1, 'mult': 2, 'zero': 3, 'cycles': 4, 'mask': '0xff', 'user_time_zero': true, "
      "'user_time_short': false" },
    { PERF_RECORD_HEADER_FEATURE,
      0,
      { U64(3), U64(9) },
      "FEATURE 3 HOSTNAME, 8 bytes",
      "'bit': 3, 'name': 'HOSTNAME', 'size': 8" },
    { PERF_RECORD_HEADER_FEATURE,
      0,
      { U64(255) }, /* whatever perf's last bit is, + 1 */
      "FEATURE 255: the end of the features",
      "'bit': 255, 'name': null, 'size': 0" },
    { PERF_RECORD_SCHEDSTAT_CPU,
      0,
      { RAW("abcdefghijklmnopqrstuvwx", 24) },
      "SCHEDSTAT_CPU 24 bytes: 6162636465666768696a6b6c6d6e6f70...",
      "'bytes': '6162636465666768696a6b6c6d6e6f707172737475767778'" },
    { 40,
      0,
      { RAW("\x01\x02\x03\x04\x05\x06\x07\x08", 8) },
      "UNKNOWN_40 8 bytes: 0102030405060708",
      "'bytes': '0102030405060708'" },
    { 0, 0, { { 0 } }, "UNKNOWN_0 0 bytes", "" },
    { 0xffffffff, 0, { { 0 } }, "UNKNOWN_4294967295 0 bytes", "" },
    /* a name that has no end, a count that nobody wrote, kinds, formats and widths that are not known */
    { PERF_RECORD_HEADER_EVENT_TYPE,
      0,
      { U64(5) },
      "EVENT_TYPE config 0x5 name ",
      "'config': '0x5', 'name': ''" },
    { PERF_RECORD_EVENT_UPDATE,
      0,
      { U64(2), U64(8), RAW("no end!!", 8) },
      "EVENT_UPDATE id 8 name no end!! (cut short)",
      "'kind': 2, 'id': 8, 'name': 'no end!!'" },
    { PERF_RECORD_EVENT_UPDATE,
      0,
      { U64(4), U64(8), U64(9) },
      "EVENT_UPDATE id 8 unknown 4",
      "'kind': 4, 'id': 8" },
    { PERF_RECORD_CPU_MAP, 0, { U16(3), U16(1) }, "CPU_MAP type 3", "'kind': 3" },
    { PERF_RECORD_CPU_MAP,
      0,
      { U16(1), U16(1), U16(2), U16(1) },
      "CPU_MAP mask of 2-byte words",
      "'kind': 1, 'word_bytes': 2, 'mask': []" },
    { PERF_RECORD_STAT_CONFIG,
      0,
      { U64(1), U64(9), U64(7) },
      "STAT_CONFIG unknown 7",
      "'terms': [{'tag': 9, 'name': null, 'value': 7}]" },
    { PERF_RECORD_STAT_CONFIG, 0, { U64(0x1000000000000001), U64(9), U64(7) }, NULL, NULL },
    { PERF_RECORD_THREAD_MAP, 0, { U64(2), U64(12), RAW("sixteen letters.", 16) }, NULL, NULL },
    { PERF_RECORD_ID_INDEX,
      0,
      { U64(1), U64(7), U64(0), U64(1), U64(2), U64(77), U64(3) },
      "ID_INDEX 1 ids: 7 idx 0 cpu 1 tid 2",
      "'ids': [{'id': 7, 'index': 0, 'cpu': 1, 'tid': 2, 'machine_pid': 77, 'vcpu': 3}]" },
    { PERF_RECORD_AUXTRACE_ERROR,
      0,
      { U32(2), U32(5), U32(2), U32(3), U32(4), U32(0), U64(0x40), TEXT("lost") },
      "AUXTRACE_ERROR type 2 unknown code 5 cpu 2 pid/tid: 3/4 ip 0x40 lost",
      "'kind': 2, 'code': 5, 'cpu': 2, 'pid': 3, 'tid': 4, 'format': 0, 'ip': '0x40', 'message': 'lost'" },
    { PERF_RECORD_AUXTRACE_ERROR,
      0,
      { U32(1), U32(5), U32(2), U32(3), U32(4), U32(2), U64(0x40), U64(1),
        RAW("lost\0-----------------------------------------------------------", 64), U32(9), U32(1) },
      "AUXTRACE_ERROR type 1 instruction trace code 5 cpu 2 pid/tid: 3/4 ip 0x40 time 0.000000001 lost "
      "machine 9 vcpu 1",
      "'kind': 1, 'code': 5, 'cpu': 2, 'pid': 3, 'tid': 4, 'format': 2, 'ip': '0x40', 'when': '0.000000001', "
      "'message': 'lost', 'machine_pid': 9, 'vcpu': 1" },
    { PERF_RECORD_HEADER_ATTR,
      0,
      { U32(1), U32(64), U64(3), U64(4000), U64(7), U64(0), U64(0), U64(0), U64(0), U64(1), U64(2), U64(3),
        U64(4), U64(5), U64(6), U64(7) },
      "ATTR type: 1, size: 64, config: 0x3, { sample_period, sample_freq }: 4000, sample_type: IP|TID|TIME, "
      "7 ids: 1 2 3 4 5 6 7",
      "'attr': {'type': 1, 'config': '0x3', 'sample_period': 4000, 'sample_type': '0x7', 'read_format': "
      "'0x0', "
      "'flags': '0x0', 'wakeup_events': 0, 'bp_type': 0, 'config1': '0x0', 'config2': '0x0', "
      "'branch_sample_type': '0x0', 'sample_regs_user': '0x0', 'sample_stack_user': 0, 'sample_regs_intr': "
      "'0x0', 'aux_watermark': 0, 'sample_max_stack': 0, 'aux_sample_size': 0, 'aux_action': '0x0', "
      "'sig_data': '0x0', 'config3': '0x0', 'config4': '0x0', 'clockid': 0}, 'ids': [1, 2, 3, 4, 5, 6, 7]" },
    { PERF_RECORD_AUXTRACE_INFO,
      0,
      { U32(99), U32(0), U64(1), U64(2), U64(3), U64(4), U64(5), U64(6), U64(7), U64(8), U64(9) },
      "AUXTRACE_INFO type 99 unknown, 9 words: 0x1 0x2 0x3 0x4 0x5 0x6 0x7 0x8 ...",
      "'kind': 99, 'private': ['0x1', '0x2', '0x3', '0x4', '0x5', '0x6', '0x7', '0x8', '0x9']" },
};

static struct perfdata capture_of(enum byte_order order, bool trailer)
{
    struct perfdata p = { .capture = { .order = order } };
    struct attr a = { .sample_type = TRAILER_FIELDS,
                      .flags = trailer ? UINT64_C(1) << ATTR_SAMPLE_ID_ALL : 0 };
    events_add(&p.capture.events, &a);
    return p;
}

/* `surplus` sample_ids were counted that are not the record's (records.c). */
static struct bytes encode(const struct row *row, enum byte_order order, bool trailer, unsigned surplus)
{
    static const struct field left[] = { U32(1), U32(2), U64(99), U64(8), U64(8),
                                         U32(0), U32(0), U64(8),  { 0 } };
    static const struct field id[] = { U32(70), U32(71), U64(1234567), U64(8), U64(9),
                                       U32(3),  U32(0),  U64(8),       { 0 } };
    struct bytes b = { .order = order };
    put_fields(&b, (const struct field[]){ U32(row->type), U16(row->misc), U16(0), { 0 } });
    put_fields(&b, row->fields);
    const struct rec_desc *d = record_desc_of(row->type);
    if (trailer && d && d->flags & REC_TRAILER)
        put_fields(&b, id);
    for (; surplus; surplus--)
        put_fields(&b, left);
    put_size(&b);
    return b;
}

/* A record as JSON, a line without the braces, with other quotes. */
static char *json_of(const struct perfdata *p, const struct record *r)
{
    char *text = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&text, &n);
    assert_non_null(to);
    struct outlet out = outlet_to(to);
    struct rows line;
    rows_begin(&line, ROWS_JSON_LINES, NULL, NULL, "test", &out);
    rows_object(&line, NULL);
    record_json(&line, &p->capture, r);
    rows_close(&line);
    rows_abandon(&line);
    fclose(to);
    assert_true(n > 3);
    text[n - 2] = 0; /* "}\n" */
    for (char *c = text; (c = strchr(c, '"'));)
        *c = '\'';
    memmove(text, text + 1, n - 2);
    return text;
}

static void check_json(const struct perfdata *p, const struct record *r, const struct row *row, bool trailer)
{
    struct text expected = { 0 };
    char *text = json_of(p, r);
    text_printf(&expected, "'misc': '0x%x'%s%s%s", row->misc, *row->json ? ", " : "", row->json,
                trailer ? ", 'sample_id': {'pid': 70, 'tid': 71, 'time': '0.001234567', 'id': 8, "
                          "'stream_id': 9, 'cpu': 3}"
                        : "");
    assert_string_equal(text, expected.s);
    text_free(&expected);
    free(text);
}

static void check(const struct row *row, enum byte_order order, bool trailer, unsigned surplus)
{
    struct perfdata p = capture_of(order, trailer);
    struct bytes b = encode(row, order, trailer, surplus);
    struct record r;
    struct text text = { 0 };
    bool ok = record_read(&p, span_of(&b), 0x400, 0x500, &r);
    assert_int_equal(ok, row->shown != NULL);
    assert_int_equal(r.type, row->type);
    assert_int_equal(r.misc, row->misc);
    assert_int_equal(r.at, 0x400);
    assert_int_equal(r.when.seq, 0x500);
    assert_int_equal(r.bytes.n, b.n);
    if (ok) {
        const struct rec_desc *d = record_desc_of(row->type);
        bool has = trailer && d && d->flags & REC_TRAILER;
        record_show(&r, &text);
        assert_string_equal(text.s, row->shown);
        check_json(&p, &r, row, has);
        assert_int_equal(r.when.time, has ? 1234567 : 0);
        assert_int_equal(record_time(&p, span_of(&b)), r.when.time);
        assert_int_equal(r.id.has, has ? TRAILER_FIELDS : 0);
        if (has) {
            assert_int_equal(r.id.pid, 70);
            assert_int_equal(r.id.tid, 71);
            assert_int_equal(r.id.id, 8);
            assert_int_equal(r.id.stream_id, 9);
            assert_int_equal(r.id.cpu, 3);
        }
    }
    text_free(&text);
    events_free(&p.capture.events);
    free(b.p);
}

static void test_decode(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        for (int k = 0; k < 4; k++) {
            if (!k)
                print_message("%s\n", rows[i].shown ? rows[i].shown : "refused");
            check(&rows[i], k & 1 ? ORDER_BIG : ORDER_LITTLE, k & 2, 0);
        }
}

/* What the kernel writes to the second buffer and the third. */
static void test_grown(void **state)
{
    (void)state;
    size_t n = 0;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct rec_desc *d = record_desc_of(rows[i].type);
        const bool grows = d && d->flags & REC_GROWS && rows[i].shown;
        for (unsigned k = 0; grows && k < 4; k++)
            check(&rows[i], k & 1 ? ORDER_BIG : ORDER_LITTLE, true, 1 + (k >> 1));
        n += grows;
    }
    assert_int_equal(n, 3);
}

/* Cut off after every byte, in memory of exactly that size: a sanitizer sees what reads on. */
static void test_cut(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        for (int k = 0; k < 4; k++) {
            struct perfdata p = capture_of(k & 1 ? ORDER_BIG : ORDER_LITTLE, k & 2);
            struct bytes b = encode(&rows[i], p.capture.order, k & 2, 0);
            for (size_t n = 0; n < b.n; n++) {
                struct text text = { 0 };
                struct record r;
                uint8_t *copy = mem_new(n, 1);
                memcpy(copy, b.p, n);
                if (record_read(&p, (struct span){ copy, n }, 0, 0, &r)) {
                    record_show(&r, &text);
                    free(json_of(&p, &r));
                } else if (n < 8) {
                    assert_int_equal(r.type, 0);
                }
                text_free(&text);
                free(copy);
            }
            events_free(&p.capture.events);
            free(b.p);
        }
}

/* A record that has room for a sample_id but says no time, and events that differ in what they record. */
static void test_trailer(void **state)
{
    (void)state;
    struct perfdata p = { .capture = { .order = ORDER_BIG } };
    struct attr first = { .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
                          .flags = UINT64_C(1) << ATTR_SAMPLE_ID_ALL };
    struct attr second = { .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU };
    events_add(&p.capture.events, &first);
    events_add(&p.capture.events, &second);
    event_add_id(&p.capture.events, 0, 100);
    event_add_id(&p.capture.events, 1, 200);
    static const struct {
        struct field id[6];
        uint64_t time, identifier;
        int32_t pid;
        uint32_t cpu;
    } table[] = {
        { { U32(1), U32(2), U64(50), U64(100) }, 50, 100, 1, UINT32_MAX },
        { { U64(60), U32(0), U32(0), U64(200) }, 60, 200, -1, 0 }, /* its CPU is not the id of another */
        { { U32(1), U32(2), U64(-1), U64(100) },
          0,
          100,
          1,
          UINT32_MAX }, /* "no time" in perf's own records */
    };
    static const struct field left[] = { U32(1), U32(0), U64(7), U64(100), { 0 } };
    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        struct bytes b = { .order = ORDER_BIG };
        struct record r;
        put_fields(&b, (const struct field[]){ U32(PERF_RECORD_BPF_EVENT),
                                               U16(0),
                                               U16(0),
                                               U16(1),
                                               U16(2),
                                               U32(3),
                                               RAW("12345678", 8),
                                               { 0 } });
        put_fields(&b, table[i].id);
        for (int surplus = 0; surplus < 3; surplus++) {
            put_size(&b);
            assert_true(record_read(&p, span_of(&b), 0, 0, &r));
            assert_int_equal(r.bpf_event.id, 3);
            assert_int_equal(r.when.time, table[i].time);
            assert_int_equal(r.id.id, table[i].identifier);
            assert_int_equal(r.id.pid, table[i].pid);
            assert_int_equal(r.id.cpu, table[i].cpu);
            put_fields(&b, left);
        }
        free(b.p);
    }
    events_free(&p.capture.events);
}

/* A CPU whose number is the id of an event that records no CPU. */
static void test_cpu_as_id(void **state)
{
    (void)state;
    struct perfdata p = { .capture = { .order = ORDER_LITTLE } };
    struct attr first = { .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                                         PERF_SAMPLE_CPU,
                          .flags = UINT64_C(1) << ATTR_SAMPLE_ID_ALL };
    struct attr second = { .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME };
    events_add(&p.capture.events, &first);
    events_add(&p.capture.events, &second);
    event_add_id(&p.capture.events, 0, 100);
    event_add_id(&p.capture.events, 1, 7);
    struct bytes b = { .order = ORDER_LITTLE };
    struct record r;
    put_fields(
        &b,
        (const struct field[]){
            U32(PERF_RECORD_BPF_EVENT), U16(0), U16(0), U16(1), U16(2), U32(3), RAW("12345678", 8), { 0 } });
    put_fields(&b, (const struct field[]){ U32(1), U32(2), U64(50), U32(7), U32(0), U64(100), { 0 } });
    put_size(&b);
    assert_true(record_read(&p, span_of(&b), 0, 0, &r));
    assert_int_equal(r.when.time, 50);
    assert_int_equal(r.id.cpu, 7);
    assert_int_equal(r.id.id, 100);
    free(b.p);
    events_free(&p.capture.events);
}

/* A type leads to its row and back; names are what --stats prints, so they are unique. */
static void test_kinds(void **state)
{
    (void)state;
    size_t n = 0;
    for (; record_desc_at(n); n++) {
        const struct rec_desc *d = record_desc_at(n);
        assert_int_equal(record_kind_of(d->type), n);
        assert_ptr_equal(record_desc_of(d->type), d);
        for (size_t k = 0; k < n; k++)
            assert_string_not_equal(record_desc_at(k)->name, d->name);
    }
    assert_true(n < REC_UNKNOWN);
    static const uint32_t unknown[] = { 0, 63, 32767, UINT32_MAX, PERF_RECORD_LEGACY_FEATURE };
    for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++)
        assert_null(record_desc_of(unknown[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decode),  cmocka_unit_test(test_grown), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_trailer), cmocka_unit_test(test_kinds), cmocka_unit_test(test_cpu_as_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
