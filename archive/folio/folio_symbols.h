/*
 * folio_symbols: a symbol table as a folio keeps it (docs/folio.md, "Symbols"): the symbols that samples
 * touch as an SHT_SYMTAB section, whose names are in the string table that all share, and the rest in
 * columns, which compress to an eighth of that.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_SYMBOLS_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_SYMBOLS_H

#include "archive/folio/folio.h"
#include "archive/folio/strings.h"

/* Bits of st_other in the SHT_SYMTAB sections, and of the column of flags: beside its binding and type a
   symbol is ... */
enum {
    FOLIO_SYMBOL_PLT = 0x80,    /* a slot of the procedure linkage table: shown as NAME@plt */
    FOLIO_SYMBOL_GUESS = 0x40,  /* without a size of its own: it ends where the next one starts */
    FOLIO_SYMBOL_INERT = 0x10,  /* of a file whose segments have no code there: names nothing that runs */
    FOLIO_SYMBOL_MODULE = 0x20, /* of a module, in a listing of a kernel's symbols */
};

enum { FOLIO_SYM_BYTES = 24 }; /* of an Elf64_Sym */

/* Whether the i-th symbol of a table goes into its SHT_SYMTAB; `touched` is a bit for each. */
static inline bool folio_symbols_is_reachable(const uint8_t *touched, size_t i)
{
    return touched[i / 8] >> i % 8 & 1;
}

/* Add the section of the touched symbols to `out`, locals first as ELF wants them; `strings` has their
   names. Returns what its sh_info has to be. */
uint32_t folio_put_symtab(const struct symtab *t, const uint8_t *touched, const struct strings *strings,
                          struct text *out);

/* Add the columns of the symbols that were not touched; `touched` NULL: of all. */
void folio_put_rest(const struct symtab *t, const uint8_t *touched, struct text *out);

/* Add the section that says when code lay where other code did too; nothing where none did. And read it, into a table. */
void folio_put_times(const struct symtab *t, struct text *out);
bool folio_take_times(struct span section, struct symtab *t, struct err *e);

/* Add to a table, which is sorted by folio_sort_symbols() once all are there; names in `strings` are
   borrowed. False with `e` set. */
bool folio_take_symtab(struct span section, struct span strings, struct symtab *t, struct err *e);
bool folio_take_rest(struct span columns, struct symtab *t, struct err *e);
void folio_sort_symbols(struct symtab *t);

#endif
