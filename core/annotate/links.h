/*
 * links: names in code that is not linked, as that of kernel modules: a call there leads nowhere yet, and its relocation
 * names what the loader makes it lead to.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_LINKS_H
#define PERFOLIO_CORE_ANNOTATE_LINKS_H

#include "core/annotate/code.h"

/* Have the instructions of a run say what the loader of their file fills in, and not what stands there until then: branches
   into the same section get their targets, others, and data, names (struct insn's `link`, which the arena keeps). Of a
   file whose relocations are not at hand what may be one is taken away. */
void links_fill(const struct code_reader *reader, const struct code_file *file, const struct code_run *run,
                struct insns *insns, struct arena *arena);

#endif
