/*
 * target_disasm: a libFuzzer entry (`./dev fuzz SECONDS disasm`): the bytes as code, the first says of which
 * architecture, the second with which mapping symbol. The instructions must cover all bytes without gaps. objdump is
 * another program: it is not run, but the bytes are also read as what one prints.
 */
#include <stdint.h>
#include <stdlib.h>

#include "formats/disasm/disassembler.h"
#include "formats/disasm/objdump.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* All bytes of a piece, once, in order. */
static void check(const struct code_piece *p, const struct insns *rows)
{
    uint64_t at = p->addr;
    for (size_t i = 0; i < rows->n; i++) {
        if (rows->v[i].addr != at || !rows->v[i].length || !rows->v[i].mnemonic || !rows->v[i].operands)
            abort();
        at += rows->v[i].length;
    }
    if (at - p->addr != p->bytes.n)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    size_t narchs;
    const struct arch *const *archs = arch_all(&narchs);
    if (n < 2)
        return 0;
    const struct arch *a = archs[bytes[0] % narchs];
    const char *marks = "\0taxd";
    struct code_piece p = { a, { bytes + 2, n - 2 }, 0x10000, marks[bytes[1] % 5] };
    struct insns rows;
    struct err e = { 0 };
    struct disassembler *d = disassembler_open(a, &(struct disassembler_opts){ .objdump = "" });
    if (!d->take(d, &p, 1, &rows, &e))
        abort();
    check(&p, &rows);
    insns_free(&rows);
    d->close(d);

    struct text printed = { 0 };
    struct listing l = { .arch = a };
    struct code_piece two[] = { { a, { bytes, 2 }, 0, 0 },
                                { a, { bytes, n }, 0x1000, p.mark == 'd' ? 0 : p.mark } };
    struct insns read[2] = { { 0 }, { 0 } };
    text_add_n(&printed, (const char *)bytes, n);
    objdump_read(&l, &printed, two, 2, (struct insns *const[]){ &read[0], &read[1] });
    for (int i = 0; i < 2; i++) {
        check(&two[i], &read[i]);
        insns_free(&read[i]);
    }
    listing_free(&l);
    text_free(&printed);
    return 0;
}
