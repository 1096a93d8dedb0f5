/*
 * The architecture's row names the engines that disassemble its code, in the order of their use. An objdump
 * that the user names comes first. An instruction that one engine does not know is passed to the next engine.
 * An instruction that no engine knows is shown as raw bytes.
 */
#include "formats/disasm/disassembler.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/disasm/engine.h"
#include "formats/disasm/objdump.h"

enum { LONGEST_INSN = 16 /* bytes */ };

/* An instruction set and its engines. The first engine is opened with the set; each other engine is opened
   when all engines before it fail. */
struct set {
    const struct arch_isa *isa;
    struct engine *engines[3];
    bool tried[3];
};

struct tools {
    struct disassembler d;
    const struct arch *arch;
    struct surroundings surroundings;
    char *options, *objdump; /* NULL: none */
    bool objdump_first;
    struct set sets[2];
    struct listing rows;
};

static const struct arch_code no_code = { .flow = (const struct arch_flow[]){ { 0 } } };
static const struct arch no_arch = { .name = "unknown", .bits = 64, .insn_align = 1, .code = &no_code };

/* Append an engine's name, once, to the list of opened engines. */
static void add_engine_name(struct text *names, const char *name)
{
    if (strstr(text_str(names), name))
        return;
    if (names->n)
        text_add(names, " and ");
    text_add(names, name);
}

static struct engine *open_engine(struct tools *tools, struct set *s, size_t i)
{
    if (s->tried[i])
        return s->engines[i];
    s->tried[i] = true;
    const unsigned which = i < COUNT(tools->arch->code->engines) ? tools->arch->code->engines[i]
                                                                 : ENGINE_NONE;
    if (which == ENGINE_CAPSTONE)
        s->engines[i] = engine_capstone(tools->arch, s->isa, tools->options, &tools->d.missing);
    else if (which == ENGINE_LLVM)
        s->engines[i] = engine_llvm(tools->arch, s->isa, tools->options);
    if (s->engines[i])
        add_engine_name(&tools->d.name, s->engines[i]->name);
    return s->engines[i];
}

/* Whether some option needs objdump: any option except the two syntaxes of x86. */
static bool only_objdump(const char *options)
{
    for (const char *s = options; s && *s; s += *s == ',') {
        size_t k = strcspn(s, ",");
        const bool is_intel = k >= 5 && !strncmp(s, "intel", 5), is_att = k >= 3 && !strncmp(s, "att", 3);
        if (!is_intel && !is_att)
            return true;
        s += k;
    }
    return false;
}

static void find_objdump(struct tools *tools, const char *named)
{
    struct err e = { 0 };
    if (tools->objdump || (named && !*named))
        return;
    tools->objdump = objdump_find(&tools->surroundings, tools->arch, named, &e);
    if (tools->objdump || e.kind == ERR_NONE)
        return;
    if (tools->d.missing.n)
        text_add(&tools->d.missing, "; ");
    text_add(&tools->d.missing, e.msg);
}

/* Choose the first engine that can disassemble the main instruction set. */
static void choose_engine(struct tools *tools, const struct disassembler_opts *o)
{
    const struct arch_code *c = tools->arch->code;
    if (o->objdump || only_objdump(o->options))
        find_objdump(tools, o->objdump);
    tools->objdump_first = tools->objdump;
    struct set *main = &tools->sets[c->isas[0].mark != 0];
    for (size_t i = 0; i < COUNT(c->engines) && c->engines[i] && !tools->objdump_first; i++) {
        if (c->engines[i] != ENGINE_OBJDUMP) {
            if (open_engine(tools, main, i))
                return;
        } else if (!o->objdump) {
            find_objdump(tools, NULL);
            tools->objdump_first = tools->objdump;
        }
    }
    if (tools->objdump_first)
        text_add(&tools->d.name, tools->objdump);
}

static void say_missing(struct tools *tools)
{
    const struct arch_code *c = tools->arch->code;
    text_add(&tools->d.name, "raw words");
    if (!c->gnu) {
        text_add(&tools->d.missing, "no disassembler knows this architecture");
        return;
    }
    if (tools->d.missing.n)
        text_add(&tools->d.missing, "; ");
    text_printf(&tools->d.missing, "to disassemble code of %s install ", tools->arch->name);
    if (c->llvm && engine_llvm_can())
        text_add(&tools->d.missing, "LLVM (Debian: llvm) or ");
    text_add(&tools->d.missing, "binutils for it (Debian: binutils-");
    for (const char *s = c->gnu; *s; s++) {
        const char sign = *s == '_' ? '-' : *s;
        text_char(&tools->d.missing, sign, 1);
    }
    text_add(&tools->d.missing, "), or name an objdump with --objdump");
}

static struct set *set_of(struct tools *tools, char mark)
{
    struct set *s = tools->sets;
    while (s->isa->mark && s->isa->mark != mark)
        s++;
    return s;
}

/* Disassemble an instruction that no engine knows, by the architecture's row. Returns its length; 0: the row
   does not know it either. */
