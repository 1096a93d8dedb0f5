/*
 * folio_symbols: reads and writes a folio's symbol tables (docs/folio.md, "Symbols"). The symbols that samples touch
 * are in an SHT_SYMTAB section, whose names are in a string table that all objects share. All other symbols are
 * stored as columns, which compress to an eighth of the size of a symbol table.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_SYMBOLS_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/cur.h"
#include "core/base/err.h"
#include "archive/folio/folio.h"

/* Makes an ELF string table (ELF gABI, chapter 4, "String Table"). Each string is stored once. A string that is the
   end of another one shares its bytes: "printf" is stored inside "vprintf". The bytes depend on the set of strings,
   not on the order in which they were added. */

struct strings;

struct strings *strings_new(void);
void strings_free(struct strings *s);

/* Adds a copy of a string, which may be there already. */
void strings_add(struct strings *s, const char *text);

/* Lays out the table; nothing may be added afterwards. False with `e` set (ERR_UNSUPPORTED): the table would have
 * more than `most` bytes. `most` is at most UINT32_MAX, the largest value of st_name and sh_name. */
bool strings_seal(struct strings *s, uint32_t most, struct err *e);

/* The offset of a string in the table, after strings_seal(); 0, the offset of "", if the string was not added. */
uint32_t strings_at(const struct strings *s, const char *text);

/* The bytes of the table, after strings_seal(). The first and the last byte are NUL. */
struct span strings_bytes(const struct strings *s);

/* Bits of st_other in the SHT_SYMTAB sections, and of the column of flags. Each describes the symbol: */
enum {
    FOLIO_SYMBOL_PLT = 0x80,   /* it is a slot of the procedure linkage table, printed as NAME@plt */
    FOLIO_SYMBOL_GUESS = 0x40, /* its size was unknown, so it ends where the next symbol starts */
    /* no executable segment of the file covers it, so it does not name executed addresses */
    FOLIO_SYMBOL_INERT = 0x10,
    FOLIO_SYMBOL_MODULE = 0x20, /* it belongs to a module, in a listing of kernel symbols (kallsyms) */
};

enum { FOLIO_SYM_BYTES = 24 }; /* sizeof(Elf64_Sym) */

/* Whether the i-th symbol of a table goes into the SHT_SYMTAB; `touched` has a bit for each symbol. */
static inline bool folio_symbols_is_reachable(const uint8_t *touched, size_t i)
{
    return touched[i / 8] >> i % 8 & 1;
}

/* Appends the bytes of an SHT_SYMTAB section with the touched symbols, local symbols first, as ELF demands. `strings`
   has their names. Returns the section's sh_info. */
uint32_t folio_put_symtab(const struct symtab *t, const uint8_t *touched, const struct strings *strings,
                          struct text *out);

/* Appends the columns of the symbols that are not touched; `touched` NULL: the columns of all symbols. */
void folio_put_rest(const struct symtab *t, const uint8_t *touched, struct text *out);

/* The section of times says when each symbol's code was in memory. It exists if several symbols had the same
   addresses at different times (JIT code). folio_put_times() appends it to `out`, or nothing if it is not needed;
   folio_take_times() reads it into a table. */
void folio_put_times(const struct symtab *t, struct text *out);
bool folio_take_times(struct span section, struct symtab *t, struct err *e);

/* Add the symbols of an SHT_SYMTAB section, or of columns, to a table. After the last such call the caller calls
   folio_sort_symbols(). Names in `strings` are borrowed. False with `e` set: the section is damaged. */
bool folio_take_symtab(struct span section, struct span strings, struct symtab *t, struct err *e);
bool folio_take_rest(struct span columns, struct symtab *t, struct err *e);
void folio_sort_symbols(struct symtab *t);

#endif
