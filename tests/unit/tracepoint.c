/*
 * tracepoint: raw data of samples as text, for both byte orders and word sizes; what no kernel wrote is
 * printed by its fields; tracing data cut off anywhere. What libtraceevent prints: tests/tracepoint/oracle.c.
 */
#include "formats/tracepoint/tracepoint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/tracepoint/read/container.h"
#include "formats/tracepoint/format.h"

enum { ID = 77 };

/* Tracing data under way. */
struct data {
    struct text t;
    enum byte_order order;
};

static void add_number(struct data *d, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        unsigned shift = d->order == ORDER_LITTLE ? 8 * i : 8 * (bytes - 1 - i);
        text_char(&d->t, (char)(v >> shift), 1);
    }
}

static void add_sized(struct data *d, const char *s, unsigned bytes)
{
    add_number(d, strlen(s), bytes);
    text_add(&d->t, s);
}

/* One tracepoint and strings of the kernel's. */
static void make(struct data *d, unsigned long_size, const char *format)
{
    char commit[200];
    snprintf(commit, sizeof(commit),
             "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
             "\tfield: local_t commit;\toffset:8;\tsize:%u;\tsigned:1;\n"
             "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
             "\tfield: char data;\toffset:%u;\tsize:4080;\tsigned:0;\n",
             long_size, 8 + long_size);
    d->t.n = 0;
    text_add_n(&d->t, "\x17\x08\x44tracing0.6", 14);
    text_char(&d->t, d->order == ORDER_BIG, 1);
    text_char(&d->t, (char)long_size, 1);
    add_number(d, 4096, 4);
    text_add_n(&d->t, "header_page", 12);
    add_sized(d, commit, 8);
    text_add_n(&d->t, "header_event", 13);
    add_sized(d, "", 8);
    add_number(d, 0, 4); /* ftrace's own */
    add_number(d, 1, 4); /* systems */
    text_add_n(&d->t, "made", 5);
    add_number(d, 1, 4);
    add_sized(d, format, 8);
    add_number(d, 0, 4); /* kallsyms */
    add_sized(
        d,
        "0x1234 : \"of the kernel\"\n0x1235 : \"ab\\n\"\n0x1236 : \"\"\n0x1237 : a\n0x1238 : \n0x1239 : \"",
        4);
    add_number(d, 0, 8);
}

static const char *name_at(void *arg, uint64_t avma, uint64_t *start, const char **module)
{
    (void)arg;
    *start = 0x1000;
    *module = avma >= 0x1800 ? "[ext4]" : NULL;
    return avma >= 0x1000 && avma < 0x2000 ? "do_it" : NULL;
}

/* The head of every format, and the fields that the rows below have: a pid, a long, a text in place, one
 * behind the fields. */
#define HEAD                                                                                                 \
    "name: thing\nID: 77\nformat:\n"                                                                         \
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"                                   \
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"                                             \
    "\tfield:int number;\toffset:8;\tsize:4;\tsigned:1;\n"                                                   \
    "\tfield:char comm[8];\toffset:12;\tsize:8;\tsigned:0;\n"                                                \
    "\tfield:__data_loc char[] name;\toffset:20;\tsize:4;\tsigned:0;\n"
#define LONG_8 "\tfield:long wide;\toffset:24;\tsize:8;\tsigned:1;\n"
#define LONG_4 "\tfield:long wide;\toffset:24;\tsize:4;\tsigned:1;\n"

static void make_raw(struct data *d, unsigned long_size, int64_t wide)
{
    d->t.n = 0;
    add_number(d, ID, 2);
    add_number(d, 0, 2);
    add_number(d, 5, 4);
    add_number(d, 3, 4);
    text_add_n(&d->t, "worker\0\0", 8);
    add_number(d, (6u << 16) | (24 + long_size), 4);
    add_number(d, (uint64_t)wide, long_size);
    text_add_n(&d->t, "hello\0", 6);
}

