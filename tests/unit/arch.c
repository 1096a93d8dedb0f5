/*
 * arch: walks the list of architectures and rejects holes, then asks for every spelling and ELF header that
 * captures are known to carry. A new architecture needs no line in the first half; its uname spellings go
 * into names[].
 *
 * Not here: whether a number is right. That is what the sources named in each descriptor are for; the few
 * spot checks at the end only hold those that were once got wrong elsewhere.
 */
#include "arch/arch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arch/syscalls.h"
#include "arch/uapi.h"
#include "tests/unit/syscall_number.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What the assertion was about; a bare cmocka message does not name the row. */
#define CHECK(a, cond)                                                                                       \
    do {                                                                                                     \
        if (!(cond))                                                                                         \
            fail_msg("%s: not true: %s", (a)->name, #cond);                                                  \
    } while (0)

static const struct arch_reg *reg_by_dwarf(const struct arch *a, int dwarf)
{
    for (size_t i = 0; i < a->nregs; i++)
        if (a->regs[i].dwarf == dwarf)
            return &a->regs[i];
    return NULL;
}

static bool power_of_two(uint64_t n)
{
    return n != 0 && (n & (n - 1)) == 0;
}

static void no_field_is_forgotten(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    assert_true(n > 0);
    for (size_t i = 0; i < n; i++) {
        const struct arch *a = all[i];

        assert_non_null(a->name);
        CHECK(a, a->name[0] != '\0');
        CHECK(a, a->aliases != NULL);
        CHECK(a, a->machine != 0);
        CHECK(a, a->bits == 32 || a->bits == 64);
        CHECK(a, a->order == ORDER_LITTLE || a->order == ORDER_BIG);
        CHECK(a, a->regs != NULL && a->nregs > 0);
        CHECK(a, a->pc && a->sp && a->fp);
        CHECK(a, a->addr_mask != 0);
        CHECK(a, !a->kernel_text || a->kernel_text > a->kernel_start);
        CHECK(a, !a->nplt == !a->plt);
        CHECK(a, a->relocs != NULL);
        CHECK(a, !(a->function_bits & a->addr_mask));
        CHECK(a, !a->register_windows || !a->signed_ra); /* both are DW_CFA 0x2d */
        CHECK(a, !a->perf_names_ioctls || a->generic_ioctls);
        CHECK(a, a->abis[0] != ABI_NONE && a->uapi != UAPI_NONE && a->uapi < UAPI_COUNT);
        CHECK(a, !a->mapping_symbols || a->mapping_symbols[0] != '\0');
        CHECK(a, !a->mapping_tails || a->mapping_symbols);
        if (a->bits == 32) {
            CHECK(a, a->kernel_start <= UINT32_MAX);
            CHECK(a, a->addr_mask <= UINT32_MAX);
        } else {
            CHECK(a, a->addr_mask > UINT32_MAX);
        }
        CHECK(a, a->kernel_start % 4096 == 0);
    }
}

/* Their code is whole groups, and no field lies outside of the slot. */
static void plt_slots_are_whole(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < all[i]->nplt; k++) {
            const struct arch_plt_slot *f = &all[i]->plt[k];
            size_t bytes = 0;

            for (const char *p = f->code; *p; p += strcspn(p, " "), p += *p == ' ') {
                size_t digits = strcspn(p, " ");
                CHECK(all[i],
                      strspn(p, ".0123456789abcdef") == digits && power_of_two(digits) && digits <= 8);
                bytes += digits / 2;
            }
            CHECK(all[i], bytes && bytes <= f->size && f->size % 4 == 0);
            CHECK(all[i], f->base <= PLT_GOT);
            for (size_t b = 0; b < COUNT(f->part) && f->part[b].size; b++) {
                const struct arch_bits *part = &f->part[b];
                CHECK(all[i], (part->size == 2 || part->size == 4) && part->at + part->size <= f->size);
                CHECK(all[i], part->bits && part->low + part->bits <= part->size * 8 && part->shift < 32);
            }
        }
}

/* A type means one thing, and what it does is to a number. */
static void relocations_are_unambiguous(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++)
        for (const struct arch_reloc *r = all[i]->relocs; r->type; r++) {
            CHECK(all[i], power_of_two(r->size) && r->size <= 8 && r->does <= RELOC_SUBTRACTS);
            for (const struct arch_reloc *before = all[i]->relocs; before < r; before++)
                CHECK(all[i], before->type != r->type);
        }
}

