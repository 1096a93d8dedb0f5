#include "formats/tracepoint/expr/expr_functions.h"

#include <string.h>

#include "formats/tracepoint/expr/scsi.h"

/* Devices have the kernel's numbers (linux/kdev_t.h). */
static uint64_t jbd2_dev_to_name(struct span array UNUSED, uint64_t number, struct text *out)
{
    text_printf(out, "%u:%u", (unsigned)number >> 20, (unsigned)number & 0xfffff);
    return 0;
}

/* The length of a jiffy was not recorded. perf's plugin, too, leaves jiffies unchanged. */
static uint64_t jiffies_to_msecs(struct span array UNUSED, uint64_t number, struct text *out UNUSED)
{
    return number;
}

/* The number is the block's length, which the kernel ignores, too. */
static uint64_t scsi_trace_parse_cdb(struct span array, uint64_t number UNUSED, struct text *out)
{
    scsi_command(array, out);
    return 0;
}

// clang-format off
/* By number: xen/interface/xen.h, __HYPERVISOR_*. */
static const char *const hypercalls[] = {
    "set_trap_table", "mmu_update", "set_gdt", "stack_switch", "set_callbacks", "fpu_taskswitch",
    "sched_op_compat", "dom0_op", "set_debugreg", "get_debugreg", "update_descriptor", NULL, "memory_op",
    "multicall", "update_va_mapping", "set_timer_op", "event_channel_op_compat", "xen_version",
    "console_io", "physdev_op_compat", "grant_table_op", "vm_assist", "update_va_mapping_otherdomain",
    "iret", "vcpu_op", "set_segment_base", "mmuext_op", "acm_op", "nmi_op", "sched_op", "callback_op",
    "xenoprof_op", "event_channel_op", "physdev_op", "hvm_op", [48] = "arch_0", "arch_1", "arch_2",
    "arch_3", "arch_4", "arch_5", "arch_6", "arch_7",
};
// clang-format on

static uint64_t xen_hypercall_name(struct span array UNUSED, uint64_t number, struct text *out)
{
    unsigned op = (unsigned)number;
    if (op < COUNT(hypercalls) && hypercalls[op])
        text_printf(out, "(%s)", hypercalls[op]);
    return 0;
}

/* Bit 1 of a page table entry, as on x86. */
static uint64_t is_writable_pte(struct span array UNUSED, uint64_t number, struct text *out UNUSED)
{
    return number >> 1 & 1;
}

static uint64_t le16_to_cpup(struct span array, uint64_t number UNUSED, struct text *out UNUSED)
{
    if (array.n < 2)
        return 0;
    return load_u16(array.p, ORDER_LITTLE);
}

static const struct trace_function functions[] = {
    { "jbd2_dev_to_name", "n", jbd2_dev_to_name },
    { "jiffies_to_msecs", "n", jiffies_to_msecs },
    { "scsi_trace_parse_cdb", "pan", scsi_trace_parse_cdb },
    { "xen_hypercall_name", "n", xen_hypercall_name },
    { "is_writable_pte", "n", is_writable_pte },
    { "__le16_to_cpup", "a", le16_to_cpup },
};

const struct trace_function *function_named(const char *name, size_t n)
{
    for (size_t i = 0; i < COUNT(functions); i++)
        if (strlen(functions[i].name) == n && !memcmp(functions[i].name, name, n))
            return &functions[i];
    return NULL;
}
