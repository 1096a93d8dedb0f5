/* every_record: the records of a capture once more, samples among them, in file order. */
#ifndef PERFOLIO_FORMATS_PERF_EVERY_RECORD_H
#define PERFOLIO_FORMATS_PERF_EVERY_RECORD_H

#include "core/model/capture.h"

/* Call `show` for each record: with a sample (and no record), or with a record (and no sample). Samples that
   cannot be decoded are counted in `problems`; other damage was when the capture was opened. */
bool every_record(struct capture *c, void (*show)(void *arg, const struct record *r, const struct sample *s),
                  void *arg, struct problems *problems, struct err *e);

#endif
