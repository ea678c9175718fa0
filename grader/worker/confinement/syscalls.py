"""The system calls that the filter names, by number: refused, unknown and weighed, for the machines we know."""

from __future__ import annotations

import errno
from typing import Final, NamedTuple

__all__ = ["LAST_KNOWN", "Machine", "machine"]

LAST_KNOWN: Final = 469  # as of Linux 6.17; what came later nobody here has thought about

# Each entry is a name and its numbers on x86_64 and aarch64.
_REFUSED: Final = """
# other processes
fork 57 -   vfork 58 -   execve 59 221   execveat 322 281   setsid 112 157   setpgid 109 154   ptrace 101 117
process_vm_readv 310 270   process_vm_writev 311 271   process_madvise 440 440   process_mrelease 448 448
kcmp 312 272   migrate_pages 256 238   move_pages 279 239
# signals past the process
tkill 200 130   rt_sigqueueinfo 129 138   rt_tgsigqueueinfo 297 240   pidfd_send_signal 424 424
pidfd_open 434 434   pidfd_getfd 438 438
# namespaces and mounts
mount 165 40   umount2 166 39   pivot_root 155 41   chroot 161 51   unshare 272 97   setns 308 268
open_tree 428 428   move_mount 429 429   fsopen 430 430   fsconfig 431 431   fsmount 432 432   fspick 433 433
mount_setattr 442 442   open_tree_attr 467 467   statmount 457 457   listmount 458 458
# sockets, but for pairs of them
socket 41 198   bind 49 200   connect 42 203   listen 50 201   accept 43 202   accept4 288 242
# memory that outlives the process or that no limit counts
shmget 29 194   shmat 30 196   shmctl 31 195   semget 64 190   semop 65 193   semtimedop 220 192
semctl 66 191   msgget 68 186   msgsnd 69 189   msgrcv 70 188   msgctl 71 187   mq_open 240 180
mq_unlink 241 181   memfd_create 319 279   memfd_secret 447 447
# what Landlock leaves open: attributes of files, and watching others at work
name_to_handle_at 303 264   open_by_handle_at 304 265   mknod 133 -   mknodat 259 33   truncate 76 45
chmod 90 -   fchmod 91 52   fchmodat 268 53   fchmodat2 452 452   chown 92 -   fchown 93 55   lchown 94 -
fchownat 260 54   utime 132 -   utimes 235 -   futimesat 261 -   utimensat 280 88   setxattr 188 5
lsetxattr 189 6   fsetxattr 190 7   setxattrat 463 463   removexattr 197 14   lremovexattr 198 15
fremovexattr 199 16   removexattrat 466 466   file_setattr 469 469   inotify_init 253 -
inotify_init1 294 26   inotify_add_watch 254 27   fanotify_init 300 262   fanotify_mark 301 263   sync 162 81
syncfs 306 267   quotactl 179 60   quotactl_fd 443 443
# moving what is in pipes, an old door into the kernel
splice 275 76   tee 276 77   vmsplice 278 75
# being somebody else, also for files: root may still be root, and open them as root
setuid 105 146   setgid 106 144   setreuid 113 145   setregid 114 143   setresuid 117 147   setresgid 119 149
setfsuid 122 151   setfsgid 123 152   setgroups 116 159   capset 126 91
# the processor's and the disk's time of others
sched_setaffinity 203 122   sched_setparam 142 118   sched_setscheduler 144 119   sched_setattr 314 274
setpriority 141 140   ioprio_set 251 30
# the kernel; a second filter could also hide what XLA writes
seccomp 317 277   bpf 321 280   perf_event_open 298 241   userfaultfd 323 282   keyctl 250 219
add_key 248 217   request_key 249 218   lsm_set_self_attr 460 460
# the machine
swapon 167 224   swapoff 168 225   reboot 169 142   sethostname 170 161   setdomainname 171 162
init_module 175 105   finit_module 313 273   delete_module 176 106   kexec_load 246 104
kexec_file_load 320 294   acct 163 89   syslog 103 116   iopl 172 -   ioperm 173 -   modify_ldt 154 -
vhangup 153 58   settimeofday 164 170   clock_settime 227 112   adjtimex 159 171   clock_adjtime 305 266
lookup_dcookie 212 18   sysfs 139 -   ustat 136 -   uselib 134 -
"""
"""Never granted, whatever the arguments."""

_UNKNOWN: Final = """
clone3 435 435   openat2 437 437   io_uring_setup 425 425   io_uring_enter 426 426
io_uring_register 427 427
"""
"""What the C library and jax do without where the kernel has never heard of it; its arguments lie in memory."""

_UNSUPPORTED: Final = """
getxattr 191 8   lgetxattr 192 9   fgetxattr 193 10   listxattr 194 11   llistxattr 195 12   flistxattr 196 13
getxattrat 464 464   listxattrat 465 465
"""
"""What Landlock leaves open and programs do without on some file systems: what else is written down about a file."""

_WEIGHED: Final = """
clone 56 220   kill 62 129   tgkill 234 131   prlimit64 302 261   socketpair 53 199   sendto 44 206
open 2 -   openat 257 56   mmap 9 222   close 3 57   close_range 436 436   dup2 33 -   dup3 292 24
fcntl 72 25   ioctl 16 29   personality 135 92   prctl 157 167   madvise 28 233
"""
"""Granted or not by the arguments; `seccomp` has the rules."""

_COLUMNS: Final = {"x86_64": 1, "aarch64": 2}
_AUDIT: Final = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}


class Machine(NamedTuple):
    """How a kind of machine numbers system calls."""

    audit: int
    """How the kernel calls this kind in what it shows to a filter."""
    x32: bool
    """Whether a bit in the number asks for another set of calls."""
    refused: dict[str, int]
    unknown: dict[str, int]
    unsupported: dict[str, int]
    weighed: dict[str, int]


def machine(name: str) -> Machine:
    """The numbers of a kind of machine, by the name `os.uname` gives it; OSError where we know none."""
    if name not in _COLUMNS:
        raise OSError(errno.ENOSYS, f"no table of system calls for {name}")
    return Machine(
        audit=_AUDIT[name],
        x32=name == "x86_64",
        refused=_numbers(_REFUSED, name),
        unknown=_numbers(_UNKNOWN, name),
        unsupported=_numbers(_UNSUPPORTED, name),
        weighed=_numbers(_WEIGHED, name),
    )


def _numbers(table: str, name: str) -> dict[str, int]:
    """The calls of a table that a machine has."""
    words = " ".join(line for line in table.splitlines() if not line.startswith("#")).split()
    entries = zip(words[::3], words[_COLUMNS[name] :: 3], strict=True)
    return {call: int(number) for call, number in entries if number != "-"}