/* What lies in a signal's frame are registers that have a number, and none of them twice. */
static void signal_frames_hold_registers(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < COUNT(all[i]->signal_frames) && all[i]->signal_frames[k].symbol; k++) {
            const struct arch *a = all[i];
            const struct arch_signal_frame *f = &a->signal_frames[k];

            for (int reg = f->first; reg <= f->last; reg++)
                CHECK(a, reg_by_dwarf(a, reg));
            CHECK(a, f->size && f->first < f->last && (f->pc < f->first || f->pc > f->last));
            CHECK(a, f->at % (a->bits / 8) == 0 && f->pc_at % (a->bits / 8) == 0);
            CHECK(a, f->first <= arch_reg_by_name(a, a->sp)->dwarf &&
                         arch_reg_by_name(a, a->sp)->dwarf <= f->last);
        }
}

/* A number of the link register's own in .debug_frame is no other register's; branches of the architecture's
   own have five types; perf's names of system calls are for calls that there are. */
static void exceptions_are_real(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        const struct arch *a = all[i];

        CHECK(a, !a->debug_frame_ra || (a->ra && !reg_by_dwarf(a, a->debug_frame_ra)));
        for (size_t k = 0; a->branch_types && k < 5; k++)
            CHECK(a, a->branch_types[k] && a->branch_types[k][0]);
        for (const struct arch_perf_call *c = a->perf_calls; c && c->name; c++)
            CHECK(a, syscall_by_name(a, c->name) >= 0);
    }
}

/* A kernel's 32-bit programs are of the same order and use registers that it samples. */
static void compat_is_narrower(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        const struct arch *a = all[i], *c = a->compat;

        CHECK(a, !c || (a->bits == 64 && c->bits == 32 && c->order == a->order && !c->compat));
        CHECK(a, !c || (arch_reg_by_name(c, c->pc)->perf < 0) == (arch_reg_by_name(a, a->pc)->perf < 0));
    }
}

static void page_sizes_ascend(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        const struct arch *a = all[i];
        uint32_t before = 0;
        size_t k = 0;

        for (; k < COUNT(a->page_sizes) && a->page_sizes[k]; k++) {
            CHECK(a, power_of_two(a->page_sizes[k]));
            CHECK(a, a->page_sizes[k] > before);
            before = a->page_sizes[k];
        }
        CHECK(a, k > 0);
        CHECK(a, k < COUNT(a->page_sizes)); /* the end mark fits */
    }
}

static void frames_are_possible(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        const struct arch *a = all[i];
        int word = a->bits / 8;

        if (!a->fp_frame.usable) {
            CHECK(a, a->fp_frame.fp_at == 0 && a->fp_frame.ra_at == 0 && a->fp_frame.cfa_at == 0);
            continue;
        }
        CHECK(a, a->fp_frame.fp_at != a->fp_frame.ra_at);
        CHECK(a, a->fp_frame.fp_at % word == 0 && a->fp_frame.ra_at % word == 0);
        if (a->fp_frame.cfa_at == ARCH_CFA_UNKNOWN)
            continue;
        CHECK(a, a->fp_frame.cfa_at % word == 0);
        if (!a->stack_grows_up) { /* what a frame saved lies on the callee's side of the caller's sp */
            CHECK(a, a->fp_frame.fp_at < a->fp_frame.cfa_at);
            CHECK(a, a->fp_frame.ra_at < a->fp_frame.cfa_at);
        }
    }
}

static void roles_are_registers(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        const struct arch *a = all[i];

        CHECK(a, arch_reg_by_name(a, a->pc));
        CHECK(a, arch_reg_by_name(a, a->sp));
        CHECK(a, arch_reg_by_name(a, a->fp));
        CHECK(a, !a->ra || arch_reg_by_name(a, a->ra));
        /* What an unwinder starts from and restores must have a DWARF number; the pc comes from a rule's
           return address column and need not. */
        CHECK(a, arch_reg_by_name(a, a->sp)->dwarf >= 0);
        CHECK(a, arch_reg_by_name(a, a->fp)->dwarf >= 0);
        CHECK(a, !a->ra || arch_reg_by_name(a, a->ra)->dwarf >= 0);
    }
}

