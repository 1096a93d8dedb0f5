#include "lib/question/share/scrub/event_names.h"

#include <stddef.h>
#include <string.h>

#include "arch/arch.h"

// clang-format off
/* Events of perf_event.h, their other names, and events that perf counts itself (perf, util/parse-events.c, util/tool_pmu.c). */
static const char *const generic[] = {
    "cycles", "cpu-cycles", "instructions", "cache-references", "cache-misses", "branches", "branch-instructions", "branch-misses",
    "bus-cycles", "stalled-cycles-frontend", "idle-cycles-frontend", "stalled-cycles-backend", "idle-cycles-backend", "ref-cycles",
    "cpu-clock", "task-clock", "page-faults", "faults", "context-switches", "cs", "cpu-migrations", "migrations", "minor-faults",
    "major-faults", "alignment-faults", "emulation-faults", "dummy", "bpf-output", "cgroup-switches",
    "duration_time", "user_time", "system_time", "offcpu-time", "kprobe", "uprobe",
};

/* Parts of the names of events of caches: "L1-dcache-load-misses" (perf, util/evsel.c). */
static const char *const caches[] = { "L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node" };
static const char *const cache_ops[] = { "loads", "load", "stores", "store", "prefetches", "prefetch" };

/* The groups of the kernel's own tracepoints: TRACE_SYSTEM in its sources. Those of probes and programs are not among them:
   probe, probe_PROGRAM, sdt_PROGRAM, uprobes, kprobes, synthetic, user_events, perf_bpf_probe. */
static const char *const groups[] = {
    "9p", "afs", "alarmtimer", "amd_cpu", "amdgpu", "amdgpu_dm", "arm_event", "asoc", "ath10k", "ath11k", "ath12k", "ath6kl", "avc",
    "bcache", "block", "bpf_test_run", "bpf_trace", "br", "bridge", "btrfs", "cachefiles", "capability", "cfg80211", "cgroup", "cifs",
    "clk", "cma", "compaction", "context_tracking", "cpufreq_interactive", "cpuhp", "cros_ec", "csd", "cxl", "damon", "dev", "devfreq",
    "devlink", "dlm", "dma", "dma_fence", "dmaengine", "dpu", "drm", "dwc3", "enable", "erofs", "error_report", "exceptions", "ext3",
    "ext4", "f2fs", "fib", "fib6", "filelock", "filemap", "firewire", "fs_dax", "fscache", "fsi", "ftrace", "fuse", "gfs2",
    "gpio", "gpu_mem", "gpu_scheduler", "habanalabs", "handshake", "hda", "hda_controller", "hda_intel", "host1x", "huge_memory",
    "hugetlbfs", "hw_pressure", "hwmon", "hyperv", "i2c", "i2c_slave", "i915", "icmp", "initcall", "instruction_emulation", "intel-sst",
    "intel_iommu", "intel_ish", "io_uring", "iocost", "iomap", "iommu", "ipi", "irq", "irq_matrix", "irq_vectors", "iscsi",
    "iwlwifi", "iwlwifi_data", "iwlwifi_io", "iwlwifi_msg", "iwlwifi_ucode", "jbd", "jbd2", "kmem", "ksm", "kvm", "kvm_hv", "kvm_pr",
    "kvmmmu", "kyber", "libata", "lock", "mac80211", "mac80211_msg", "maple_tree", "mce", "mdio", "mei", "memcg", "migrate", "mlx5",
    "mmap", "mmap_lock", "mmc", "module", "mptcp", "msr", "mt76", "napi", "nbd", "neigh", "net", "netfs", "netlink", "nfs", "nfs4",
    "nfsd", "nilfs2", "nmi", "notifier", "nvme", "objtool", "ocfs2", "oom", "opal", "osnoise", "overlayfs", "page_isolation",
    "page_pool", "page_ref", "pagemap", "percpu", "power", "preemptirq", "printk", "pwc", "pwm", "qdisc", "qla", "radeon",
    "ras", "raw_syscalls", "rcu", "rdma_core", "readahead", "regmap", "regulator", "resctrl", "rpcgss", "rpcrdma", "rpm", "rpmh", "rseq",
    "rtc", "rv", "sched", "sched_ext", "scmi", "scsi", "signal", "siox", "skb", "smbus", "sock", "sof", "sof_intel", "spi",
    "spmi", "sunrpc", "sunvnet", "swiotlb", "syscalls", "target", "task", "tcp", "tegra_apb_dma", "thermal", "thermal_power_allocator",
    "thermal_pressure", "thp", "timer", "timer_migration", "timestamp", "tlb", "udp", "ufs", "v4l2", "vb2", "vc4", "vfio", "virtio_gpu",
    "vmalloc", "vmscan", "vsock", "vsyscall", "watchdog", "wbt", "workqueue", "writeback", "x86_fpu", "xdp", "xe", "xen", "xfs",
    "xfs_scrub", "xhci-hcd", "zfcp", "zonefs",
};
// clang-format on

