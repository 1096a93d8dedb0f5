/*
 * target_elf: a libFuzzer entry (`./dev fuzz elf`): the bytes as an ELF file, through every reader of one: symbols, build-id,
 * evidence, code, unwind rules (CFI, ARM's tables), lines and inlined calls. The last byte says which kind of object it is.
 */
#include <stdint.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/elf/dwarf/dwarf_lines.h"
#include "formats/elf/elf.h"
#include "formats/elf/unwind/cfi.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { PLACES = 64 };

/* Addresses at which something may be: of symbols, and some that are nowhere. */
struct places {
    uint64_t v[PLACES];
    size_t n;
};

static void read_symbols(struct span file, const struct object *o, bool keeps, struct places *at)
{
    struct symtab t = { .keep_losers = keeps };
    const struct symbol_input in = { .bytes = file, .object = o };
    struct err e = { 0 };
    struct text name = { 0 };
    if (elf_reader.read(&in, &t, &e))
        for (size_t i = 0; i < t.n && at->n < PLACES / 2; i += 1 + t.n / (PLACES / 2)) {
            at->v[at->n++] = t.v[i].start + 1;
            symtab_symbol_name(t.demangle, &t.v[i], &name);
        }
    text_free(&name);
    symtab_free(&t);
}

static void read_rules(struct span file, const struct places *at)
{
    struct frame_tables *t = cfi_reader.open(file, (struct span){ 0 });
    enum unwind_stop why;
    for (size_t i = 0; t && i < at->n; i++)
        free(cfi_reader.rule(t, at->v[i], &why));
    if (t)
        cfi_reader.close(t);
}

static bool no_file(const struct line_files *f, enum want_kind kind, const struct build_id *id,
                    const char *folder, const char *name, struct blob *out)
{
    (void)f, (void)kind, (void)id, (void)folder, (void)name, (void)out;
    return false;
}

static void read_lines(struct span file, const struct object *o, const struct places *at)
{
    const struct blob symbols = { .bytes = file }, runtime = { 0 };
    const struct line_files others = { no_file };
    struct line_frame frames[LINE_FRAMES_MOST];
    struct err e = { 0 };
    struct lines *l = dwarf_line_reader.open(&symbols, &runtime, o, &others, &e);
    for (size_t i = 0; l && i < at->n; i++) {
        dwarf_line_reader.at(l, at->v[i], frames, LINE_FRAMES_MOST, NULL);
        if (dwarf_line_reader.functions)
            dwarf_line_reader.functions(l, at->v[i], frames, LINE_FRAMES_MOST, NULL);
    }
    if (l)
        dwarf_line_reader.close(l);
}

static void read_code(struct span file, const struct object *o, const struct places *at)
{
    struct err e = { 0 };
    struct code_file *f = elf_code_reader.open(file, (struct span){ 0 }, o, NULL, &e);
    size_t n;
    for (size_t i = 0; f && i < at->n; i++)
        free(elf_code_reader.runs(f, at->v[i], at->v[i] + 64, &n));
    if (f)
        elf_code_reader.close(f);
}

static void read_evidence(struct span file, const struct object *o)
{
    const struct segment_case c = { .object = o };
    struct build_id id;
    struct symbol_link link;
    struct kernel_marks marks;
    struct err e = { 0 };
    elf_reader.content(&(struct blob){ .bytes = file });
    elf_reader.build_id(file, &id);
    elf_reader.link(file, &link);
    elf_reader.marks(file, &marks, &e);
    if (o->nsegments)
        elf_reader.segment(file, &c, &e);
    elf_reader.module(file, o, &e);
    elf_reader.arch(file);
    elf_reader.holds(file, WANT_DWO, &(struct build_id){ .n = 8 });
    elf_reader.holds(file, WANT_ALT, &(struct build_id){ .n = 20 });
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static struct object_segment mapped[] = { { 0x400000, 0, 0x1000 }, { 0x401000, 0x1000, 0x1000 } };
    static const struct object kinds[] = {
        { .kind = OBJECT_USER,
          .machine = -1,
          .path = "/usr/bin/made",
          .name = "made",
          .code_foff = 0x1000,
          .code_end = 0x2000,
          .segments = mapped,
          .nsegments = COUNT(mapped) },
        { .kind = OBJECT_KERNEL, .machine = -1, .path = "[kernel.kallsyms]", .name = "[kernel.kallsyms]" },
        { .kind = OBJECT_MODULE, .machine = -1, .path = "/lib/modules/made.ko", .name = "[made]" },
    };
    if (n < 2)
        return 0;
    const struct object *o = &kinds[bytes[n - 1] % COUNT(kinds)];
    void *copy = mem_copy(bytes, n - 1); /* so that a byte beyond it is seen */
    const struct span file = { copy, n - 1 };
    struct places at = { { 0, 0x1000, 0x1139, UINT64_MAX }, 4 };
    if (elf_reader.recognise(file)) {
        read_evidence(file, o);
        read_symbols(file, o, bytes[n - 1] & 8, &at);
        read_rules(file, &at);
        read_lines(file, o, &at);
        read_code(file, o, &at);
    }
    free(copy);
    return 0;
}
