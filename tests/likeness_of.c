/*
 * likeness_of: how alike the functions of two ELF files are, for tests/likeness.py: usage: likeness_of FILE FILE.
 * Prints four numbers: of pairs of functions with code enough those that have one name, how many of them are as alike as
 * what is taken for one, those that have different names, and how many of these are.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/annotate/code.h"
#include "core/annotate/match/match.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "formats/disasm/disassembler.h"
#include "formats/elf/elf.h"

struct function {
    const char *name;
    struct likeness code;
};

struct side {
    struct span bytes;
    struct symtab table;
    struct function *v;
    size_t n, cap;
};

static struct likeness take(struct disassembler *d, const struct code_file *f, const struct symbol *s)
{
    struct err e = { 0 };
    size_t n;
    struct code_run *runs = elf_code_reader.runs(f, s->start, s->end, &n);
    struct code_piece *pieces = mem_new(n, sizeof(*pieces));
    struct insns *insns = mem_new(n, sizeof(*insns));
    for (size_t i = 0; i < n; i++)
        pieces[i] = (struct code_piece){ elf_code_reader.arch(f), runs[i].bytes, runs[i].svma, runs[i].mark };
    struct likeness l = { 0 };
    const struct insn **all = NULL;
    size_t nall = 0, cap = 0;
    if (d->take(d, pieces, n, insns, &e))
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < insns[i].n; k++)
                *MEM_ADD(all, nall, cap) = &insns[i].v[k];
    l = likeness_make(all, nall);
    free(all);
    for (size_t i = 0; i < n; i++)
        insns_free(&insns[i]);
    free(insns);
    free(pieces);
    free(runs);
    return l;
}

static bool read_side(struct side *s, const char *path)
{
    const struct object o = { .path = path, .name = path };
    const struct disassembler_opts opts = { .objdump = "" };
    struct err e = { 0 };
    struct symbol_input in = { .object = &o };
    if (!file_map(path, &s->bytes, &e))
        return false;
    in.bytes = s->bytes;
    struct code_file *f = elf_code_reader.open(s->bytes, (struct span){ 0 }, &o, NULL, &e);
    if (!f || !elf_reader.read(&in, &s->table, &e))
        return false;
    struct disassembler *d = disassembler_open(elf_code_reader.arch(f), &opts);
    for (size_t i = 0; i < s->table.n; i++) {
        const struct symbol *y = &s->table.v[i];
        if (!y->is_plt && !y->is_object && !y->is_guess && y->end - y->start < 1 << 20)
            *MEM_ADD(s->v, s->n, s->cap) = (struct function){ y->name, take(d, f, y) };
    }
    d->close(d);
    elf_code_reader.close(f);
    return true;
}

static void side_free(struct side *s)
{
    for (size_t i = 0; i < s->n; i++)
        likeness_free(&s->v[i].code);
    free(s->v);
    symtab_free(&s->table);
    file_unmap(s->bytes);
}

int main(int argc, char **argv)
{
    struct side a = { .n = 0 }, b = { .n = 0 };
    uint64_t pairs[2] = { 0 }, alike[2] = { 0 };
    if (argc != 3 || !read_side(&a, argv[1]) || !read_side(&b, argv[2]))
        return 2;
    for (size_t i = 0; i < a.n; i++)
        for (size_t k = 0; k < b.n; k++) {
            const struct function *f = &a.v[i], *g = &b.v[k];
            const int one = !strcmp(f->name, g->name);
            if (f->code.runs < LIKENESS_FEWEST || g->code.runs < LIKENESS_FEWEST)
                continue;
            pairs[one]++;
            alike[one] += likeness_of(&f->code, &g->code) >= LIKENESS_LEAST;
        }
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", pairs[1], alike[1], pairs[0], alike[0]);
    side_free(&a);
    side_free(&b);
    return 0;
}
