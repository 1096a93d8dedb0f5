/*
 * feature_rows: functions for the table in feature.c, for features that rows of fields cannot describe. The
 * other files of features/ define them. A reader reads a feature's bytes into the capture, a shower prints
 * them. If the bytes do not follow the feature's format, these functions set the cursor's `bad`, and
 * feature.c counts or prints this. Private to features/.
 *
 * Counts in features are never trusted: loops over them end with the cursor.
 */
#ifndef PERFOLIO_FORMATS_PERF_FEATURES_FEATURE_ROWS_H
#define PERFOLIO_FORMATS_PERF_FEATURES_FEATURE_ROWS_H

#include "core/base/text.h"
#include "formats/perf/file/perfdata.h"

typedef void feature_reader(struct perfdata *p, unsigned bit, struct cur *c);
typedef void feature_shower(const struct perfdata *p, unsigned bit, struct cur *c, struct text *out);

/* Whether values that fit into a feature are values that it can have. */
typedef bool feature_checker(const struct perfdata *p, struct cur *c);

/* text.c: the architecture and the command line */
feature_reader read_arch, read_cmdline, read_e_machine;
feature_shower show_cmdline;

/* topology.c: processors and their memory */
feature_reader read_cpu_topology, read_numa;
feature_shower show_cpu_topology, show_mem_topology;
feature_checker check_cpu_topology, check_numa;

/* events.c: the events and their groups */
feature_reader read_event_desc, read_group_desc;
feature_checker check_event_desc;
feature_shower show_event_desc, show_group_desc;

/* time.c */
feature_reader read_clock_data;
feature_shower show_sample_time, show_clockid, show_clock_data;

/* build_id.c */
feature_reader read_build_ids;

/* simpleperf.c: features of Android's recorder */
feature_reader read_simpleperf_files, read_meta_info;
feature_shower show_simpleperf_files, show_simpleperf_bytes;

/* hiperf.c: features of OpenHarmony's recorder */
feature_reader read_hiperf_files, read_hiperf;
feature_shower show_hiperf_files, show_hiperf;

/* bpf.c */
feature_shower show_bpf_prog_info;

/* Takes a string as perf writes it: a u32 length, then that many bytes. The text ends at the first NUL. */
struct span feature_string(struct cur *c);

/* Like feature_string(), but copied to the capture's arena; NULL: the string cannot be read. */
const char *feature_string_kept(struct perfdata *p, struct cur *c);

#endif
