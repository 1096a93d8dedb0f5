/* filed: the name under which a build-id cache files an object. */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_FILED_H
#define PERFOLIO_ARCHIVE_PACKAGE_FILED_H

#include "core/model/timeline/object.h"

/* One name for a kernel or a vdso, whatever suffix the recording gave it; of other objects their path. */
const char *filed_name(const struct object *o);

#endif
