/* dwarf_lines: reads source lines and inlined calls from the DWARF (2 to 5) of ELF files in memory. */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_DWARF_LINES_H
#define PERFOLIO_FORMATS_ELF_DWARF_DWARF_LINES_H

#include "core/resolve/resolve_lines.h"

/* Not for several threads at a time, since it caches the data that it read. */
extern const struct line_reader dwarf_line_reader;

#endif