static const struct {
    const char *print;
    int64_t wide;
    const char *text; /* NULL: columns of 256, 260 and 63 */
} rows[] = {
    { "\"n=%d comm=%s name=%s\", REC->number, REC->comm, __get_str(name)", 0, "n=3 comm=worker name=hello" },
    { "\"%ld %lu|%5ld|\", REC->wide, REC->wide + 5, REC->wide", -2, "-2 3|   -2|" },
    { "\"%lx\", REC->wide", 0x7ffffff0, "7ffffff0" },
    { "\"%08lx|%#lx|%#lX|%12lx|%-12lx|%#014lx|%#14lx|%12ld|%012ld\", REC->wide, REC->wide, REC->wide, "
      "REC->wide, "
      "REC->wide, REC->wide, REC->wide, REC->wide, -REC->wide",
      0x7ffffff0,
      "7ffffff0|0x7ffffff0|0X7FFFFFF0|    7ffffff0|7ffffff0    |0x00007ffffff0|    0x7ffffff0|  "
      "2147483632|-02147483632" },
    { "\"%s\", __print_symbolic(REC->number, { 1, \"one\" }, { 3, \"three\" })", 0, "three" },
    { "\"%s\", __print_flags(REC->number, \"|\", { 1, \"A\" }, { (1 << 1), \"B\" })", 0, "A|B" },
    { "\"%s\", REC->number > 2 ? \"more\" : \"less\"", 0, "more" },
    { "\"%s\", __print_hex(__get_dynamic_array(name), __get_dynamic_array_len(name))", 0,
      "68 65 6c 6c 6f 00" },
    { "\"%d\", (int)((REC->number * 4) / 2)", 0, "6" },
    { "\"%d|%5d|%-5d|%05d|%x|%#x|%#X|%u|%i\", REC->number, REC->number - 5, REC->number, REC->number - 5, "
      "REC->number - 4, REC->number + 250, REC->number + 250, REC->number - 4, REC->number",
      0, "3|   -2|3    |-0002|ffffffff|0xfd|0XFD|4294967295|3" },
    { "\"%hd %hhu %llx 100%% %lu\", REC->wide, REC->wide, (u8)REC->wide, (unsigned long)(REC->wide & 0xff)",
      -2, "-2 254 fe 100% 254" },
    { "\"%256d|%260d|%63d\", REC->number, REC->number, REC->number", 0, NULL },
    { "\"%c|%3c|%-3c|\", REC->comm[1], 'x', REC->number == 3 ? 'y' : '\\n'", 0, "o|  x|y  |" },
    { "\"%x %x\", REC->comm[1], REC->comm[7]", 0, "6f 0" },
    { "\"%d%d%d%d\", !REC->number, ~REC->number, -REC->number, REC->number >= 3 && REC->number != 4 || 0", 0,
      "0-4-31" },
    { "\"%s|%s\", REC->number & 1 ? __print_flags(REC->number, \"+\", { 1, \"A\" }) : \"none\", REC->number "
      "& 4 ? "
      "\"4\" : \"not\"",
      0, "A+0x2|not" },
    { "\"%s\", __print_symbolic(REC->wide, { 1, \"one\" })", 0x1f, "0x1f" },
    { "\"%p %ps %pF\", (void *)REC->wide, (void *)REC->wide, (void *)REC->wide", 0x1810,
      "0x1810 do_it do_it+0x810" },
    { "\"%pS\", (void *)REC->wide", 0x2020, "0x2020" },
    { "\"%d\", __get_dynamic_array_len(name)", 0, "6" },
    { "\"%10s|%-8s|\", REC->comm, __get_str(name)", 0, "    worker|hello   |" },
    { "\"%pS\", (void *)REC->wide", 0x1010, "do_it+0x10" },
    { "\"%s\", REC->wide", 0x1234, "of the kernel" },
    { "\"%s\", REC->wide", 0x1235, "ab" },
    /* the kernel's own functions */
    { "\"%s|%u\", jbd2_dev_to_name(REC->number), jiffies_to_msecs(REC->wide)", 7, "0:3|7" },
    { "\"%s\", xen_hypercall_name(REC->number)", 0, "(stack_switch)" },
    { "\"%s\", xen_hypercall_name(REC->wide)", 11, "" },
    { "\"%d\", is_writable_pte(REC->number)", 0, "1" },
    { "\"%s %d\", scsi_trace_parse_cdb(p, __get_dynamic_array(name), REC->number), 4", 0, "- 4" },
    { "\"%x\", __le16_to_cpup((__le16 *)__get_dynamic_array(name))", 0, "6568" },
    { "\"%s\", scsi_trace_parse_cdb(p, REC->wide, 6)", 0x1000, "FIELDS" },
    { "\"%s\", scsi_trace_parse_cdb(p, (char *)REC->wide, 6)", 0x1000, "FIELDS" },
    { "\"%s\", scsi_trace_parse_cdb(p, __get_dynamic_array(name))", 0, "FIELDS" },
    { "\"%x\", __le16_to_cpup(__get_dynamic_array(name) + REC->wide)", -1, "FIELDS" },
    { "\"%s\", jbd2_dev_to_name(REC->number, 1)", 0, "FIELDS" },
    { "\"%s\", xen_hypercall_name()", 0, "FIELDS" },
    /* flags, widths and precisions as C has them */
    { "\"%+d|% d|%+d|%.3d|%6.3d|%-6.3d|%06d|%-06d|%.0d|%o|%#o|%#x|%5.2x\", REC->number, REC->number, "
      "-REC->number, "
      "REC->number, REC->number, REC->number, -REC->number, REC->number, 1, 64, 8, 0, 255",
      0, "+3| 3|-3|003|   003|003   |-00003|3     |1|100|010|0|   ff" },
    { "\"%.2s|%8.3s|%-8.3s|%.*s\", REC->comm, __get_str(name), __get_str(name), 9, REC->comm", 0,
      "wo|     hel|hel     |worker" },
    /* precedence as C has it */
    { "\"%d %d %d %d\", 1 + 2 * REC->number, (1 + 2) * REC->number, REC->number - 1 - 1, REC->number << 1 + "
      "1",
      0, "7 9 1 12" },
    { "\"%d %d %d\", REC->number & (1 | 4), REC->number & 1 | 4, 1 | 4 & REC->number ^ 2", 0, "1 5 3" },
    { "\"%d %s %d\", !REC->number ? 1 : 2, REC->number < 2 ? \"a\" : REC->number < 4 ? \"b\" : \"c\", "
      "REC->number == 3 "
      "&& REC->number < (REC->number ? 4 : 1)",
      0, "2 b 1" },
    { "\"%d %d %d\", 7 / REC->number, 8 % REC->number, sizeof(u64) + sizeof(unsigned short) + "
      "sizeof(REC->comm)",
      0, "2 2 18" },
    { "\"%s %s\", __print_symbolic(-REC->number, { -3, \"minus\" }), __print_symbolic(REC->number, { 3, "
      "((void *)0) })",
      0, "minus 0x3" },
    { "\"%s|%s|\", REC->number ? ((void *)0) : __get_str(name), REC->number + 1", 0, "(null)||" },
    /* what no kernel writes: by its fields */
    { "\"%pI4\", REC->comm", 0, "FIELDS" },
    { "\"%pU\", REC->comm", 0, "FIELDS" },
    { "\"%pISpc\", REC->number + 1", 0, "FIELDS" },
    { "\"%*px\", REC->number, REC->number", 0, "FIELDS" },
    { "\"%.99999d\", REC->number", 0, "FIELDS" },
    { "\"%.*d\", REC->number, REC->number", 0, "FIELDS" },
    { "\"%hhhd\", REC->number", 0, "FIELDS" },
    { "\"%llld\", REC->number", 0, "FIELDS" },
    { "\"%q\", REC->number", 0, "FIELDS" },
    { "\"%d %\", REC->number", 0, "FIELDS" },
    { "\"%d %d\", REC->number", 0, "FIELDS" },
    { "\"%d\", REC->comm[8]", 0, "FIELDS" },
    { "\"%d\", 'x", 0, "FIELDS" },
    { "\"%d\", 5 / (REC->number - 3)", 0, "FIELDS" },
    { "\"%d\", 5 / 0", 0, "FIELDS" },
    { "\"%s\", __print_hex(__get_dynamic_array(name), 7)", 0, "FIELDS" },
    { "\"%s\", __print_array(__get_dynamic_array(name), 2, REC->number)", 0, "FIELDS" },
    { "\"%s\", __print_array(__get_dynamic_array(name), 2, 3)", 0, "FIELDS" },
    { "\"%s\", __print_flags(REC->number, \"|\", { REC->number, \"a\" })", 0, "FIELDS" },
    { "\"%s\", __print_symbolic(REC->number, { 1, \"a\" }", 0, "FIELDS" },
    { "\"%d\", sizeof(struct page)", 0, "FIELDS" },
    { "\"%d\", 123456789012345678901234567890", 0, "FIELDS" },
    { "\"%d\", REC->number / 0", 0, "FIELDS" },
    { "\"%d\", REC->number % (REC->number - 3)", 0, "FIELDS" },
    { "\"%s\", __get_str(comm)", 0, "FIELDS" },
    { "\"%s\", __get_dynamic_array(nothing)", 0, "FIELDS" },
    { "\"%d\", REC->nothing", 0, "FIELDS" },
    { "\"%99999d\", REC->number", 0, "FIELDS" },
    { "\"%*d\", REC->number, REC->number", 0, "FIELDS" },
    { "\"%.*s\", REC->number, REC->comm", 0, "wor" },
    { "\"%d\", REC->comm[99999999]", 0, "FIELDS" },
    { "\"%s\", __print_array(REC->comm, 1 << 30, 8)", 0, "FIELDS" },
    { "\"%s\", __print_hex(REC->comm, REC->wide)", -1, "FIELDS" },
    { "\"%d\", unheard_of(REC->number)", 0, "FIELDS" },
    { "\"%d", 0, "FIELDS" },
    { "\"%d\", ((((REC->number", 0, "FIELDS" },
};

