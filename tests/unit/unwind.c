/* A step of every kind on several architectures, and walks over a made-up stack: which frames there are, how
   they were found and why there are no more. */
#include "core/resolve/unwind.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/resolve/activation.h"
#include "tests/unit/timeline_make.h"

enum { STACK = 0x7000, WORDS = 16, MOST_CELLS = 4, NOWHERE = 0xbad };

static const struct arch *arch_called(const char *name)
{
    size_t n, i = 0;
    const struct arch *const *v = arch_all(&n);
    while (i < n && strcmp(v[i]->name, name))
        i++;
    assert_true(i < n);
    return v[i];
}

/* A dump of words in the order and size of an architecture. */
static struct span dump_of(const struct arch *a, const uint64_t *words, size_t n, uint8_t *bytes)
{
    unsigned word = a->bits / 8;
    for (size_t i = 0; i < n; i++)
        for (unsigned k = 0; k < word; k++)
            bytes[i * word + k] = (uint8_t)(words[i] >> 8 * (a->order == ORDER_BIG ? word - 1 - k : k));
    return (struct span){ bytes, n * word };
}

static struct unwind_rule *rule_of(struct unwind_cell cfa, uint8_t ra, const struct unwind_cell *cells)
{
    struct unwind_rule *r = mem_new(1, sizeof(*r) + MOST_CELLS * sizeof(*cells));
    r->cfa = cfa;
    r->ra = ra;
    r->found = UNWIND_BY_CFI;
    while (r->ncells < MOST_CELLS && cells[r->ncells].how)
        r->ncells++;
    memcpy(r->cells, cells, r->ncells * sizeof(*cells));
    return r;
}

#define AT(register, bytes)                                                                                  \
    {                                                                                                        \
        .how = HOW_REGISTER, .from = register, .n = bytes                                                    \
    }
#define CELL(register, what, bytes)                                                                          \
    {                                                                                                        \
        .reg = register, .how = what, .n = bytes                                                             \
    }

