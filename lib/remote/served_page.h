/* served_page: the page as a browser gets it from perfolio view --web, and who may ask for it. */
#ifndef PERFOLIO_LIB_REMOTE_SERVED_PAGE_H
#define PERFOLIO_LIB_REMOTE_SERVED_PAGE_H

#include <stdbool.h>

#include "core/base/err.h"
#include "core/base/text.h"
#include "lib/question/common/common.h"

/* Makes the page: `page` is the text of perfolio.html. It is allowed to ask its own server, and told which files to open: in
   the place of a folio stands the element <script type="application/json" id="served">, a list of requests of the bridge, each
   a list of words. False with `e` set: it is not a page of ours. */
bool served_page_make(const struct text *page, const struct common_opts *files, struct text *out,
                      struct err *e);

/* Whether a header Host names the loopback interface, with any port (ssh -L may have another one than the server). A page of
   the web whose name was made to lead here has another host. NULL: false. */
bool served_page_is_host(const char *host);

/* Whether a header Origin is that of pages of this host: "http://HOST". NULL: false. */
bool served_page_is_origin(const char *origin, const char *host);

#endif