/* Numbers, bytes and bitmaps of both byte orders. */
static const struct {
    const char *print;
    const char *text[4]; /* little and big, of longs of 4 and 8 bytes */
} ordered[] = {
    { "\"%pI4 %pi4 %pI4h\", REC->number, REC->number, REC->number",
      { "3.0.0.0 003.000.000.000 0.0.0.3", "3.0.0.0 003.000.000.000 0.0.0.3",
        "0.0.0.3 000.000.000.003 0.0.0.3", "0.0.0.3 000.000.000.003 0.0.0.3" } },
    { "\"%s\", __print_array(__get_dynamic_array(name), __get_dynamic_array_len(name) / 2, 2)",
      { "25960 27756 111", "25960 27756 111", "26725 27756 28416", "26725 27756 28416" } },
    { "\"%4phC|%*phN|%phD|%ph\", __get_dynamic_array(name), 2, __get_dynamic_array(name), "
      "__get_dynamic_array(name), "
      "REC->comm",
      { "68:65:6c:6c|6865|68|77", "68:65:6c:6c|6865|68|77", "68:65:6c:6c|6865|68|77",
        "68:65:6c:6c|6865|68|77" } },
    { "\"%*pbl %*pb\", 64, REC->wide, 64, REC->wide",
      { "0,2-3,30 4000000d", "0,2-3,30 00000000,4000000d", "0,2-3,30 4000000d",
        "0,2-3,30 00000000,4000000d" } },
};

