/* page: page.html as the build puts it into the program (CMakeLists.txt), NUL-terminated. */
#ifndef PERFOLIO_FORMATS_EXPORT_PAGE_H
#define PERFOLIO_FORMATS_EXPORT_PAGE_H

extern const unsigned char export_page[];

#endif
