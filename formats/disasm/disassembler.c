/*
 * disassembler: which program or library takes code apart: what the architecture's row says, in its order, and
 * in front of it what the user names. What the first does not know the others are asked for, instruction by
 * instruction; what none knows are raw bytes.
 */
#include "core/resolve/disassembler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/disasm/engine.h"
#include "formats/disasm/objdump.h"

/* One set of instructions and who is asked for it; engines behind the first are opened when it fails. */
struct set {
    const struct arch_isa *isa;
    struct engine *engines[3];
    bool tried[3];
};

struct disassembler {
    const struct arch *arch;
    char *options, *objdump; /* NULL: none */
    bool objdump_first;
    struct set sets[2];
    struct listing rows;
    struct text name, missing;
};

static const struct arch_code no_code = { .flow = (const struct arch_flow[]){ { 0 } } };
static const struct arch no_arch = { .name = "unknown", .bits = 64, .insn_align = 1, .code = &no_code };

static struct engine *open_engine(struct disassembler *d, struct set *s, size_t i)
{
    if (!s->tried[i]) {
        s->tried[i] = true;
        unsigned which = i < COUNT(d->arch->code->engines) ? d->arch->code->engines[i] : ENGINE_NONE;
        s->engines[i] = which == ENGINE_CAPSTONE ? engine_capstone(d->arch, s->isa, d->options)
                        : which == ENGINE_LLVM   ? engine_llvm(d->arch, s->isa, d->options)
                                                 : NULL;
        if (s->engines[i] && (!d->name.n || !strstr(d->name.s, s->engines[i]->name)))
            text_printf(&d->name, "%s%s", d->name.n ? " and " : "", s->engines[i]->name);
    }
    return s->engines[i];
}

/* Options that only objdump has: others than the two syntaxes of x86. */
static bool only_objdump(const char *options)
{
    for (const char *s = options; s && *s; s += *s == ',') {
        size_t k = strcspn(s, ",");
        if ((k < 5 || strncmp(s, "intel", 5) != 0) && (k < 3 || strncmp(s, "att", 3) != 0))
            return true;
        s += k;
    }
    return false;
}

static void find_objdump(struct disassembler *d, const char *named)
{
    struct err e = { 0 };
    if (d->objdump || (named && !*named))
        return;
    d->objdump = objdump_find(d->arch, named, &e);
    if (!d->objdump && named)
        text_printf(&d->missing, "%s", e.msg);
}

/* The first that can take code of the main set apart. */
static void choose(struct disassembler *d, const struct disassembler_opts *o)
{
    const struct arch_code *c = d->arch->code;
    if (o->objdump || only_objdump(o->options))
        find_objdump(d, o->objdump);
    d->objdump_first = d->objdump;
    struct set *main = &d->sets[c->isas[0].mark ? 1 : 0];
    for (size_t i = 0; i < COUNT(c->engines) && c->engines[i] && !d->objdump_first; i++) {
        if (c->engines[i] != ENGINE_OBJDUMP) {
            if (open_engine(d, main, i))
                return;
        } else if (!o->objdump) {
            find_objdump(d, NULL);
            d->objdump_first = d->objdump;
        }
    }
    if (d->objdump_first)
        text_add(&d->name, d->objdump);
}

static void say_missing(struct disassembler *d)
{
    const struct arch_code *c = d->arch->code;
    text_add(&d->name, "raw words");
    if (!c->gnu) {
        text_add(&d->missing, "nothing takes code of this architecture apart");
        return;
    }
    text_printf(&d->missing, "%sto take code of %s apart install ", d->missing.n ? "; " : "", d->arch->name);
    if (c->llvm)
        text_add(&d->missing, "LLVM (Debian: llvm) or ");
    text_add(&d->missing, "binutils for it (Debian: binutils-");
    for (const char *s = c->gnu; *s; s++)
        text_char(&d->missing, *s == '_' ? '-' : *s, 1);
    text_add(&d->missing, "), or name an objdump by --objdump");
}

struct disassembler *disassembler_open(const struct arch *arch, const struct disassembler_opts *o)
{
    struct disassembler *d = mem_new(1, sizeof(*d));
    d->arch = arch ? arch : &no_arch;
    d->options = o->options && *o->options ? mem_copy(o->options, strlen(o->options)) : NULL;
    d->rows.arch = d->arch;
    d->rows.refers.skip_numbers = engine_option(d->options, "intel");
    for (size_t i = 0; i < COUNT(d->sets); i++)
        d->sets[i].isa = &d->arch->code->isas[i];
    choose(d, o);
    if (!d->name.n)
        say_missing(d);
    return d;
}

void disassembler_close(struct disassembler *d)
{
    if (!d)
        return;
    for (size_t s = 0; s < COUNT(d->sets); s++)
        for (size_t i = 0; i < COUNT(d->sets[s].engines); i++)
            if (d->sets[s].engines[i])
                d->sets[s].engines[i]->close(d->sets[s].engines[i]);
    listing_free(&d->rows);
    text_free(&d->name);
    text_free(&d->missing);
    free(d->options);
    free(d->objdump);
    free(d);
}

const char *disassembler_name(const struct disassembler *d)
{
    return text_str(&d->name);
}

const char *disassembler_missing(const struct disassembler *d)
{
    return d->missing.s;
}

static struct set *set_of(struct disassembler *d, char mark)
{
    struct set *s = d->sets;
    while (s->isa->mark && s->isa->mark != mark)
        s++;
    return s;
}

/* What no engine knows, but the architecture's row does. */
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

static size_t take_one(struct disassembler *d, struct set *s, struct span rest, uint64_t addr,
                       struct listing_text *t)
{
    for (size_t i = 0; i < COUNT(s->engines); i++) {
        struct engine *g = open_engine(d, s, i);
        size_t n = g ? g->one(g, rest, addr, t) : 0;
        if (n)
            return n;
    }
    return take_lacking(d->arch, rest, t);
}

static void take_apart(struct disassembler *d, const struct code_piece *p, struct insns *out)
{
    struct set *s = set_of(d, p->mark);
    listing_begin(&d->rows, s->isa, out);
    if (p->mark == 'd') {
        listing_add_data(&d->rows, p->addr, p->bytes);
        return;
    }
    for (size_t at = 0; at < p->bytes.n;) {
        struct span rest = { p->bytes.p + at, p->bytes.n - at };
        struct listing_text t;
        size_t n = take_one(d, s, rest, p->addr + at, &t);
        if (n) {
            listing_add(&d->rows, p->addr + at, (struct span){ rest.p, n }, &t);
        } else {
            n = listing_unit(&d->rows, rest);
            listing_add_unknown(&d->rows, p->addr + at, (struct span){ rest.p, n });
        }
        at += n;
    }
}

bool disassemble(struct disassembler *d, const struct code_piece *pieces, size_t n, struct insns *out,
                 struct err *e)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (struct insns){ 0 };
    if (d->objdump_first && !objdump_run(d->objdump, d->options, &d->rows, pieces, n, out, e)) {
        for (size_t i = 0; i < n; i++)
            insns_free(&out[i]);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        if (!out[i].n)
            take_apart(d, &pieces[i], &out[i]);
    return true;
}