static void register_rows_are_unique(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        const struct arch *a = all[i];

        for (const struct arch_reg *r = a->regs; r < a->regs + a->nregs; r++) {
            CHECK(a, r->name && r->name[0] != '\0');
            CHECK(a, r->perf >= -1 && r->perf < 64); /* they are bits of a 64-bit mask */
            CHECK(a, r->dwarf >= -1);
            /* The lookups find the row that asked, so no earlier row has the same name or number. */
            CHECK(a, arch_reg_by_name(a, r->name) == r);
            CHECK(a, r->perf == -1 || arch_reg_by_perf(a, r->perf) == r);
            CHECK(a, r->dwarf == -1 || reg_by_dwarf(a, r->dwarf) == r);
            /* Only a pc may be a name alone. */
            CHECK(a, r->perf >= 0 || r->dwarf >= 0 || strcmp(r->name, a->pc) == 0);
        }
        assert_null(arch_reg_by_perf(a, -1));
        assert_null(arch_reg_by_perf(a, 64));
        assert_null(arch_reg_by_name(a, "no such register"));
    }
}

/* The kernel numbers sampled registers without gaps; these are the exceptions (PERF_REG_ARM64_VG). */
static const struct {
    const char *arch;
    int perf;
} after_a_gap[] = {
    { "arm64", 46 },
    { "aarch64_be", 46 },
};

static bool is_after_a_gap(const struct arch *a, int perf)
{
    for (size_t i = 0; i < COUNT(after_a_gap); i++)
        if (strcmp(after_a_gap[i].arch, a->name) == 0 && after_a_gap[i].perf == perf)
            return true;
    return false;
}

static void perf_numbers_have_no_gaps(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        const struct arch *a = all[i];
        int rows = 0, past_end = 0;

        for (const struct arch_reg *r = a->regs; r < a->regs + a->nregs; r++)
            if (r->perf >= 0 && !is_after_a_gap(a, r->perf))
                rows++;
        while (arch_reg_by_perf(a, past_end))
            past_end++;
        if (rows != past_end)
            fail_msg("%s: %d perf registers, but number %d is missing", a->name, rows, past_end);
        /* Sampled at all: then an unwinder can start. */
        CHECK(a,
              rows == 0 || (arch_reg_by_name(a, a->pc)->perf >= 0 && arch_reg_by_name(a, a->sp)->perf >= 0));
    }
}

static size_t spellings(const struct arch *a, const char **out, size_t room)
{
    size_t n = 0;

    out[n++] = a->name;
    for (const char *const *alias = a->aliases; *alias; alias++) {
        CHECK(a, n < room);
        out[n++] = *alias;
    }
    return n;
}

static void spellings_are_unambiguous(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        const struct arch *a = all[i];
        const char *mine[32], *theirs[32];
        size_t nmine = spellings(a, mine, COUNT(mine));

        for (size_t k = 0; k < nmine; k++) {
            CHECK(a, mine[k][0] != '\0');
            CHECK(a, arch_by_name(mine[k], a->bits, a->order) == a);
            for (size_t l = 0; l < k; l++)
                CHECK(a, strcmp(mine[k], mine[l]) != 0);
        }
        for (size_t j = 0; j < i; j++) {
            const struct arch *b = all[j];
            size_t ntheirs = spellings(b, theirs, COUNT(theirs));

            CHECK(a, strcmp(a->name, b->name) != 0);
            if (a->bits != b->bits || a->order != b->order)
                continue;
            for (size_t k = 0; k < nmine; k++)
                for (size_t l = 0; l < ntheirs; l++)
                    if (strcmp(mine[k], theirs[l]) == 0)
                        fail_msg("%s and %s are both spelled %s", a->name, b->name, mine[k]);
        }
    }
}

static void elf_headers_are_unambiguous(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        const struct arch *a = all[i];

        /* The first row that matches is itself, so no earlier one has the same header. */
        CHECK(a, arch_by_elf(a->machine, a->bits, a->order) == a);
        CHECK(a, a->machine2 == 0 || arch_by_elf(a->machine2, a->bits, a->order) == a);
        CHECK(a, a->machine2 != a->machine);
    }
}

