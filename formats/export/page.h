/* page: the bytes of page.html, NUL-terminated, which the build compiles in (CMakeLists.txt). */
#ifndef PERFOLIO_FORMATS_EXPORT_PAGE_H
#define PERFOLIO_FORMATS_EXPORT_PAGE_H

extern const unsigned char export_page[];

#endif
