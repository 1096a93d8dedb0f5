/* scsi: a command descriptor block as the kernel's tracepoints of SCSI print it (drivers/scsi/scsi_trace.c).
   Private to formats/tracepoint. */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_SCSI_H
#define PERFOLIO_FORMATS_TRACEPOINT_SCSI_H

#include <stdint.h>

#include <trace-seq.h>

/* Print the block, of which 32 bytes may be read. */
void scsi_print(const uint8_t *cdb, struct trace_seq *out);

#endif
