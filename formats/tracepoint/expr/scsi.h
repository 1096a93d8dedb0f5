/* scsi: a command descriptor block as the kernel's tracepoints of SCSI print it (drivers/scsi/scsi_trace.c).
   Private to formats/tracepoint. */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_EXPR_SCSI_H
#define PERFOLIO_FORMATS_TRACEPOINT_EXPR_SCSI_H

#include "core/base/cur.h"
#include "core/base/text.h"

/* Add the text of the block; what it does not have of 32 bytes is zero. */
void scsi_print(struct span block, struct text *out);

#endif