/* clang-format off */
static const struct {
    const char *name;
    unsigned bits;                      /* 0: unknown                    */
    enum byte_order order;
    const char *expected;               /* our name; NULL: not found     */
} names[] = {
    { "x86_64",        0, ORDER_LITTLE, "x86_64"      },
    { "x86_64",       64, ORDER_LITTLE, "x86_64"      },
    { "x86_64",       32, ORDER_LITTLE, "x86_64"      }, /* a 32-bit perf on a 64-bit kernel      */
    { "x86_64",       64, ORDER_BIG,    "x86_64"      }, /* rewritten on a big-endian host        */
    { "amd64",         0, ORDER_LITTLE, "x86_64"      },
    { "x86",           0, ORDER_LITTLE, "x86_64"      },
    { "x86",          64, ORDER_LITTLE, "x86_64"      },
    { "x86",          32, ORDER_LITTLE, "i386"        },
    { "i386",          0, ORDER_LITTLE, "i386"        },
    { "i486",          0, ORDER_LITTLE, "i386"        },
    { "i586",          0, ORDER_LITTLE, "i386"        },
    { "i686",          0, ORDER_LITTLE, "i386"        },
    { "i686",         64, ORDER_LITTLE, "i386"        },
    { "aarch64",       0, ORDER_LITTLE, "arm64"       },
    { "arm64",        64, ORDER_LITTLE, "arm64"       },
    { "aarch64_be",    0, ORDER_BIG,    "aarch64_be"  },
    { "aarch64_be",    0, ORDER_LITTLE, "aarch64_be"  },
    { "arm64",         0, ORDER_BIG,    "aarch64_be"  },
    { "arm",           0, ORDER_LITTLE, "arm"         },
    { "arm",          32, ORDER_BIG,    "armeb"       },
    { "armv4l",        0, ORDER_LITTLE, "arm"         },
    { "armv4tl",       0, ORDER_LITTLE, "arm"         },
    { "armv5tel",      0, ORDER_LITTLE, "arm"         },
    { "armv5tejl",     0, ORDER_LITTLE, "arm"         },
    { "armv6l",        0, ORDER_LITTLE, "arm"         },
    { "armv7l",        0, ORDER_LITTLE, "arm"         },
    { "armv7l",        0, ORDER_BIG,    "arm"         },
    { "armv7ml",       0, ORDER_LITTLE, "arm"         },
    { "armv8l",        0, ORDER_LITTLE, "arm"         },
    { "armv7b",        0, ORDER_BIG,    "armeb"       },
    { "armv5teb",      0, ORDER_BIG,    "armeb"       },
    { "armv8b",        0, ORDER_BIG,    "armeb"       },
    { "armeb",         0, ORDER_BIG,    "armeb"       },
    { "s390x",         0, ORDER_BIG,    "s390x"       },
    { "s390x",         0, ORDER_LITTLE, "s390x"       },
    { "s390",          0, ORDER_BIG,    "s390"        },
    { "s390",         64, ORDER_BIG,    "s390x"       }, /* perf's short name */
    { "s390",         32, ORDER_BIG,    "s390"        },
    { "ppc64",         0, ORDER_BIG,    "ppc64"       },
    { "ppc64le",       0, ORDER_LITTLE, "ppc64le"     },
    { "ppc64el",       0, ORDER_LITTLE, "ppc64le"     },
    { "ppc",           0, ORDER_BIG,    "ppc"         },
    { "powerpc",       0, ORDER_LITTLE, "ppc64le"     },
    { "powerpc",      64, ORDER_BIG,    "ppc64"       },
    { "powerpc",      32, ORDER_BIG,    "ppc"         },
    { "riscv64",       0, ORDER_LITTLE, "riscv64"     },
    { "riscv32",       0, ORDER_LITTLE, "riscv32"     },
    { "riscv",         0, ORDER_LITTLE, "riscv64"     },
    { "riscv",        32, ORDER_LITTLE, "riscv32"     },
    { "mips",          0, ORDER_BIG,    "mips"        },
    { "mips",          0, ORDER_LITTLE, "mipsel"      },
    { "mips",         64, ORDER_BIG,    "mips64"      },
    { "mips",         64, ORDER_LITTLE, "mips64el"    },
    { "mips64",        0, ORDER_BIG,    "mips64"      },
    { "mips64",        0, ORDER_LITTLE, "mips64el"    },
    { "mipsel",        0, ORDER_LITTLE, "mipsel"      },
    { "mips64el",      0, ORDER_LITTLE, "mips64el"    },
    { "loongarch64",   0, ORDER_LITTLE, "loongarch64" },
    { "loongarch",     0, ORDER_LITTLE, "loongarch64" },
    { "parisc",        0, ORDER_BIG,    "parisc"      },
    { "parisc",       64, ORDER_BIG,    "parisc64"    },
    { "parisc64",      0, ORDER_BIG,    "parisc64"    },
    { "parisc64",     32, ORDER_BIG,    "parisc64"    }, /* 32-bit perf on a 64-bit kernel: the usual case */
    { "hppa",          0, ORDER_BIG,    "parisc"      },
    { "sparc",         0, ORDER_BIG,    "sparc"       },
    { "sparc",        64, ORDER_BIG,    "sparc64"     },
    { "sparc64",       0, ORDER_BIG,    "sparc64"     },
    { "sun4u",         0, ORDER_BIG,    "sparc64"     },
    { "alpha",         0, ORDER_LITTLE, "alpha"       },
    { "m68k",          0, ORDER_BIG,    "m68k"        },
    { "sh",            0, ORDER_LITTLE, "sh"          },
    { "sh",            0, ORDER_BIG,    "sheb"        },
    { "sh2",           0, ORDER_LITTLE, "sh"          },
    { "sh2a",          0, ORDER_LITTLE, "sh"          },
    { "sh3",           0, ORDER_LITTLE, "sh"          },
    { "sh4",           0, ORDER_LITTLE, "sh"          },
    { "sh4a",          0, ORDER_LITTLE, "sh"          },
    { "sh4al-dsp",     0, ORDER_LITTLE, "sh"          },
    { "sh4eb",         0, ORDER_BIG,    "sheb"        },
    { "sheb",          0, ORDER_BIG,    "sheb"        },
    { "arc",           0, ORDER_LITTLE, "arc"         },
    { "csky",          0, ORDER_LITTLE, "csky"        },
    { "xtensa",        0, ORDER_LITTLE, "xtensa"      },
    { "xtensa",       32, ORDER_BIG,    "xtensaeb"    },
    { "",              0, ORDER_LITTLE, NULL          },
    { "i86",           0, ORDER_LITTLE, NULL          },
    { "x86_64 ",       0, ORDER_LITTLE, NULL          },
    { "X86_64",        0, ORDER_LITTLE, NULL          },
    { "vax",           0, ORDER_LITTLE, NULL          },
};