/* Print a record by a print format: of kernel v, whose longs have 4 (0, 2) or 8 bytes, of the little byte
 * order (0, 1) or the big one. */
static void print_made(unsigned v, const char *print, int64_t wide, struct text *out)
{
    unsigned long_size = v & 1 ? 8 : 4;
    struct data d = { .order = v & 2 ? ORDER_BIG : ORDER_LITTLE }, raw = { .order = d.order };
    struct text format = { 0 }, none = { 0 };
    struct err e = { 0 };
    text_printf(&format, "%s%s\nprint fmt: %s\n", HEAD, long_size == 8 ? LONG_8 : LONG_4, print);
    make(&d, long_size, format.s);
    make_raw(&raw, long_size, wide);
    struct traces *t = tracepoint_reader.open((struct span){ (const uint8_t *)d.t.s, d.t.n },
                                              &(struct trace_names){ .at = name_at }, &e);
    assert_non_null(t);
    struct span bytes = { (const uint8_t *)raw.t.s, raw.t.n };
    assert_true(tracepoint_reader.print(t, ID, bytes, out));
    assert_false(tracepoint_reader.print(t, ID + 1, bytes, &none)); /* not in the tracing data */
    bytes.n = 23;
    assert_false(tracepoint_reader.print(t, ID, bytes, &none)); /* its fields are not all there */
    assert_int_equal(none.n, 0);
    tracepoint_reader.close(t);
    text_free(&format);
    text_free(&none);
    text_free(&d.t);
    text_free(&raw.t);
}

