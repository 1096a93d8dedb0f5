/*
 * links: symbols in unlinked code, such as kernel modules: calls there have no target yet, but their relocations name what
 * the loader will make them call.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_LINKS_H
#define PERFOLIO_CORE_ANNOTATE_LINKS_H

#include "core/annotate/code.h"

/* Replaces what stands in a run's instructions by what the loader will fill in: branches inside the section get targets,
   other branches and data get symbols (`link` in struct insn, stored in `arena`). If the file's relocations are not
   available, operands that may have one are removed. */
void links_fill(const struct code_reader *reader, const struct code_file *file, const struct code_run *run,
                struct insns *insns, struct arena *arena);

#endif