static size_t take_lacking(const struct arch *a, struct span rest, struct listing_text *t)
{
    for (const struct arch_lacking *l = a->code->lacking; l && l->text && rest.n >= 4; l++)
        if (load_u32(rest.p, arch_insn_order(a)) == l->code) {
            listing_split(a, l->text, strlen(l->text), t);
            t->is_relative = false;
            return 4;
        }
    return 0;
}

static size_t take_one(struct tools *tools, struct set *s, struct span rest, uint64_t addr,
                       struct listing_text *t)
{
    for (size_t i = 0; i < COUNT(s->engines); i++) {
        struct engine *g = open_engine(tools, s, i);
        if (!g)
            continue;
        const size_t n = g->one(g, rest, addr, t);
        if (n)
            return n;
    }
    return take_lacking(tools->arch, rest, t);
}

/* Mark the bytes of a constant that the last instruction, at offset `at`, loads from an address after it,
   since they are not code. */
static void note_constant(const struct tools *tools, const struct code_piece *p, size_t at, bool **constants)
{
    assert(tools->rows.out->n);
    const struct insn *i = &tools->rows.out->v[tools->rows.out->n - 1];
    const uint64_t to = i->refers - p->addr;
    if (!tools->rows.refers.loads || to < at + i->length || to >= p->bytes.n)
        return;
    if (!*constants)
        *constants = mem_new(p->bytes.n, sizeof(**constants));
    for (size_t k = 0; k < tools->rows.refers.loads && to + k < p->bytes.n; k++)
        (*constants)[to + k] = true;
}

/* The number of consecutive bytes from `at` on that are all constants, or all code. If there are
   constants, it is at most LONGEST_INSN for code. */
static size_t run_of(const bool *constants, const struct code_piece *p, size_t at)
{
    if (!constants)
        return p->bytes.n - at;
    const bool is = constants[at];
    const size_t most = is ? p->bytes.n - at : LONGEST_INSN;
    size_t n = 1;
    while (n < most && at + n < p->bytes.n && constants[at + n] == is)
        n++;
    return n;
}

static void disassemble_piece(struct tools *tools, const struct code_piece *p, struct insns *out)
{
    struct set *s = set_of(tools, p->mark);
    bool *constants = NULL; /* constants[i]: an earlier instruction loads byte i */
    listing_begin(&tools->rows, s->isa, out);
    if (p->mark == 'd') {
        listing_add_data(&tools->rows, p->addr, p->bytes);
        return;
    }
    for (size_t at = 0; at < p->bytes.n;) {
        struct span rest = { p->bytes.p + at, run_of(constants, p, at) };
        struct listing_text t;
        size_t n = rest.n;
        if (constants && constants[at]) {
            listing_add_data(&tools->rows, p->addr + at, rest);
        } else if ((n = take_one(tools, s, rest, p->addr + at, &t)) != 0) {
            listing_add(&tools->rows, p->addr + at, (struct span){ rest.p, n }, &t);
            note_constant(tools, p, at, &constants);
        } else {
            n = listing_unit(&tools->rows, rest);
            listing_add_unknown(&tools->rows, p->addr + at, (struct span){ rest.p, n });
        }
        at += n;
    }
    free(constants);
}

static bool take_pieces(struct disassembler *d, const struct code_piece *pieces, size_t n, struct insns *out,
                        struct err *e)
{
    struct tools *tools = (struct tools *)d;
    for (size_t i = 0; i < n; i++)
        out[i] = (struct insns){ 0 };
    if (tools->objdump_first &&
        !objdump_run(&tools->surroundings, tools->objdump, tools->options, &tools->rows, pieces, n, out, e)) {
        for (size_t i = 0; i < n; i++)
            insns_free(&out[i]);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        if (!out[i].n)
            disassemble_piece(tools, &pieces[i], &out[i]);
    return true;
}

static void close_tools(struct disassembler *d)
{
    struct tools *tools = (struct tools *)d;
    for (size_t s = 0; s < COUNT(tools->sets); s++)
        for (size_t i = 0; i < COUNT(tools->sets[s].engines); i++)
            if (tools->sets[s].engines[i])
                tools->sets[s].engines[i]->close(tools->sets[s].engines[i]);
    listing_free(&tools->rows);
    text_free(&d->name);
    text_free(&d->missing);
    free(tools->options);
    free(tools->objdump);
    free(tools);
}

struct disassembler *disassembler_open(const struct arch *arch, const struct disassembler_opts *o)
{
    struct tools *tools = mem_new(1, sizeof(*tools));
    tools->d = (struct disassembler){ .take = take_pieces, .close = close_tools };
    tools->arch = arch ? arch : &no_arch;
    if (o->options && *o->options)
        tools->options = mem_copy(o->options, strlen(o->options));
    else
        tools->options = NULL;
    tools->surroundings = o->surroundings;
    tools->rows.arch = tools->arch;
    tools->rows.refers.skip_numbers = engine_option(tools->options, "intel");
    for (size_t i = 0; i < COUNT(tools->sets); i++)
        tools->sets[i].isa = &tools->arch->code->isas[i];
    choose_engine(tools, o);
    if (!tools->d.name.n)
        say_missing(tools);
    return &tools->d;
}