static void test_print(void **state)
{
    (void)state;
    for (unsigned v = 0; v < 4; v++)
        for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
            struct text out = { 0 };
            print_made(v, rows[i].print, rows[i].wide, &out);
            if (!rows[i].text)
                assert_int_equal(out.n, 256 + 260 + 63 + 2);
            else if (!strcmp(rows[i].text, "FIELDS"))
                assert_non_null(strstr(out.s, "[FAILED TO PARSE] number=3 comm=worker name=hello wide="));
            else
                assert_string_equal(out.s, rows[i].text);
            text_free(&out);
        }
}

static void test_ordered(void **state)
{
    (void)state;
    for (unsigned v = 0; v < 4; v++)
        for (size_t i = 0; i < sizeof(ordered) / sizeof(*ordered); i++) {
            struct text out = { 0 };
            print_made(v, ordered[i].print, 0x4000000d, &out);
            assert_string_equal(out.s, ordered[i].text[v]);
            text_free(&out);
        }
}

/* Whether the fields of a format can be used, and its print format. */
static bool reads(const char *format, size_t n, bool *printable)
{
    struct span text = { (const uint8_t *)format, n }, print;
    struct arena a = { 0 };
    struct trace_event ev = { .n = 0 };
    bool ok = format_read(text, 8, &a, &ev, &print);
    *printable = ok && print_format_read(print, &ev, 8, &a);
    arena_free(&a);
    return ok;
}

