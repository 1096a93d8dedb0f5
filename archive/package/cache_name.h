/* cache_name: the name under which a build-id cache files an object. */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_CACHE_NAME_H
#define PERFOLIO_ARCHIVE_PACKAGE_CACHE_NAME_H

#include "core/model/timeline/object.h"

/* One name for a kernel or a vdso, whatever suffix the recording gave it; of other objects their path. */
const char *cache_name(const struct object *o);

#endif
