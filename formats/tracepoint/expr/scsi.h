/* scsi: SCSI command descriptor blocks as the kernel's tracepoints print them. Private to formats/tracepoint. */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_EXPR_SCSI_H
#define PERFOLIO_FORMATS_TRACEPOINT_EXPR_SCSI_H

#include "core/base/cur.h"
#include "core/base/text.h"

/* Appends the text of a block (drivers/scsi/scsi_trace.c). A block of fewer than 32 bytes is padded with
   zeros. */
void scsi_command(struct span block, struct text *out);

#endif