static void test_fields(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ok, printable;
    } formats[] = {
        { HEAD LONG_8 "\nprint fmt: \"%d\", REC->number\n", true, true },
        { HEAD "\nprint fmt: \"\"\n", true, true },
        { HEAD "\nprint fmt: \"a\" \"b\", 1\n", true, true },
        { HEAD "\nprint fmt: \n", true, false },
        { HEAD "\nprint fmt: \"%d\", 1) + (1\n", true, false },
        { HEAD, false, false },
        { "", false, false },
        { "name: thing\nID: 77\nformat:\n\nprint fmt: \"\"\n", false, false },
        { "name: thing\nID: 77\nformat:\n\tfield:int a;\toffset:99999999;\tsize:4;\tsigned:1;\nprint fmt: "
          "\"\"\n",
          false, false },
        { "name: thing\nID: 77\nformat:\n\tfield:int a[(1/0)];\toffset:0;\tsize:4;\tsigned:1;\nprint fmt: "
          "\"\"\n",
          false, false },
        { "name: thing\nID: 77\nformat:\n\tfield:in[8]t a;\toffset:0;\tsize:4;\tsigned:1;\nprint fmt: \"\"\n",
          false, false },
        { "name: thing\nID: 77\nformat:\n\tfield:a;\toffset:0;\tsize:4;\tsigned:1;\nprint fmt: \"\"\n", false,
          false },
        { "name: thing\nID: 77\nformat:\n\tfield:int a\toffset:0;\tsize:4;\tsigned:1;\nprint fmt: \"\"\n",
          false, false },
    };
    for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
        bool printable;
        assert_int_equal(reads(formats[i].text, strlen(formats[i].text), &printable), formats[i].ok);
        assert_int_equal(printable, formats[i].printable);
    }
}

/* Whatever is repeated 40,000 times is no expression of a kernel's. */
static void test_deep(void **state)
{
    (void)state;
    static const char *const repeated[] = { "!",
                                            "~",
                                            "-",
                                            "(int)",
                                            "(",
                                            "REC->number ? 1 : ",
                                            "REC->number+",
                                            "1+",
                                            "1 ? 2 : ",
                                            "sizeof(",
                                            "__builtin_expect(",
                                            "__print_flags(" };
    for (size_t i = 0; i < sizeof(repeated) / sizeof(*repeated); i++) {
        struct text format = { 0 };
        bool printable;
        text_add(&format, HEAD LONG_8 "\nprint fmt: \"%d\", ");
        for (int k = 0; k < 40000; k++)
            text_add(&format, repeated[i]);
        text_add(&format, "REC->number\n");
        assert_true(reads(format.s, format.n, &printable));
        assert_false(printable);
        text_free(&format);
    }
}

/* Numbers and bytes of fields, of records that are whole and of some that are cut off. */
static void test_values(void **state)
{
    (void)state;
    enum { WHOLE = 99 };
    static const struct {
        const char *field;
        size_t bytes; /* of the record */
        int64_t number;
        const char *text;
    } values[] = {
        { "common_pid", WHOLE, 5, NULL }, { "number", WHOLE, 3, NULL },
        { "number", 12, 3, NULL },        { "number", 11, 0, "" },
        { "wide", WHOLE, -2, NULL },      { "comm", WHOLE, 0, "worker" },
        { "comm", 20, 0, "worker" },      { "comm", 19, 0, "" },
        { "name", WHOLE, 0, "hello" },    { "name", 24, 0, "" },
    };
    for (unsigned v = 0; v < 4; v++) {
        unsigned long_size = v & 1 ? 8 : 4;
        struct data d = { .order = v & 2 ? ORDER_BIG : ORDER_LITTLE }, raw = { .order = d.order };
        struct err e = { 0 };
        make(&d, long_size,
             long_size == 8 ? HEAD LONG_8 "\nprint fmt: \"\"\n" : HEAD LONG_4 "\nprint fmt: \"\"\n");
        make_raw(&raw, long_size, -2);
        struct traces *t = tracepoint_reader.open((struct span){ (const uint8_t *)d.t.s, d.t.n }, NULL, &e);
        assert_null(tracepoint_reader.event(t, ID + 1));
        const struct trace_event *ev = tracepoint_reader.event(t, ID);
        assert_string_equal(ev->system, "made");
        assert_string_equal(ev->name, "thing");
        assert_int_equal(ev->n, 6);
        assert_null(trace_field(ev, "nothing"));
        assert_int_equal(
            trace_element(ev, trace_field(ev, "comm"), (struct span){ (const uint8_t *)raw.t.s, raw.t.n }, 1),
            'o');
        assert_int_equal(
            trace_element(ev, trace_field(ev, "comm"), (struct span){ (const uint8_t *)raw.t.s, raw.t.n }, 8),
            0);
        for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
            const struct trace_field *f = trace_field(ev, values[i].field);
            struct span bytes = { (const uint8_t *)raw.t.s,
                                  values[i].bytes < raw.t.n ? values[i].bytes : raw.t.n };
            assert_int_equal(trace_number(ev, f, bytes), values[i].number);
            struct span text = trace_bytes(ev, f, bytes);
            if (values[i].text) {
                assert_int_equal(text.n, strlen(values[i].text));
                assert_true(!text.n || !memcmp(text.p, values[i].text, text.n));
            }
        }
        tracepoint_reader.close(t);
        text_free(&d.t);
        text_free(&raw.t);
    }
}

