/*
 * folio_symbols: reads and writes a folio's symbol tables (docs/folio.md, "Symbols"). The symbols that samples touch are
 * an SHT_SYMTAB section, with names in a string table that all tables share; the rest are columns, which compress to an
 * eighth of that.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_SYMBOLS_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/cur.h"
#include "core/base/err.h"
#include "archive/folio/folio.h"

/* Makes an ELF string table (ELF gABI, chapter 4, "String Table"). Each string is stored once, and one that is
   the end of another inside of that: "printf" in "vprintf". The bytes depend on the set of strings, not on the order in
   which they were added. */

struct strings;

struct strings *strings_new(void);
void strings_free(struct strings *s);

/* Adds a copy of a string, which may be there already. */
void strings_add(struct strings *s, const char *text);

/* Lays out the table; nothing may be added afterwards. False with `e` set (ERR_UNSUPPORTED): it has more than `most`
 * bytes, which is at most UINT32_MAX, the most that st_name and sh_name can express. */
bool strings_seal(struct strings *s, uint32_t most, struct err *e);

/* Once sealed: the offset in the table of a string that was added; 0, that of the empty one, for any other. */
uint32_t strings_at(const struct strings *s, const char *text);

/* Once sealed: the table. It begins with a NUL and ends with one. */
struct span strings_bytes(const struct strings *s);

/* Bits of st_other in the SHT_SYMTAB sections, and of the column of flags. The symbol is ... */
enum {
    FOLIO_SYMBOL_PLT = 0x80,    /* a slot of the procedure linkage table: shown as NAME@plt */
    FOLIO_SYMBOL_GUESS = 0x40,  /* without a size of its own: it ends where the next one starts */
    FOLIO_SYMBOL_INERT = 0x10,  /* in a file whose segments have no code there: it names nothing that runs */
    FOLIO_SYMBOL_MODULE = 0x20, /* of a module, in a listing of a kernel's symbols */
};

enum { FOLIO_SYM_BYTES = 24 }; /* of an Elf64_Sym */

/* Whether the i-th symbol of a table goes into the SHT_SYMTAB; `touched` has a bit for each symbol. */
static inline bool folio_symbols_is_reachable(const uint8_t *touched, size_t i)
{
    return touched[i / 8] >> i % 8 & 1;
}

/* Appends the SHT_SYMTAB of the touched symbols, local ones first as ELF wants; `strings` has their names. Returns its
   sh_info. */
uint32_t folio_put_symtab(const struct symtab *t, const uint8_t *touched, const struct strings *strings,
                          struct text *out);

/* Appends the columns of the symbols that were not touched; `touched` NULL: of all. */
void folio_put_rest(const struct symtab *t, const uint8_t *touched, struct text *out);

/* The section that says when each symbol's code was in memory, if several symbols share addresses over time: appended to
   `out` (nothing if none do), and read into a table. */
void folio_put_times(const struct symtab *t, struct text *out);
bool folio_take_times(struct span section, struct symtab *t, struct err *e);

/* Add symbols to a table; call folio_sort_symbols() behind the last. Names in `strings` are borrowed. False with `e`
   set. */
bool folio_take_symtab(struct span section, struct span strings, struct symtab *t, struct err *e);
bool folio_take_rest(struct span columns, struct symtab *t, struct err *e);
void folio_sort_symbols(struct symtab *t);

#endif
