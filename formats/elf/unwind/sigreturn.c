#include "formats/elf/unwind/sigreturn.h"

#include <string.h>

#include "core/base/mem.h"

/* Where registers are from the stack pointer on, in words of 8 bytes. The program counter gets a number of
   its own where DWARF has none for it, as in libgcc (DWARF_ALT_FRAME_RETURN_COLUMN). */
struct sigreturn_frame {
    uint16_t machine;
    const char *symbol;
    uint8_t size; /* bytes of the function */
    uint8_t sp, first, last;
    int16_t at; /* of register 0, be it there or not */
    uint8_t pc;
    int16_t pc_at;
};

/* struct rt_sigframe (linux/arch/X/kernel/signal.c; s390's struct sigframe, too): on all but s390 a siginfo
   of 128 bytes, and a ucontext with the sigcontext 176 bytes in it; on s390 160 bytes of the caller's frame
   first. */
// clang-format off
static const struct sigreturn_frame frames[] = {
    /* machine       symbol                   size  sp  first last  at         pc  at          */
    { EM_AARCH64,   "__kernel_rt_sigreturn",    8,  31, 0,    31,   304 + 8,   32, 304 + 8 * 33 },
    { EM_RISCV,     "__vdso_rt_sigreturn",      8,  2,  1,    31,   304,       64, 304          },
    { EM_LOONGARCH, "__vdso_rt_sigreturn",      8,  3,  1,    31,   304 + 8,   64, 304          },
    { EM_S390,      "__kernel_rt_sigreturn",    2,  15, 0,    15,   336 + 16,  65, 336 + 8      },
    { EM_S390,      "__kernel_sigreturn",       2,  15, 0,    15,   176 + 16,  65, 176 + 8      },
};
// clang-format on

static bool has_frames(uint16_t machine)
{
    size_t i = 0, n = COUNT(frames);
    while (i < n && frames[i].machine != machine)
        i++;
    return i < n;
}

static void see_symbol(struct sigreturn *s, const struct image *m, const char *name, uint64_t svma)
{
    for (size_t i = 0; i < COUNT(frames); i++)
        if (frames[i].machine == m->ehdr.e_machine && !strcmp(frames[i].symbol, name))
            s->v[s->v[0].frame != NULL] = (struct sigreturn_at){ &frames[i], svma };
}

void sigreturn_open(struct sigreturn *s, const struct image *m)
{
    GElf_Shdr h, of_names;
    GElf_Sym symbol;
    *s = (struct sigreturn){ 0 };
    if (m->ehdr.e_ident[EI_CLASS] != ELFCLASS64 || !has_frames(m->ehdr.e_machine))
        return;
    Elf_Scn *scn = image_section(m, ".dynsym", &h, NULL);
    Elf_Scn *names = scn ? elf_getscn(m->elf, h.sh_link) : NULL;
    if (!names || !gelf_getshdr(names, &of_names))
        return;
    struct span text = image_bytes(m, &of_names);
    while (text.n && text.p[text.n - 1]) /* so that all texts in it end */
        text.n--;
    Elf_Data *data = elf_getdata(scn, NULL);
    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++)
        if (symbol.st_name < text.n)
            see_symbol(s, m, (const char *)text.p + symbol.st_name, symbol.st_value);
}

static struct unwind_rule *rule_of(const struct sigreturn_frame *f)
{
    struct unwind_rule *r = mem_new(1, sizeof(*r) + (f->last - f->first + 2u) * sizeof(*r->cells));
    r->cfa = (struct unwind_cell){ .how = HOW_REGISTER, .from = f->sp };
    r->found = UNWIND_BY_CFI;
    r->ra = f->pc;
    r->signal_frame = true;
    for (int i = f->first; i <= f->last; i++)
        r->cells[r->ncells++] =
            (struct unwind_cell){ .reg = (uint8_t)i, .how = HOW_SAVED, .n = f->at + 8 * i };
    r->cells[r->ncells++] = (struct unwind_cell){ .reg = f->pc, .how = HOW_SAVED, .n = f->pc_at };
    return r;
}

/* The handler did not call it, so the address that callers are looked up by lies before its first byte. */
struct unwind_rule *sigreturn_rule(const struct sigreturn *s, uint64_t svma)
{
    for (size_t i = 0; i < 2 && s->v[i].frame; i++) {
        const struct sigreturn_at *at = &s->v[i];
        if (svma + 1 < at->svma || svma >= at->svma + at->frame->size)
            continue;
        struct unwind_rule *r = rule_of(at->frame);
        r->start = at->svma - 1;
        r->end = at->svma + at->frame->size;
        return r;
    }
    return NULL;
}
