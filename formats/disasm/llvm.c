/*
 * llvm: the engine of LLVM's C interface (llvm-c/Disassembler.h, llvm-c/DisassemblerTypes.h). It loads the
 * newest installed library of a known version, by the file names of Debian and of other systems. Building and
 * running the program do not need LLVM.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/disasm/engine.h"

enum {
    NEWEST = 21,
    OLDEST = 14,
    PRINT_HEX = 2, /* LLVMDisassembler_Option_PrintImmHex */
    VARIANT = 4,   /* LLVMDisassembler_Option_AsmPrinterVariant: Intel's syntax */
};

struct llvm {
    struct engine engine;
    void *library;
    void *context; /* LLVMDisasmContextRef */
    size_t (*instruction)(void *context, uint8_t *bytes, uint64_t n, uint64_t pc, char *out, size_t size);
    void (*dispose)(void *context);
    const struct arch *arch;
};

static size_t one(struct engine *g, struct span b, uint64_t addr, struct listing_text *t)
{
    struct llvm *l = (struct llvm *)g;
    uint8_t bytes[32];
    char text[512];
    const size_t n = b.n < sizeof(bytes) ? b.n : sizeof(bytes);
    memcpy(bytes, b.p, n);
    size_t length = l->instruction(l->context, bytes, n, addr, text, sizeof(text));
    if (!length || length > n)
        return 0;
    text[sizeof(text) - 1] = 0;
    const char *start = text + strspn(text, " \t");
    listing_split(l->arch, start, strcspn(start, "\n"), t);
    t->is_relative = true;
    if (t->mnemonic[0] && t->mnemonic[0] != '<')
        return length;
    return 0;
}

static void close_llvm(struct engine *g)
{
    struct llvm *l = (struct llvm *)g;
    if (l->context)
        l->dispose(l->context);
    if (l->library)
        dlclose(l->library);
    free(l);
}

/* Look up a function. In POSIX function pointers have the size of other pointers. */
static bool find_function(void *library, const char *name, void *to)
{
    void *p = dlsym(library, name);
    memcpy(to, &p, sizeof(p));
    return p;
}

/* Call LLVMInitialize<BACKEND><WHAT>. False: the library does not have it. */
static bool initialise(struct llvm *l, const char *what)
{
    char name[96];
    void (*f)(void);
    snprintf(name, sizeof(name), "LLVMInitialize%s%s", l->arch->code->llvm, what);
    if (!find_function(l->library, name, &f))
        return false;
    f();
    return true;
}

/* Load the newest library. It is never unloaded, since loading it again for another architecture would run
   its constructors again. */
static bool load_library(struct llvm *l)
{
    static const struct {
        const char *begin, *end; /* of the library's name, before and after the version */
    } names[] = { { "libLLVM.so.", ".1" }, { "libLLVM-", ".so.1" }, { "libLLVM-", ".so" } };
    char name[32];
    for (unsigned version = NEWEST; version >= OLDEST; version--)
        for (unsigned i = 0; i < COUNT(names); i++) {
            snprintf(name, sizeof(name), "%s%u%s", names[i].begin, version, names[i].end);
            l->library = dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
            snprintf(l->engine.name, sizeof(l->engine.name), "LLVM %u", version);
            if (l->library && initialise(l, "TargetInfo") && initialise(l, "TargetMC") &&
                initialise(l, "Disassembler"))
                return true;
            if (l->library)
                dlclose(l->library);
            l->library = NULL;
        }
    return false;
}

static const char *or_empty(const char *s)
{
    if (s)
        return s;
    return "";
}

struct engine *engine_llvm(const struct arch *a, const struct arch_isa *isa, const char *options)
{
    void *(*create)(const char *triple, const char *cpu, const char *features, void *info, int tag,
                    void *op_info, void *symbol);
    int (*set)(void *context, uint64_t options);
    if (!a->code->llvm || isa->mark)
        return NULL;
    struct llvm *l = mem_new(1, sizeof(*l));
    *l = (struct llvm){ .engine = { .one = one, .close = close_llvm }, .arch = a };
    if (load_library(l) && find_function(l->library, "LLVMCreateDisasmCPUFeatures", &create) &&
        find_function(l->library, "LLVMDisasmInstruction", &l->instruction) &&
        find_function(l->library, "LLVMDisasmDispose", &l->dispose) &&
        find_function(l->library, "LLVMSetDisasmOptions", &set)) {
        l->context =
            create(a->code->triple, or_empty(a->code->cpu), or_empty(a->code->features), NULL, 0, NULL, NULL);
        if (l->context) {
            set(l->context, PRINT_HEX);
            if (engine_option(options, "intel"))
                set(l->context, VARIANT);
            return &l->engine;
        }
    }
    close_llvm(&l->engine);
    return NULL;
}

bool engine_llvm_can(void)
{
    return true;
}
