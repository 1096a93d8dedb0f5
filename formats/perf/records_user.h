/*
 * records_user: how the records that perf itself writes (types from 64 on) are shown. Private to records.c,
 * whose rows name these functions. Nobody but `dump` wants these bodies, so they are read where they are
 * shown, from record.bytes; one that ends too early is shown as far as it goes.
 */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_USER_H
#define PERFOLIO_FORMATS_PERF_RECORDS_USER_H

#include "core/base/text.h"
#include "core/model/record.h"

void record_user_attr(const struct record *r, struct text *out);
void record_user_event_type(const struct record *r, struct text *out);
void record_user_event_update(const struct record *r, struct text *out);
void record_user_feature(const struct record *r, struct text *out);
void record_user_tracing_data(const struct record *r, struct text *out);
void record_user_id_index(const struct record *r, struct text *out);
void record_user_thread_map(const struct record *r, struct text *out);
void record_user_cpu_map(const struct record *r, struct text *out);
void record_user_stat_config(const struct record *r, struct text *out);
void record_user_stat(const struct record *r, struct text *out);
void record_user_stat_round(const struct record *r, struct text *out);
void record_user_time_conv(const struct record *r, struct text *out);
void record_user_auxtrace_info(const struct record *r, struct text *out);
void record_user_auxtrace_error(const struct record *r, struct text *out);
void record_user_bpf_metadata(const struct record *r, struct text *out);

/* For bodies that nobody knows, or that are of no use here: their size and their first bytes. */
void record_user_bytes(const struct record *r, struct text *out);

#endif