#define LETTERS      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS       "0123456789"
#define HEXADECIMALS DIGITS "abcdefABCDEF"

/* A part of a name. */
struct name_part {
    const char *s;
    size_t n;
};

static bool part_is(struct name_part p, const char *s)
{
    return strlen(s) == p.n && !memcmp(p.s, s, p.n);
}

static bool part_is_among(struct name_part p, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (part_is(p, names[i]))
            return true;
    return false;
}

/* Whether all characters of a part are of a set, and there is at least one. */
static bool part_has_only(struct name_part p, const char *set)
{
    return p.n && strspn(p.s, set) >= p.n;
}

/* Cuts what is before a character off, and the character. The whole part if it has none. */
static struct name_part part_before(struct name_part *rest, char c)
{
    const char *end = rest->n ? memchr(rest->s, c, rest->n) : NULL;
    const struct name_part head = { rest->s, end ? (size_t)(end - rest->s) : rest->n };
    const size_t gone = end ? head.n + 1 : head.n;
    rest->s += gone;
    rest->n -= gone;
    return head;
}

/* Takes the first of some names off that a part begins with. False: there is none. */
static bool part_skip(struct name_part *p, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t n = strlen(names[i]);
        if (p->n < n || memcmp(p->s, names[i], n) != 0)
            continue;
        p->s += n;
        p->n -= n;
        return true;
    }
    return false;
}

/* Whether a part is the name of an event of a cache: CACHE-OPs, or CACHE-OP-misses. */
static bool is_of_cache(struct name_part p)
{
    static const char *const dash[] = { "-" }, *const misses[] = { "-misses" };
    if (!part_skip(&p, caches, COUNT(caches)) || !part_skip(&p, dash, 1) ||
        !part_skip(&p, cache_ops, COUNT(cache_ops)))
        return false;
    return !p.n || (part_skip(&p, misses, 1) && !p.n);
}

static bool is_generic(struct name_part p)
{
    return part_is_among(p, generic, COUNT(generic)) || is_of_cache(p);
}

/* Whether a part is the code of an event: "r1a8". */
static bool is_event_code(struct name_part p)
{
    return p.n > 1 && *p.s == 'r' && part_has_only((struct name_part){ p.s + 1, p.n - 1 }, HEXADECIMALS);
}

/* Whether a value in the terms of a PMU is a number, or the way to record call chains. */
static bool is_value_of_term(struct name_part p)
{
    static const char *const chains[] = { "fp", "dwarf", "lbr", "no" };
    if (p.n > 2 && p.s[0] == '0' && (p.s[1] == 'x' || p.s[1] == 'X'))
        return part_has_only((struct name_part){ p.s + 2, p.n - 2 }, HEXADECIMALS);
    return part_has_only(p, DIGITS) || part_is_among(p, chains, COUNT(chains));
}

static bool are_terms(struct name_part terms)
{
    while (terms.n) {
        struct name_part value = part_before(&terms, ',');
        const bool has_value = memchr(value.s, '=', value.n);
        const struct name_part key = part_before(&value, '=');
        if (!part_has_only(key, LETTERS DIGITS "_.-") || (has_value && !is_value_of_term(value)))
            return false;
    }
    return true;
}

/* Whether a part is what a PMU of the kernel counts, "cpu/event=0x3c,umask=0x1/" or "cpu_core/cycles/", with modifiers after it. */
static bool is_of_pmu(struct name_part p)
{
    if (!memchr(p.s, '/', p.n))
        return false;
    const struct name_part pmu = part_before(&p, '/');
    if (!part_has_only(pmu, LETTERS DIGITS "_-") || !memchr(p.s, '/', p.n))
        return false;
    const struct name_part terms = part_before(&p, '/');
    return are_terms(terms) && (!p.n || part_has_only(p, LETTERS));
}

/* Whether modifiers follow, which say where and how precisely an event counts: ":ukpppH"; or nothing. */
static bool is_modifier_or_end(struct name_part p)
{
    return !p.n || part_has_only(p, "ukhIGHpPSDWebRX");
}

bool event_name_is_standard(const char *name)
{
    struct name_part rest = { name, strlen(name) };
    if (rest.n && is_of_pmu(rest))
        return true;
    const bool has_colon = strchr(name, ':');
    const struct name_part head = part_before(&rest, ':');
    if (part_is(head, "mem")) /* a breakpoint, with or without its address */
        return part_has_only(rest, HEXADECIMALS "xX/:rwx");
    if (has_colon && part_is_among(head, groups, COUNT(groups)))
        return part_has_only(rest, LETTERS DIGITS "_-");
    return is_modifier_or_end(rest) && (is_generic(head) || is_event_code(head));
}
