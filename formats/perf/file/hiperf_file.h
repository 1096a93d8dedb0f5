/*
 * hiperf_file: reads the struct that OpenHarmony's recorder writes for each mapped file into
 * HIPERF_FILES_SYMBOL (developtools_hiperf, src/perf_file_format.cpp): path, kind, where its code is,
 * build-id, the symbols that samples hit. The numbers of kinds have changed over time. So the meaning of
 * addresses is derived from the path, as in hiperf's own reader.
 */
#ifndef PERFOLIO_FORMATS_PERF_FILE_HIPERF_FILE_H
#define PERFOLIO_FORMATS_PERF_FILE_HIPERF_FILE_H

#include "formats/perf/file/simpleperf_file.h"

/* Takes the bytes of the next file's struct; `c` becomes bad if the struct is cut off. */
struct span hiperf_entry(struct cur *c);

/* simpleperf_file_read() and simpleperf_symbol() for the form SIMPLEPERF_HIPERF. */
bool hiperf_file_read(struct span entry, struct simpleperf_file *f);
bool hiperf_symbol(struct simpleperf_file *f, struct simpleperf_symbol *s);

#endif
