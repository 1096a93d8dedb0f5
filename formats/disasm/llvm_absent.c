/* llvm_absent: replaces llvm.c in static programs, which cannot load libraries. */
#include <stddef.h>

#include "core/base/mem.h"
#include "formats/disasm/engine.h"

struct engine *engine_llvm(const struct arch *a UNUSED, const struct arch_isa *isa UNUSED,
                           const char *options UNUSED)
{
    return NULL;
}

bool engine_llvm_can(void)
{
    return false;
}
