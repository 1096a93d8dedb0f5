/*
 * capstone, of the version whose headers this was built with. It is loaded when code is taken apart: linked, its 77,000
 * relocations would be 2 ms and 1.7 MiB of every start. Its text is used, not its details, which are incomplete in
 * version 4.
 */
#include <capstone/capstone.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/disasm/engine.h"
#include "formats/disasm/operands.h"

struct capstone {
    struct engine engine;
    void *library;
    __typeof__(&cs_open) open;
    __typeof__(&cs_close) close;
    __typeof__(&cs_option) option;
    __typeof__(&cs_malloc) malloc;
    __typeof__(&cs_free) free;
    __typeof__(&cs_disasm_iter) iter;
    __typeof__(&cs_version) version;
    csh handle;
    cs_insn *insn;
};

static size_t one(struct engine *g, struct span b, uint64_t addr, struct listing_text *t)
{
    struct capstone *c = (struct capstone *)g;
    const uint8_t *p = b.p;
    size_t left = b.n < 32 ? b.n : 32; /* no instruction has more bytes */
    uint64_t next = addr;
    if (!c->iter(c->handle, &p, &left, &next, c->insn) || p == b.p)
        return 0;
    t->is_relative = false;
    snprintf(t->mnemonic, sizeof(t->mnemonic), "%s", c->insn->mnemonic);
    operands_tidy(c->insn->op_str, strlen(c->insn->op_str), t->operands, sizeof(t->operands));
    return t->mnemonic[0] ? (size_t)(p - b.p) : 0;
}

static void close_capstone(struct engine *g)
{
    struct capstone *c = (struct capstone *)g;
    if (c->insn)
        c->free(c->insn, 1);
    if (c->handle)
        c->close(&c->handle);
    if (c->library)
        dlclose(c->library);
    free(c);
}

/* Its soname has the major version of its interface (capstone, CMakeLists.txt: SOVERSION). */
static bool load(struct capstone *c)
{
    char name[32];
    snprintf(name, sizeof(name), "libcapstone.so.%d", CS_API_MAJOR);
    c->library = dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    return c->library && engine_function(c->library, "cs_open", &c->open) &&
           engine_function(c->library, "cs_close", &c->close) &&
           engine_function(c->library, "cs_option", &c->option) &&
           engine_function(c->library, "cs_malloc", &c->malloc) &&
           engine_function(c->library, "cs_free", &c->free) &&
           engine_function(c->library, "cs_disasm_iter", &c->iter) &&
           engine_function(c->library, "cs_version", &c->version);
}

struct engine *engine_capstone(const struct arch *a, const struct arch_isa *isa, const char *options)
{
    if (!isa->capstone)
        return NULL;
    struct capstone *c = mem_new(1, sizeof(*c));
    cs_mode mode = (cs_mode)isa->capstone_mode;
    if (arch_insn_order(a) == ORDER_BIG)
        mode = (cs_mode)(isa->capstone_mode | (unsigned)CS_MODE_BIG_ENDIAN);
    if (!load(c) || c->open((cs_arch)(isa->capstone - 1), mode, &c->handle) != CS_ERR_OK) {
        close_capstone(&c->engine);
        return NULL;
    }
    /* Where there are several syntaxes, as objdump has it by default. */
    c->option(c->handle, CS_OPT_SYNTAX,
              engine_option(options, "intel") ? CS_OPT_SYNTAX_INTEL : CS_OPT_SYNTAX_ATT);
    c->insn = c->malloc(c->handle);
    c->insn = mem_must(c->insn, 1, sizeof(*c->insn));
    int major = 0, minor = 0;
    c->version(&major, &minor);
    c->engine = (struct engine){ .one = one, .close = close_capstone };
    snprintf(c->engine.name, sizeof(c->engine.name), "capstone %d.%d", major, minor);
    return &c->engine;
}
