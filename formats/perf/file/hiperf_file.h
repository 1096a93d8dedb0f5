/*
 * hiperf_file: what OpenHarmony's recorder keeps of one mapped file in its feature HIPERF_FILES_SYMBOL
 * (developtools_hiperf, src/perf_file_format.cpp): path, kind, where its code is, build-id, the symbols that were hit.
 * Numbers of kinds have changed over time; what addresses mean follows from the path, as where hiperf reads it back.
 */
#ifndef PERFOLIO_FORMATS_PERF_FILE_HIPERF_FILE_H
#define PERFOLIO_FORMATS_PERF_FILE_HIPERF_FILE_H

#include "formats/perf/file/simpleperf_file.h"

/* The bytes of the next file's struct; `c` is bad when they are not all there. */
struct span hiperf_entry(struct cur *c);

/* The form SIMPLEPERF_HIPERF. */
bool hiperf_file_read(struct span entry, struct simpleperf_file *f);
bool hiperf_symbol(struct simpleperf_file *f, struct simpleperf_symbol *s);

#endif
