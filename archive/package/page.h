/*
 * page: a folio inside an HTML page. The page is perfolio.html, which contains the whole program (docs/page.md). The
 * folio is Base64 text (RFC 4648, 4) in an element that browsers neither show nor run:
 *     <script type="application/octet-stream;base64" id="folio" data-name="bug.folio">f0VMRg...</script>
 * A page that is made to take a folio has the line PAGE_PLACE.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_PAGE_H
#define PERFOLIO_ARCHIVE_PACKAGE_PAGE_H

#include "core/base/file/file.h"
#include "core/base/file/output.h"

#define PAGE_PLACE "<!-- folio -->"

/* The Base64 of a folio in a page. */
struct page_folio {
    uint64_t at, end; /* offsets in the page */
};

/* Finds the folio in a page. False: there is none or, with `e` set, the page cannot be read, or ends in the folio. */
bool page_find_folio(const struct file *page, struct page_folio *out, struct err *e);

/* Whether a file is an HTML page with an embedded file that begins like a folio. False with `e` set: it cannot be
   read. */
bool page_is_of_folio(const struct file *f, struct err *e);

/* Decodes a folio into a temporary file (file_temp()). The caller closes `to`, also if it fails. */
bool page_decode(const struct file *page, const struct page_folio *at, const char *temporary, struct file *to,
                 struct err *e);

/* Whether a folio can be written into a page. False with `e` set: it has no place for one, or a folio already, or it
   cannot be read. */
bool page_check_place(const struct file *page, struct err *e);

/* Adds a page to `out`, with a folio in place of the line PAGE_PLACE. `name`: the file name that the page shows for
   the folio. False with `e` set: page_check_place() is false, or one of the files cannot be read or written. */
bool page_encode(const struct file *page, const struct file *folio, const char *name, struct output *out,
                 struct err *e);

#endif