/* Cut off anywhere it is either no tracing data or has less in it. */
static void test_cut(void **state)
{
    (void)state;
    struct data d = { .order = ORDER_BIG };
    make(&d, 4, HEAD LONG_4 "\nprint fmt: \"%d\", REC->number\n");
    for (size_t n = 0; n <= d.t.n; n++) {
        uint8_t *bytes = malloc(n ? n : 1); /* so that a sanitizer sees what is read behind its end */
        struct trace_container c;
        struct err e = { 0 };
        memcpy(bytes, d.t.s, n);
        if (container_read(&c, (struct span){ bytes, n }, &e)) {
            assert_true(c.nformats <= 1);
            assert_int_equal(c.order, ORDER_BIG);
            assert_int_equal(c.long_size, 4);
        } else {
            assert_int_equal(e.kind, ERR_FORMAT);
        }
        if (n == d.t.n) {
            assert_int_equal(c.nformats, 1);
            assert_int_equal(c.formats[0].id, ID);
            assert_string_equal(c.formats[0].system, "made");
        }
        container_free(&c);
        free(bytes);
    }
    text_free(&d.t);
}

/* The head of the ring buffer's pages: a field that cannot be read ends it, wherever it stands. */
static void test_long(void **state)
{
    static const struct {
        const char *page;
        unsigned size;
    } pages[] = {
#define FIELD(what) "\tfield: " what ";\tsigned:0;\n"
#define COMMIT      FIELD("local_t commit;\toffset:8;\tsize:4")
        { FIELD("u64 timestamp;\toffset:0;\tsize:8") COMMIT, 4 },
        { COMMIT FIELD("char data;\toffset:;\tsize:4080"), 4 },
        { FIELD("u64 timestamp;\toffset:;\tsize:8") COMMIT, 0 },
        { FIELD("local_t commit;\toffset:8;\tsize:3"), 0 },
        { "\tfield:", 0 },
        { "", 0 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(pages); i++) {
        const struct span page = { (const uint8_t *)pages[i].page, strlen(pages[i].page) };
        assert_int_equal(format_long(page), pages[i].size);
    }
}

/* Whole with its padding; not if one byte is missing, and not if other data follow. */
static void test_whole(void **state)
{
    (void)state;
    for (unsigned v = 0; v < 4; v++) {
        struct data d = { .order = v & 2 ? ORDER_BIG : ORDER_LITTLE };
        make(&d, v & 1 ? 8 : 4, HEAD LONG_8 "\nprint fmt: \"\"\n");
        const size_t n = d.t.n;
        text_char(&d.t, 0, 8);
        for (size_t left = 0; left <= n + 8; left++) {
            const bool whole = tracepoint_reader.is_whole((struct span){ (const uint8_t *)d.t.s, left });
            assert_int_equal(whole, left >= n && left < n + 8);
        }
        text_free(&d.t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_print),  cmocka_unit_test(test_ordered),
                                        cmocka_unit_test(test_fields), cmocka_unit_test(test_deep),
                                        cmocka_unit_test(test_values), cmocka_unit_test(test_cut),
                                        cmocka_unit_test(test_long),   cmocka_unit_test(test_whole) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