/* e_machine as numbers: the test does not share its constants with the code it checks. */
static const struct {
    uint16_t machine;
    unsigned bits;
    enum byte_order order;
    const char *expected;
} headers[] = {
    {     62, 64, ORDER_LITTLE, "x86_64"      },
    {     62, 32, ORDER_LITTLE, "x86_64"      }, /* x32                */
    {     62, 64, ORDER_BIG,    NULL          },
    {      3, 32, ORDER_LITTLE, "i386"        },
    {      3, 64, ORDER_LITTLE, NULL          },
    {    183, 64, ORDER_LITTLE, "arm64"       },
    {    183, 32, ORDER_LITTLE, "arm64"       }, /* ilp32              */
    {    183, 64, ORDER_BIG,    "aarch64_be"  },
    {     40, 32, ORDER_LITTLE, "arm"         },
    {     40, 32, ORDER_BIG,    "armeb"       },
    {     22, 64, ORDER_BIG,    "s390x"       },
    {     22, 32, ORDER_BIG,    "s390"        },
    {     21, 64, ORDER_LITTLE, "ppc64le"     },
    {     21, 64, ORDER_BIG,    "ppc64"       },
    {     20, 32, ORDER_BIG,    "ppc"         },
    {    243, 64, ORDER_LITTLE, "riscv64"     },
    {    243, 32, ORDER_LITTLE, "riscv32"     },
    {      8, 32, ORDER_BIG,    "mips"        },
    {      8, 32, ORDER_LITTLE, "mipsel"      },
    {      8, 64, ORDER_BIG,    "mips64"      },
    {      8, 64, ORDER_LITTLE, "mips64el"    },
    {    258, 64, ORDER_LITTLE, "loongarch64" },
    {     15, 32, ORDER_BIG,    "parisc"      },
    {     15, 64, ORDER_BIG,    "parisc64"    },
    {      2, 32, ORDER_BIG,    "sparc"       },
    {     18, 32, ORDER_BIG,    "sparc"       }, /* v8+                */
    {     43, 64, ORDER_BIG,    "sparc64"     },
    { 0x9026, 64, ORDER_LITTLE, "alpha"       },
    {      4, 32, ORDER_BIG,    "m68k"        },
    {     42, 32, ORDER_LITTLE, "sh"          },
    {     42, 32, ORDER_BIG,    "sheb"        },
    {     93, 32, ORDER_LITTLE, "arc"         }, /* ARC 700            */
    {    195, 32, ORDER_LITTLE, "arc"         }, /* ARC HS             */
    {    252, 32, ORDER_LITTLE, "csky"        },
    {     94, 32, ORDER_LITTLE, "xtensa"      },
    {     94, 32, ORDER_BIG,    "xtensaeb"    },
    { 0xabc7, 32, ORDER_LITTLE, "xtensa"      },
    {      0, 64, ORDER_LITTLE, NULL          }, /* EM_NONE: a folio   */
    {    247, 64, ORDER_LITTLE, NULL          }, /* EM_BPF             */
    {     62,  0, ORDER_LITTLE, NULL          }, /* ELFCLASSNONE       */
};

