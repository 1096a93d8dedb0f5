/* capstone: the engine of the capstone library, which is linked. It uses the library's text, not its
   details, which are incomplete in version 4. */
#include <capstone/capstone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/disasm/capstone_text.h"
#include "formats/disasm/engine.h"
#include "formats/disasm/operands.h"

struct capstone {
    struct engine engine;
    csh handle;
    cs_insn *insn;
};

/* Whether capstone prints the number that it should. Version 4 passes 64-bit numbers to %u and %x: on a 32-bit
   big-endian host it prints their upper halves. */
static bool prints_numbers(const struct capstone *c, const struct arch_isa *isa)
{
    const uint8_t *code = isa->probe.code;
    size_t left = isa->probe.size;
    uint64_t addr = 0;
    if (!isa->probe.number)
        return true;
    return cs_disasm_iter(c->handle, &code, &left, &addr, c->insn) &&
           strstr(c->insn->op_str, isa->probe.number);
}

static size_t one(struct engine *g, struct span b, uint64_t addr, struct listing_text *t)
{
    struct capstone *c = (struct capstone *)g;
    const uint8_t *p = b.p;
    size_t left = b.n < 32 ? b.n : 32; /* no instruction is longer */
    uint64_t next = addr;
    if (!cs_disasm_iter(c->handle, &p, &left, &next, c->insn) || p == b.p)
        return 0;
    t->is_relative = false;
    capstone_correct_least(c->insn->op_str);
    snprintf(t->mnemonic, sizeof(t->mnemonic), "%s", capstone_mnemonic(c->insn->mnemonic));
    operands_tidy(c->insn->op_str, strlen(c->insn->op_str), t->operands, sizeof(t->operands));
    if (t->mnemonic[0])
        return (size_t)(p - b.p);
    return 0;
}

static void close_capstone(struct engine *g)
{
    struct capstone *c = (struct capstone *)g;
    cs_free(c->insn, 1);
    cs_close(&c->handle);
    free(c);
}

struct engine *engine_capstone(const struct arch *a, const struct arch_isa *isa, const char *options,
                               struct text *why)
{
    if (!isa->capstone)
        return NULL;
    struct capstone *c = mem_new(1, sizeof(*c));
    cs_mode mode = (cs_mode)isa->capstone_mode;
    if (arch_insn_order(a) == ORDER_BIG)
        mode = (cs_mode)(isa->capstone_mode | (unsigned)CS_MODE_BIG_ENDIAN);
    if (cs_open((cs_arch)(isa->capstone - 1), mode, &c->handle) != CS_ERR_OK) {
        free(c);
        return NULL;
    }
    /* the default is objdump's syntax */
    cs_option(c->handle, CS_OPT_SYNTAX,
              engine_option(options, "intel") ? CS_OPT_SYNTAX_INTEL : CS_OPT_SYNTAX_ATT);
    c->insn = cs_malloc(c->handle);
    c->insn = mem_check_alloc(c->insn, 1, sizeof(*c->insn));
    int major = 0, minor = 0;
    cs_version(&major, &minor);
    c->engine = (struct engine){ .one = one, .close = close_capstone };
    snprintf(c->engine.name, sizeof(c->engine.name), "capstone %d.%d", major, minor);
    if (!prints_numbers(c, isa)) {
        text_printf(why, "%s is not used, because it prints wrong numbers on this host", c->engine.name);
        close_capstone(&c->engine);
        return NULL;
    }
    return &c->engine;
}
