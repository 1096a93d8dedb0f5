/*
 * feature_rows: what the feature_*.c files give to the table in feature.c where rows of fields do not do. A
 * reader takes a feature's bytes into the capture, a shower prints them; both leave through the cursor: `bad`
 * means that the bytes are not what the feature's format says, and is counted or printed by feature.c.
 * Nothing here is for other files.
 *
 * Counts in features are never believed: loops over them end with the cursor.
 */
#ifndef PERFOLIO_FORMATS_PERF_FEATURES_FEATURE_ROWS_H
#define PERFOLIO_FORMATS_PERF_FEATURES_FEATURE_ROWS_H

#include "core/base/text.h"
#include "formats/perf/file/perfdata.h"

typedef void feature_reader(struct perfdata *p, unsigned bit, struct cur *c);
typedef void feature_shower(const struct perfdata *p, unsigned bit, struct cur *c, struct text *out);

/* text.c: the architecture and the command line */
feature_reader read_arch, read_cmdline, read_e_machine;
feature_shower show_cmdline;

/* topology.c: processors and their memory */
feature_reader read_cpu_topology, read_numa;
feature_shower show_cpu_topology, show_mem_topology;

/* events.c: the events and their groups */
feature_reader read_event_desc, read_group_desc;
feature_shower show_event_desc, show_group_desc;

/* time.c */
feature_reader read_clock_data;
feature_shower show_sample_time, show_clockid, show_clock_data;

/* build_id.c */
feature_reader read_build_ids;

/* simpleperf.c: what Android's recorder adds */
feature_reader read_simpleperf_files, read_meta_info;
feature_shower show_simpleperf_files, show_simpleperf_bytes;

/* hiperf.c: what OpenHarmony's adds */
feature_reader read_hiperf_files, read_hiperf;
feature_shower show_hiperf_files, show_hiperf;

/* bpf.c */
feature_shower show_bpf_prog_info;

/* A perf string: u32 length, then that many bytes, of which those up to the first NUL are text. */
struct span feature_string(struct cur *c);

/* The same, kept in the capture's arena; NULL when it could not be read. */
const char *feature_string_kept(struct perfdata *p, struct cur *c);

#endif
