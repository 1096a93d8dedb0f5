#include "formats/tracepoint/functions.h"

#include <string.h>

#include <trace-seq.h>

#include "arch/arch.h"
#include "formats/tracepoint/scsi.h"

/* As the kernel numbers devices (linux/kdev_t.h). */
static unsigned long long jbd2_dev_to_name(struct trace_seq *s, unsigned long long *args)
{
    unsigned dev = (unsigned)args[0];
    trace_seq_printf(s, "%u:%u", dev >> 20, dev & 0xfffff);
    return 0;
}

/* How long a jiffy is was not recorded; perf's plugin leaves them as they are, too. */
static unsigned long long jiffies_to_msecs(struct trace_seq *s, unsigned long long *args)
{
    (void)s;
    return args[0];
}

static unsigned long long scsi_trace_parse_cdb(struct trace_seq *s, unsigned long long *args)
{
    scsi_print((const uint8_t *)(uintptr_t)args[1], s);
    return 0;
}

/* By number: xen/interface/xen.h, __HYPERVISOR_*. */
static const char *const hypercalls[] = {
    "set_trap_table",
    "mmu_update",
    "set_gdt",
    "stack_switch",
    "set_callbacks",
    "fpu_taskswitch",
    "sched_op_compat",
    "dom0_op",
    "set_debugreg",
    "get_debugreg",
    "update_descriptor",
    NULL,
    "memory_op",
    "multicall",
    "update_va_mapping",
    "set_timer_op",
    "event_channel_op_compat",
    "xen_version",
    "console_io",
    "physdev_op_compat",
    "grant_table_op",
    "vm_assist",
    "update_va_mapping_otherdomain",
    "iret",
    "vcpu_op",
    "set_segment_base",
    "mmuext_op",
    "acm_op",
    "nmi_op",
    "sched_op",
    "callback_op",
    "xenoprof_op",
    "event_channel_op",
    "physdev_op",
    "hvm_op",
    [48] = "arch_0",
    "arch_1",
    "arch_2",
    "arch_3",
    "arch_4",
    "arch_5",
    "arch_6",
    "arch_7",
};

static unsigned long long xen_hypercall_name(struct trace_seq *s, unsigned long long *args)
{
    unsigned op = (unsigned)args[0];
    if (op < COUNT(hypercalls) && hypercalls[op])
        trace_seq_printf(s, "(%s)", hypercalls[op]);
    return 0;
}

/* The bit that x86 has for it. */
static unsigned long long is_writable_pte(struct trace_seq *s, unsigned long long *args)
{
    (void)s;
    return args[0] >> 1 & 1;
}

static unsigned long long le16_to_cpup(struct trace_seq *s, unsigned long long *args)
{
    const uint8_t *p = (const uint8_t *)(uintptr_t)args[0];
    (void)s;
    return (unsigned long long)p[0] | (unsigned long long)p[1] << 8;
}

// clang-format off
static const struct trace_function functions[] = {
    { "jbd2_dev_to_name",     { FUNCTION_NUMBER },                                  true,  jbd2_dev_to_name },
    { "jiffies_to_msecs",     { FUNCTION_NUMBER },                                  false, jiffies_to_msecs },
    { "scsi_trace_parse_cdb", { FUNCTION_BUFFER, FUNCTION_ARRAY, FUNCTION_NUMBER }, true,  scsi_trace_parse_cdb },
    { "xen_hypercall_name",   { FUNCTION_NUMBER },                                  true,  xen_hypercall_name },
    { "is_writable_pte",      { FUNCTION_NUMBER },                                  false, is_writable_pte },
    { "__le16_to_cpup",       { FUNCTION_ARRAY },                                   false, le16_to_cpup },
};
// clang-format on
enum { FUNCTIONS = COUNT(functions) };

const struct trace_function *function_named(const char *name, size_t n)
{
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (strlen(functions[i].name) == n && !memcmp(functions[i].name, name, n))
            return &functions[i];
    return NULL;
}

void functions_register(struct tep_handle *tep)
{
    static const enum tep_func_arg_type types[] = {
        [FUNCTION_END] = TEP_FUNC_ARG_VOID,
        [FUNCTION_BUFFER] = TEP_FUNC_ARG_PTR,
        [FUNCTION_ARRAY] = TEP_FUNC_ARG_PTR,
        [FUNCTION_NUMBER] = TEP_FUNC_ARG_LONG,
    };
    for (size_t i = 0; i < FUNCTIONS; i++) {
        const struct trace_function *f = &functions[i];
        union { /* it wants text that it could write to, and does not */
            const char *c;
            char *v;
        } name = { f->name };
        tep_register_print_function(tep, f->call, f->returns_text ? TEP_FUNC_ARG_STRING : TEP_FUNC_ARG_LONG,
                                    name.v, types[f->args[0]], types[f->args[1]], types[f->args[2]],
                                    TEP_FUNC_ARG_VOID);
    }
}