static void test_step(void **state)
{
    (void)state;
    static const struct {
        const char *what, *arch;
        struct unwind_cell cfa, cells[MOST_CELLS];
        uint8_t ra;
        uint64_t words[6];
        enum unwind_stop stop;
        uint64_t pc, sp;
        uint8_t reg; /* of which `value` is asked; NOWHERE: it is unknown */
        uint64_t value;
    } rows[] = {
        { "a call",
          "x86_64",
          AT(7, 8),
          { CELL(16, HOW_SAVED, -8) },
          16,
          { 0x401234 },
          UNWIND_STOPS,
          0x401234,
          STACK + 8,
          16,
          0x401234 },
        { "a frame",
          "x86_64",
          AT(7, 24),
          { CELL(6, HOW_SAVED, -16), CELL(16, HOW_SAVED, -8) },
          16,
          { 1, 2, 0x401234 },
          UNWIND_STOPS,
          0x401234,
          STACK + 24,
          6,
          2 },
        { "a register in another",
          "x86_64",
          AT(7, 8),
          { { .reg = 6, .how = HOW_REGISTER, .from = 3, .n = 5 }, CELL(16, HOW_SAVED, -8) },
          16,
          { 0x401234 },
          UNWIND_STOPS,
          0x401234,
          STACK + 8,
          6,
          0x305 },
        { "a register that is lost",
          "x86_64",
          AT(7, 8),
          { CELL(6, HOW_UNDEFINED, 0), CELL(16, HOW_SAVED, -8) },
          16,
          { 0x401234 },
          UNWIND_STOPS,
          0x401234,
          STACK + 8,
          6,
          NOWHERE },
        { "a register that was not dumped",
          "x86_64",
          AT(7, 8),
          { CELL(6, HOW_SAVED, 800), CELL(16, HOW_SAVED, -8) },
          16,
          { 0x401234 },
          UNWIND_STOPS,
          0x401234,
          STACK + 8,
          6,
          NOWHERE },
        { "the stack pointer saved",
          "x86_64",
          AT(7, 8),
          { CELL(7, HOW_SAVED, 0), CELL(16, HOW_SAVED, -8) },
          16,
          { 0x401234, 0x7777 },
          UNWIND_STOPS,
          0x401234,
          0x7777,
          7,
          0x7777 },
        { "a value",
          "x86_64",
          AT(7, 8),
          { CELL(6, HOW_CFA, -4), CELL(16, HOW_SAVED, -8) },
          16,
          { 0x401234 },
          UNWIND_STOPS,
          0x401234,
          STACK + 8,
          6,
          STACK + 4 },
        { "the outermost",
          "x86_64",
          AT(7, 8),
          { CELL(16, HOW_UNDEFINED, 0) },
          16,
          { 0 },
          UNWIND_OUTERMOST,
          0xf000,
          STACK,
          16,
          0xf000 },
        { "no return address",
          "x86_64",
          AT(7, 8),
          { CELL(16, HOW_SAVED, -8) },
          16,
          { 0 },
          UNWIND_ZERO,
          0xf000,
          STACK,
          16,
          0xf000 },
        { "behind the dump",
          "x86_64",
          AT(7, 80),
          { CELL(16, HOW_SAVED, -8) },
          16,
          { 0 },
          UNWIND_SHORT,
          0xf000,
          STACK,
          16,
          0xf000 },
        { "before the dump",
          "x86_64",
          AT(7, -80),
          { CELL(16, HOW_SAVED, -8) },
          16,
          { 0 },
          UNWIND_NO_MEMORY,
          0xf000,
          STACK,
          16,
          0xf000 },
        { "an unknown CFA",
          "x86_64",
          AT(12, 8),
          { CELL(16, HOW_SAVED, -8) },
          16,
          { 0 },
          UNWIND_NO_REGISTERS,
          0xf000,
          STACK,
          16,
          0xf000 },
        { "32 bits",
          "i386",
          AT(4, 4),
          { CELL(8, HOW_SAVED, -4) },
          8,
          { 0x8041234 },
          UNWIND_STOPS,
          0x8041234,
          STACK + 4,
          8,
          0x8041234 },
        { "a leaf", "arm64", AT(31, 0), { { 0 } }, 30, { 0 }, UNWIND_STOPS, 0x1e00, STACK, 30, 0x1e00 },
        { "signed",
          "arm64",
          AT(31, 16),
          { CELL(29, HOW_SAVED, -16), CELL(30, HOW_SAVED, -8) },
          30,
          { 0x7010, UINT64_C(0x2aaa000000401234) },
          UNWIND_STOPS,
          0x401234,
          STACK + 16,
          29,
          0x7010 },
        { "big-endian data",
          "aarch64_be",
          AT(31, 16),
          { CELL(30, HOW_SAVED, -8) },
          30,
          { 0, 0x401234 },
          UNWIND_STOPS,
          0x401234,
          STACK + 16,
          30,
          0x401234 },
        { "Thumb",
          "arm",
          AT(13, 8),
          { CELL(7, HOW_SAVED, -8), CELL(14, HOW_SAVED, -4) },
          14,
          { 7, 0x10235 },
          UNWIND_STOPS,
          0x10234,
          STACK + 8,
          14,
          0x10235 },
        { "s390x: a leaf",
          "s390x",
          AT(15, 160),
          { { 0 } },
          14,
          { 0 },
          UNWIND_STOPS,
          0xe00,
          STACK,
          14,
          0xe00 },
        { "s390x: in a floating-point register",
          "s390x",
          AT(15, 160),
          { { .reg = 14, .how = HOW_REGISTER, .from = 16 } },
          14,
          { 0 },
          UNWIND_STOPS,
          0x1000,
          STACK,
          14,
          0x1000 },
        { "s390: 31 bits",
          "s390",
          AT(15, 96),
          { CELL(14, HOW_SAVED, -96) },
          14,
          { 0x80401234 },
          UNWIND_STOPS,
          0x401234,
          STACK,
          14,
          0x80401234 },
        { "ppc64",
          "ppc64",
          AT(1, 32),
          { CELL(65, HOW_SAVED, 16) },
          65,
          { 0, 0, 0, 0, 0, 0 },
          UNWIND_SHORT,
          0xf000,
          STACK,
          1,
          STACK },
        { "mips",
          "mips",
          AT(29, 8),
          { CELL(31, HOW_SAVED, -4) },
          31,
          { 0, 0x401235 },
          UNWIND_STOPS,
          0x401234,
          STACK + 8,
          29,
          STACK + 8 },
        { "riscv64",
          "riscv64",
          AT(2, 16),
          { CELL(1, HOW_SAVED, -8) },
          1,
          { 0, 0x401234 },
          UNWIND_STOPS,
          0x401234,
          STACK + 16,
          2,
          STACK + 16 },
        { "loongarch64",
          "loongarch64",
          AT(3, 16),
          { CELL(1, HOW_SAVED, -8) },
          1,
          { 0, 0x401234 },
          UNWIND_STOPS,
          0x401234,
          STACK + 16,
          1,
          0x401234 },
        { "parisc: upwards",
          "parisc",
          AT(30, -64),
          { { 0 } },
          2,
          { 0 },
          UNWIND_STOPS,
          0x200,
          STACK - 64,
          30,
          STACK - 64 },
        { "sparc64: a window, whose return address is that of the call",
          "sparc64",
          AT(30, 2047),
          { { .reg = 15, .how = HOW_REGISTER, .from = 31 } },
          15,
          { 0 },
          UNWIND_STOPS,
          0x1f08,
          0x1e00,
          15,
          0x1f00 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct unwind_arch m;
        uint8_t bytes[8 * WORDS];
        unwind_arch_init(&m, arch_called(rows[i].arch));
        struct activation f = { .m = &m, .order = m.arch->order, .from = STACK };
        f.dump = dump_of(m.arch, rows[i].words, 6, bytes);
        for (unsigned k = 0; k < UNWIND_COLUMNS; k++)
            if (k != 12)
                activation_set(&f, k, 0x100 * k);
        activation_set(&f, (unsigned)m.sp, STACK);
        activation_set_pc(&f, 0xf000);
        struct unwind_rule *r = rule_of(rows[i].cfa, rows[i].ra, rows[i].cells);
        uint64_t sp, v;
        enum unwind_stop stop = unwind_step(&f, r);
        if (stop != rows[i].stop || f.pc != rows[i].pc)
            print_error("%s: stop %d at %#llx\n", rows[i].what, (int)stop, (unsigned long long)f.pc);
        assert_int_equal(stop, rows[i].stop);
        assert_int_equal(f.pc, rows[i].pc);
        assert_true(activation_reg(&f, (uint64_t)m.sp, &sp));
        assert_int_equal(sp, rows[i].sp);
        assert_int_equal(activation_reg(&f, rows[i].reg, &v) ? v : NOWHERE, rows[i].value);
        free(r);
    }
}

/* ---- walks ---- */

/* The one object's rules, by hundreds of file offsets: a function that has saved nothing, one that keeps a
   frame pointer, an outermost one, a signal's frame, one of no rule, one that calls itself for good. */
enum {
    LEAF = 0x100,
    FRAME = 0x200,
    START = 0x300,
    SIGNAL = 0x400,
    NO_RULE = 0x500,
    LOOP = 0x600,
    BASE = 0x400000
};

static struct frame_tables *open_tables(struct span runtime, struct span debug)
{
    (void)debug;
    return (struct frame_tables *)(uintptr_t)runtime.p;
}

static struct unwind_rule *rule(const struct frame_tables *t, uint64_t foff, enum unwind_stop *why)
{
    const bool arm = *(const char *)t == 'a';
    const struct unwind_cell sp = { .how = HOW_REGISTER, .from = arm ? 31 : 7, .n = arm ? 0 : 8 };
    const struct unwind_cell fp = { .how = HOW_REGISTER, .from = arm ? 29 : 6, .n = 16 };
    const uint8_t ra = arm ? 30 : 16, of_fp = arm ? 29 : 6;
    const struct unwind_cell none[MOST_CELLS] = { { 0 } }, leaf[MOST_CELLS] = { CELL(ra, HOW_SAVED, -8) },
                             outer[MOST_CELLS] = { CELL(ra, HOW_UNDEFINED, 0) },
                             frame[MOST_CELLS] = { CELL(of_fp, HOW_SAVED, -16), CELL(ra, HOW_SAVED, -8) },
                             signal[MOST_CELLS] = { CELL(7, HOW_SAVED, 0), CELL(16, HOW_SAVED, 8) };
    struct unwind_rule *r = NULL;
    *why = UNWIND_NO_RULE;
    if (foff / 0x100 * 0x100 == SIGNAL || foff == SIGNAL - 1) /* as glibc has it: from the byte before on */
        r = rule_of((struct unwind_cell)AT(7, 0), 16, signal);
    else if (foff / 0x100 * 0x100 == LEAF)
        r = rule_of(sp, ra, arm ? none : leaf);
    else if (foff / 0x100 * 0x100 == FRAME)
        r = rule_of(fp, ra, frame);
    else if (foff / 0x100 * 0x100 == START)
        r = rule_of(sp, ra, outer);
    else if (foff / 0x100 * 0x100 == SIGNAL ||
             foff == SIGNAL - 1) /* as glibc has it: from the byte before on */
        r = rule_of((struct unwind_cell)AT(7, 0), 16, signal);
    else if (foff / 0x100 * 0x100 == LOOP)
        r = rule_of((struct unwind_cell)AT(7, 0), 16, none);
    if (!r)
        return NULL;
    r->signal_frame = foff >= SIGNAL - 1 && foff < NO_RULE;
    r->start = foff;
    r->end = foff + 1;
    return r;
}

static void close_tables(struct frame_tables *t)
{
    (void)t;
}

static bool is_any(struct span bytes)
{
    return bytes.n;
}

static struct symbol_content content(const struct blob *b)
{
    (void)b;
    return (struct symbol_content){ .runtime = true };
}

static enum answer source_open(struct source *s, const struct want *w, unsigned i, struct blob *out,
                               struct err *e)
{
    (void)e;
    if (i || w->kind != WANT_ELF || strcmp(w->object->path, "/bin/a"))
        return ANSWER_ABSENT;
    *out = (struct blob){ .bytes = { (const uint8_t *)s->where, 1 }, .origin = "made", .proven = true };
    return ANSWER_FOUND;
}

static bool no_link(struct span bytes, struct symbol_link *link)
{
    (void)bytes;
    (void)link;
    return false;
}

/* It has no symbols. */
static bool read_none(const struct symbol_input *in, struct symtab *out, struct err *e)
{
    (void)in;
    (void)out;
    (void)e;
    return true;
}

enum { FRAMES = 8, EMPTY = 1 };

struct walk_row {
    const char *what, *arch;
    unsigned guess;
    uint64_t abi, size; /* bytes of the dump; 0: all */
    uint64_t ip, sp, fp, ra;
    uint64_t words[WORDS];   /* from STACK on */
    uint64_t frames[FRAMES]; /* 0 ends */
    const char *found;       /* a letter for each: IP, Cfi, Link, Pointer, Scan */
    enum unwind_stop stop;
};

static void hold(const struct walk_row *row)
{
    static const struct source_ops ops = { .name = "made", .open = source_open };
    static const struct symbol_reader reader = { .name = "made",
                                                 .kinds = 1u << WANT_ELF,
                                                 .recognise = is_any,
                                                 .content = content,
                                                 .link = no_link,
                                                 .read = read_none };
    static const struct symbol_reader *const readers[] = { &reader, NULL };
    static const struct frame_reader frames = { .open = open_tables, .rule = rule, .close = close_tables };
    const struct arch *a = arch_called(row->arch), *own = row->abi == 1 ? a->compat : a;
    struct source *source = source_new(sizeof(*source), &ops, strcmp(row->arch, "arm64") ? "x" : "a");
    struct source_list chain;
    struct made made = MAKE(mmap_of(1, 5, BASE, 0x1000, "/bin/a"), mmap_of(1, 5, 0x900000, 0x1000, "/bin/b"));
    size_t n;
    const struct object *const *objects = timeline_objects(made.t, &n);
    source_list_init(&chain, readers);
    source_list_add(&chain, source);
    struct resolver *r = resolver_new(&chain, objects, n, &frames);
    struct unwinder *u = unwinder_new(r, a, row->guess);

    const char *const roles[] = { own->pc, own->sp, own->fp, own->ra };
    const uint64_t values[] = { row->ip, row->sp ? row->sp : STACK, row->fp, row->ra };
    uint64_t of[64] = { 0 }, mask = 0;
    uint8_t bytes[8 * WORDS], regs[8 * 64];
    for (size_t i = 0; i < 4; i++)
        if (roles[i]) {
            int perf = arch_reg_by_name(own, roles[i])->perf;
            mask |= UINT64_C(1) << perf;
            of[perf] = values[i];
        }
    struct event event = { .attr = { .sample_regs_user = mask } };
    struct sample s = {
        .event = &event, .order = a->order, .when = { 9, 9 }, .user_abi = row->abi ? row->abi : 2
    };
    for (unsigned i = 0; i < 64; i++)
        if (mask >> i & 1) {
            for (unsigned k = 0; k < 8; k++)
                regs[s.user_regs.n + k] = (uint8_t)(of[i] >> 8 * (a->order == ORDER_BIG ? 7 - k : k));
            s.user_regs = (struct span){ regs, s.user_regs.n + 8 };
        }
    s.user_stack = dump_of(own, row->words, WORDS, bytes);
    s.user_stack_size = row->size == EMPTY ? 0 : row->size ? row->size : s.user_stack.n;

    struct when from, until;
    struct space_recent maps = { .space = timeline_space(made.t, -1, 5, s.when, &from, &until) };
    struct unwound out[FRAMES];
    enum unwind_stop stop;
    for (unsigned again = 0; again < 2; again++) { /* what is remembered says the same */
        size_t nframes = unwind(u, &s, &maps, out, FRAMES, &stop);
        char found[FRAMES + 1] = "";
        for (size_t i = 0; i < nframes; i++)
            found[i] = "ICELPS"[out[i].found];
        if (strcmp(found, row->found) || stop != row->stop)
            print_error("%s: %s, stop %d\n", row->what, found, (int)stop);
        assert_string_equal(found, row->found);
        assert_int_equal(stop, row->stop);
        for (size_t i = 0; i < nframes; i++) {
            if (out[i].avma != row->frames[i])
                print_error("%s: frame %zu\n", row->what, i);
            assert_true(out[i].avma == row->frames[i]);
        }
    }
    unwinder_free(u);
    resolver_free(r);
    source_list_free(&chain);
    timeline_free(made.t);
}

static void test_walk(void **state)
{
    (void)state;
    static const struct walk_row rows[] = {
        { .what = "a leaf, two frames, the outermost",
          .arch = "x86_64",
          .ip = BASE + LEAF,
          .fp = STACK + 16,
          .words = { BASE + FRAME + 5, 0, STACK + 32, BASE + FRAME + 9, 0, BASE + START + 3 },
          .frames = { BASE + LEAF, BASE + FRAME + 4, BASE + FRAME + 8, BASE + START + 2 },
          .found = "ICCC",
          .stop = UNWIND_OUTERMOST },
        { .what = "as many as there is room for",
          .arch = "x86_64",
          .ip = BASE + LEAF,
          .words = { BASE + LEAF + 1, BASE + LEAF + 1, BASE + LEAF + 1, BASE + LEAF + 1, BASE + LEAF + 1,
                     BASE + LEAF + 1, BASE + LEAF + 1, BASE + LEAF + 1 },
          .frames = { BASE + LEAF, BASE + LEAF, BASE + LEAF, BASE + LEAF, BASE + LEAF, BASE + LEAF,
                      BASE + LEAF, BASE + LEAF },
          .found = "ICCCCCCC",
          .stop = UNWIND_LIMIT },
        { .what = "cut off, as perf shows it",
          .arch = "x86_64",
          .size = 8,
          .ip = BASE + LEAF,
          .words = { BASE + LEAF + 1 },
          .frames = { BASE + LEAF, BASE + LEAF, UINT64_MAX },
          .found = "ICC",
          .stop = UNWIND_SHORT },
        { .what = "nothing was dumped",
          .arch = "x86_64",
          .size = EMPTY,
          .ip = BASE + LEAF,
          .found = "",
          .stop = UNWIND_SHORT },
        { .what = "the return address is 0",
          .arch = "x86_64",
          .ip = BASE + LEAF,
          .words = { 0 },
          .frames = { BASE + LEAF, UINT64_MAX },
          .found = "IC",
          .stop = UNWIND_ZERO },
        { .what = "a return address nowhere",
          .arch = "x86_64",
          .ip = BASE + LEAF,
          .words = { 0x1234 },
          .frames = { BASE + LEAF, 0x1233 },
          .found = "IC",
          .stop = UNWIND_UNMAPPED },
        { .what = "an object that nobody has",
          .arch = "x86_64",
          .ip = BASE + LEAF,
          .words = { 0x900010 },
          .frames = { BASE + LEAF, 0x90000f },
          .found = "IC",
          .stop = UNWIND_NO_FILE },
        { .what = "no rule",
          .arch = "x86_64",
          .ip = BASE + NO_RULE,
          .frames = { BASE + NO_RULE },
          .found = "I",
          .stop = UNWIND_NO_RULE },
        { .what = "a loop",
          .arch = "x86_64",
          .ip = BASE + LOOP,
          .frames = { BASE + LOOP },
          .found = "I",
          .stop = UNWIND_LOOP },
        /* The handler was called at START of its frame, which has what was interrupted; that is not a call.
         */
        { .what = "a signal",
          .arch = "x86_64",
          .ip = BASE + LEAF,
          .words = { BASE + SIGNAL, STACK + 0x20, BASE + LEAF, 0, BASE + START + 1 },
          .frames = { BASE + LEAF, BASE + SIGNAL, BASE + LEAF, BASE + START },
          .found = "ICCC",
          .stop = UNWIND_OUTERMOST },
        { .what = "a 32-bit program",
          .arch = "x86_64",
          .abi = 1,
          .ip = BASE + NO_RULE,
          .fp = STACK + 4,
          .guess = UNWIND_POINTERS,
          .words = { 9, 0, BASE + START + 1 },
          .frames = { BASE + NO_RULE, BASE + START },
          .found = "IP",
          .stop = UNWIND_NO_REGISTERS },
        { .what = "a frame pointer",
          .arch = "x86_64",
          .guess = UNWIND_POINTERS | UNWIND_SCAN,
          .ip = BASE + NO_RULE,
          .fp = STACK + 8,
          .words = { BASE + LEAF, STACK + 32, BASE + FRAME + 1, 0, 0, BASE + START + 1 },
          .frames = { BASE + NO_RULE, BASE + FRAME, BASE + START },
          .found = "IPC",
          .stop = UNWIND_OUTERMOST },
        { .what = "a frame pointer that leads nowhere, a scan",
          .arch = "x86_64",
          .guess = UNWIND_POINTERS | UNWIND_SCAN,
          .ip = BASE + NO_RULE,
          .fp = STACK,
          .words = { 5, 0x123456, BASE + LEAF + 1, BASE + START + 1 },
          .frames = { BASE + NO_RULE, BASE + LEAF, BASE + START },
          .found = "ISC",
          .stop = UNWIND_OUTERMOST },
        { .what = "nothing to be found",
          .arch = "x86_64",
          .guess = UNWIND_POINTERS | UNWIND_SCAN,
          .ip = BASE + NO_RULE,
          .fp = 5,
          .frames = { BASE + NO_RULE },
          .found = "I",
          .stop = UNWIND_NO_RULE },
        { .what = "a PLT entry",
          .arch = "arm64",
          .ip = BASE + NO_RULE,
          .ra = BASE + FRAME + 4,
          .fp = STACK,
          .words = { 0, BASE + START + 4 },
          .frames = { BASE + NO_RULE, BASE + FRAME + 3, BASE + START + 3 },
          .found = "ILC",
          .stop = UNWIND_OUTERMOST },
        { .what = "no rule, and execution is back where the link register leads",
          .arch = "arm64",
          .ip = BASE + NO_RULE,
          .ra = BASE + NO_RULE,
          .frames = { BASE + NO_RULE },
          .found = "I",
          .stop = UNWIND_NO_RULE },
        { .what = "no rule, but a call",
          .arch = "arm64",
          .ip = BASE + LEAF,
          .ra = BASE + NO_RULE + 4,
          .frames = { BASE + LEAF, BASE + NO_RULE + 3 },
          .found = "IC",
          .stop = UNWIND_NO_RULE },
        { .what = "a leaf on arm64",
          .arch = "arm64",
          .ip = BASE + LEAF,
          .ra = BASE + FRAME + 4,
          .fp = STACK,
          .words = { 0, BASE + START + 4 },
          .frames = { BASE + LEAF, BASE + FRAME + 3, BASE + START + 3 },
          .found = "ICC",
          .stop = UNWIND_OUTERMOST },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        hold(&rows[i]);
}

/* Of a function that no table knows: what it has called itself, or where it is back, tells nothing of its caller. */
static void test_stale_link(void **state)
{
    (void)state;
    const struct symbol own = { .name = "own" }, other = { .name = "other" }, slot = { .is_plt = true },
                        data = { .is_object = true };
    const struct {
        const struct symbol *at, *call;
        uint64_t pc, to;
        bool stale;
    } rows[] = {
        { &own, &other, 0x100, 0x200, false }, { &own, &own, 0x100, 0x180, true },
        { &own, &other, 0x100, 0x100, true },  { NULL, NULL, 0x100, 0x180, false },
        { NULL, NULL, 0x100, 0x100, true },    { &slot, &slot, 0x100, 0x180, false },
        { &data, &data, 0x100, 0x180, false },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct place at = { .symbol = rows[i].at }, call = { .symbol = rows[i].call };
        assert_int_equal(resolver_link_is_stale(rows[i].pc, rows[i].to, &at, &call), rows[i].stale);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_step),
        cmocka_unit_test(test_walk),
        cmocka_unit_test(test_stale_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
