# What OpenHarmony's recorder keeps: names and build-ids of files, call chains that samples share.
$ perfolio report --isolated --stdio -q -G -s dso,sym -i fixtures/synthetic/hiperf-shared.data
   100.00%    25.00%  libdraw.z.so       [.] draw::Canvas::line(int, int)
            |
            ---draw::Canvas::line(int, int)
               |          
               |--50.00%--ioctl
               |          |          
               |           --25.00%--el0_sync
               |                     do_ioctl
               |          
                --25.00%--memcpy

    50.00%    25.00%  ld-musl-arm.so.1   [.] ioctl
            |          
            |--25.00%--ioctl
            |          el0_sync
            |          do_ioctl
            |          
             --25.00%--draw::Canvas::line(int, int)
                       ioctl

    25.00%    25.00%  [kernel.kallsyms]  [k] do_ioctl
            |
            ---draw::Canvas::line(int, int)
               ioctl
               el0_sync
               do_ioctl

    25.00%    25.00%  ld-musl-arm.so.1   [.] memcpy
            |
            ---draw::Canvas::line(int, int)
               memcpy

    25.00%     0.00%  [kernel.kallsyms]  [k] el0_sync
            |
            ---el0_sync
               do_ioctl



$ perfolio report --header-only -i fixtures/synthetic/hiperf-early.data
# ========
# header version : 1
# data offset    : 240
# data size      : 552
# feat offset    : 792
# arch : aarch64
# cmdline : hiperf record -p 100 -s fp 
# symbols that hiperf kept : 5 of 3 files
# record_time : Thu Dec  7 08:48:53 2023
# call chains that samples share : 9 addresses of 1 processes
# missing features: TRACING_DATA BUILD_ID HOSTNAME OSRELEASE VERSION NRCPUS CPUDESC CPUID TOTAL_MEM EVENT_DESC CPU_TOPOLOGY NUMA_TOPOLOGY BRANCH_STACK PMU_MAPPINGS GROUP_DESC AUXTRACE STAT CACHE SAMPLE_TIME MEM_TOPOLOGY CLOCKID DIR_FORMAT BPF_PROG_INFO BPF_BTF COMPRESSED CPU_PMU_CAPS CLOCK_DATA HYBRID_TOPOLOGY PMU_CAPS 
# ========
#
$ perfolio doctor --isolated -i fixtures/synthetic/hiperf-shared.data
verdict   good: every sample has a name; the recording has 1 fault
machine   aarch64, kernel unknown
samples   4, 4 of them (100.00%) with a name
nameless  0 (0.00%) = 0 (0.00%) in objects + 0 (0.00%) outside of every mapping

nothing is missing for
   50.00%  2 samples, /system/lib/ld-musl-arm.so.1: fixtures/synthetic/hiperf-shared.data: what the recorder kept
   25.00%  1 sample, /system/lib/libdraw.z.so: fixtures/synthetic/hiperf-shared.data: what the recorder kept
   25.00%  1 sample, [kernel.kallsyms]: fixtures/synthetic/hiperf-shared.data: what the recorder kept

the recording
  3 samples lie in files that were recorded without a build-id
    record with --buildid-mmap, or without -B and -N
$ perfolio buildid-list -i fixtures/synthetic/hiperf-shared.data
307ca575ed171eeb8223889587cffc99         /system/lib/libdraw.z.so
