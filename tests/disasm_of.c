/*
 * disasm_of: pieces of an ELF file's code as the program takes them apart: for tests/disasm.py.
 * usage: disasm_of FILE [OBJDUMP [OPTIONS]] <PIECES   ("-": what is found, "": none). A piece is ADDRESS OFFSET SIZE
 * MARK, the numbers hexadecimal, MARK a letter or "-". Prints what it is called, then of each instruction ADDRESS LENGTH
 * KIND TARGET REFERS, "-" where there is none, and the text.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/desk.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "formats/disasm/disassembler.h"

static const char *const kinds[] = { "plain", "call", "jump", "conditional", "return", "data", "unknown" };

/* e_machine, EI_CLASS and EI_DATA (gabi, "ELF Header"). */
static const struct arch *arch_of(struct span b)
{
    enum byte_order order = b.n > 20 && b.p[5] == 2 ? ORDER_BIG : ORDER_LITTLE;
    return b.n > 20 ? arch_by_elf(load_u16(b.p + 18, order), b.p[4] == 2 ? 64 : 32, order) : NULL;
}

static void show(const struct insns *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        const struct insn *r = &rows->v[i];
        printf("%" PRIx64 " %u %s%s", r->addr, r->length, kinds[r->kind], r->has_delay ? "+delay" : "");
        printf(r->has_target ? " %" PRIx64 : " -", r->target);
        printf(r->has_refers ? " %" PRIx64 : " -", r->refers);
        printf("\t%s\t%s\n", r->mnemonic, r->operands);
    }
}

int main(int argc, char **argv)
{
    struct err e = { 0 };
    struct span b = { 0 };
    struct code_piece *v = NULL;
    size_t n = 0, cap = 0;
    struct disassembler_opts o = {
        .objdump = argc > 2 && strcmp(argv[2], "-") ? argv[2] : NULL,
        .options = argc > 3 ? argv[3] : NULL,
        .surroundings = desk_of_program(&(struct desk_streams){ .progress.is_watched = false }).around
    };
    if (argc < 2 || !file_map(argv[1], &b, &e)) {
        fprintf(stderr, "disasm_of: %s\n", argc < 2 ? "usage: disasm_of FILE [OBJDUMP [OPTIONS]]" : e.msg);
        return 2;
    }
    const struct arch *arch = arch_of(b);
    char line[128], mark;
    uint64_t addr, at, size;
    while (fgets(line, sizeof(line), stdin))
        if (sscanf(line, "%" SCNx64 " %" SCNx64 " %" SCNx64 " %c", &addr, &at, &size, &mark) == 4 &&
            at <= b.n && size <= b.n - at) {
            v = mem_room(v, n, &cap, sizeof(*v));
            v[n++] = (struct code_piece){ arch, { b.p + at, (size_t)size }, addr, mark == '-' ? 0 : mark };
        }
    struct disassembler *d = disassembler_open(arch, &o);
    struct insns *rows = mem_new(n + 1, sizeof(*rows));
    bool good = d->take(d, v, n, rows, &e);
    printf("# %s\n", d->name.s);
    if (d->missing.s)
        printf("# missing: %s\n", d->missing.s);
    for (size_t i = 0; i < n; i++) {
        show(&rows[i]);
        insns_free(&rows[i]);
    }
    if (!good)
        fprintf(stderr, "disasm_of: %s\n", e.msg);
    d->close(d);
    free(rows);
    free(v);
    file_unmap(b);
    return good ? 0 : 1;
}
