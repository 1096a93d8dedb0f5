/* served_page: the page that perfolio view --web serves to a browser, and the checks of who may request it. */
#ifndef PERFOLIO_LIB_REMOTE_SERVED_PAGE_H
#define PERFOLIO_LIB_REMOTE_SERVED_PAGE_H

#include <stdbool.h>

#include "core/base/err.h"
#include "core/base/text.h"
#include "lib/question/common/common.h"

/* Makes the page from `page`, the text of perfolio.html. The result may send requests to its own server. In the place
   of an embedded folio it has an element <script type="application/json" id="served"> with the requests of the bridge
   that open `files`, each a list of words. False with `e` set: `page` is not a page of Perfolio. */
bool served_page_make(const struct text *page, const struct common_opts *files, struct text *out,
                      struct err *e);

/* Whether a Host header names the loopback interface. Any port is accepted, since ssh -L may forward another port than
   the server's. A web page that reaches this server by DNS rebinding has another host. NULL: false. */
bool served_page_is_host(const char *host);

/* Whether an Origin header names this host: "http://HOST". NULL: false. */
bool served_page_is_origin(const char *origin, const char *host);

#endif