static const struct {
    const char *arch, *reg;
    int perf, dwarf;
} registers[] = {
    { "x86_64",      "SI",     4,  4 },
    { "x86_64",      "BX",     1,  3 },          /* DWARF: rax rdx rcx rbx ...   */
    { "x86_64",      "IP",     8, 16 },
    { "i386",        "SP",     7,  4 },          /* DWARF: esp ebp esi edi       */
    { "i386",        "BP",     6,  5 },
    { "i386",        "IP",     8,  8 },
    { "arm",         "lr",    14, 14 },
    { "arm64",       "sp",    31, 31 },
    { "s390x",       "FP1",   17, 20 },          /* DWARF: f0 f2 f4 f6 f1 ...    */
    { "s390x",       "PC",    33, 65 },
    { "ppc64le",     "link",  36, 65 },
    { "ppc64le",     "siar",  58, -1 },
    { "riscv64",     "s2",    18, 18 },
    { "riscv64",     "pc",     0, -1 },
    { "mips64",      "$31",   31, 31 },
    { "loongarch64", "%r22",  22, 22 },
    { "csky",        "exregs14", 34, 30 },
    { "csky",        "hi",    35, 36 },
    { "sh",          "pr",    -1, 17 },
    { "m68k",        "pc",    -1, 24 },
};
/* clang-format on */

static void known_names_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        const struct arch *a = arch_by_name(names[i].name, names[i].bits, names[i].order);
        const char *got = a ? a->name : "(none)";
        const char *expected = names[i].expected ? names[i].expected : "(none)";

        if (strcmp(got, expected) != 0)
            fail_msg("\"%s\", %u bits, %s: %s, expected %s", names[i].name, names[i].bits,
                     names[i].order == ORDER_BIG ? "big" : "little", got, expected);
    }
}

static void known_elf_headers_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(headers); i++) {
        const struct arch *a = arch_by_elf(headers[i].machine, headers[i].bits, headers[i].order);
        const char *got = a ? a->name : "(none)";
        const char *expected = headers[i].expected ? headers[i].expected : "(none)";

        if (strcmp(got, expected) != 0)
            fail_msg("e_machine %u, %u bits, %s: %s, expected %s", headers[i].machine, headers[i].bits,
                     headers[i].order == ORDER_BIG ? "big" : "little", got, expected);
    }
}

static void known_registers_have_their_numbers(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);

    (void)state;
    for (size_t i = 0; i < COUNT(registers); i++) {
        const struct arch_reg *r = NULL;

        for (size_t k = 0; k < n; k++)
            if (strcmp(all[k]->name, registers[i].arch) == 0)
                r = arch_reg_by_name(all[k], registers[i].reg);
        if (!r)
            fail_msg("%s has no register %s", registers[i].arch, registers[i].reg);
        else if (r->perf != registers[i].perf || r->dwarf != registers[i].dwarf)
            fail_msg("%s %s: perf %d, DWARF %d, expected %d and %d", registers[i].arch, r->name, r->perf,
                     r->dwarf, registers[i].perf, registers[i].dwarf);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plt_slots_are_whole),         cmocka_unit_test(no_field_is_forgotten),
        cmocka_unit_test(relocations_are_unambiguous), cmocka_unit_test(signal_frames_hold_registers),
        cmocka_unit_test(exceptions_are_real),         cmocka_unit_test(compat_is_narrower),
        cmocka_unit_test(page_sizes_ascend),           cmocka_unit_test(frames_are_possible),
        cmocka_unit_test(roles_are_registers),         cmocka_unit_test(register_rows_are_unique),
        cmocka_unit_test(perf_numbers_have_no_gaps),   cmocka_unit_test(spellings_are_unambiguous),
        cmocka_unit_test(elf_headers_are_unambiguous), cmocka_unit_test(known_names_are_found),
        cmocka_unit_test(known_elf_headers_are_found), cmocka_unit_test(known_registers_have_their_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
