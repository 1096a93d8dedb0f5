/*
 * links_of: what instructions of a file that is not linked lead to, as the program says it: for tests/links.py.
 * usage: links_of FILE <SECTIONS   A section is OFFSET SIZE, hexadecimal. Prints of each instruction where it stands in the
 * file, its length, and behind tabs its mnemonic, its operands, its link and where in the file a branch leads, "-" where
 * there is none.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/desk.h"
#include "core/annotate/listing.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "formats/disasm/disassembler.h"
#include "formats/elf/elf.h"

static void show(const struct code_run *run, const struct insns *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        const struct insn *r = &rows->v[i];
        printf("%" PRIx64 " %u\t%s\t%s\t%s\t", run->at + (r->addr - run->svma), r->length, r->mnemonic,
               r->operands, r->link ? r->link : "-");
        printf(r->has_target ? "%" PRIx64 "\n" : "-\n", run->at + (r->target - run->svma));
    }
}

int main(int argc, char **argv)
{
    const struct object object = { .kind = OBJECT_MODULE, .path = "x.ko", .name = "[x]" };
    const struct span none = { NULL, 0 };
    const struct disassembler_opts o = {
        .surroundings = desk_of_program(&(struct desk_streams){ .progress.is_watched = false }).around
    };
    struct err e = { 0 };
    struct span b = { 0 };
    struct arena arena = { 0 };
    if (argc < 2 || !file_map(argv[1], &b, &e)) {
        fprintf(stderr, "links_of: %s\n", argc < 2 ? "usage: links_of FILE" : e.msg);
        return 2;
    }
    struct code_file *f = elf_code_reader.open(b, none, &object, NULL, &e);
    char line[128];
    uint64_t at, size;
    bool good = f;
    struct disassembler *d = f ? disassembler_open(elf_code_reader.arch(f), &o) : NULL;
    while (good && fgets(line, sizeof(line), stdin)) {
        size_t n = 0;
        if (sscanf(line, "%" SCNx64 " %" SCNx64, &at, &size) != 2)
            continue;
        struct code_run *runs = elf_code_reader.runs(f, at, at + size, &n);
        for (size_t i = 0; good && i < n; i++) {
            const struct code_piece piece = { elf_code_reader.arch(f), runs[i].bytes, runs[i].svma,
                                              runs[i].mark };
            struct insns rows = { 0 };
            good = !runs[i].bytes.n || d->take(d, &piece, 1, &rows, &e);
            links_fill(&elf_code_reader, f, &runs[i], &rows, &arena);
            show(&runs[i], &rows);
            insns_free(&rows);
        }
        free(runs);
    }
    if (!good)
        fprintf(stderr, "links_of: %s\n", e.msg);
    if (d)
        d->close(d);
    if (f)
        elf_code_reader.close(f);
    arena_free(&arena);
    file_unmap(b);
    return good ? 0 : 1;
}
