"""Runs a program that sees only the files it was given and connects to one port at most: Landlock, seccomp, another user.

    python3 -I -S landlock.py SETTINGS PROGRAM [ARGUMENT...]

SETTINGS is JSON: {"read": [path], "write": [path], "port": number or null, "owner": number or null, "processes": number,
"file_bytes": number, "environment": {name: value}}, the last for the program alone. Where any of it can't be had, nothing is run: the reason goes to standard error, with exit code 125.
"""

import ctypes
import json
import os
import platform
import resource
import struct
import sys

LEAST_ABI = 4
#: From this one on a process can't signal others; without it the program has to be another user's.
SIGNAL_ABI = 6

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL = 1 << 14, 1 << 15
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/proc/self")
_ETC = (
    # Not what else is in them: the machine's own keys may be.
    "ssl/certs ssl/cert.pem ssl/openssl.cnf pki/tls/certs pki/tls/cert.pem pki/tls/openssl.cnf pki/ca-trust "
    "ca-certificates crypto-policies alternatives ld.so.cache ld.so.conf ld.so.conf.d localtime timezone mime.types "
    "fonts nsswitch.conf hosts passwd group"
).split()
_DEVICES = ("null", "zero", "full", "random", "urandom")

_CAP_DAC_READ_SEARCH = 2
_LAST_CAP = 63

_libc = ctypes.CDLL(None, use_errno=True)


class Refused(Exception):
    """What keeps the program from being run."""


def _check(result, what):
    if result < 0:
        raise Refused("%s: %s" % (what, os.strerror(ctypes.get_errno())))
    return result


def abi():
    """The kernel's version of Landlock; 0 where it has none."""
    return max(0, _libc.syscall(444, None, ctypes.c_size_t(0), ctypes.c_uint32(1)))


def _restrict_files(version, settings):
    handled = (1 << 13) - 1
    if version >= 2:
        handled |= 1 << 13
    if version >= 3:
        handled |= _TRUNCATE
    if version >= 5:
        handled |= _IOCTL
    scoped = 3 if version >= 6 else 0
    attributes = struct.pack("=QQQ", handled, 3, scoped)[: 24 if version >= 6 else 16]
    ruleset = _check(
        _libc.syscall(444, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0)), "landlock_create_ruleset"
    )
    everything = handled & ~((1 << 6) | (1 << 11))  # no device files
    for path in list(_SYSTEM) + ["/etc/" + name for name in _ETC]:
        _allow(ruleset, path, _READ & handled, True)
    for path in settings["read"]:
        # Below what may be written to it is readable anyway, and may be a link that a skill put there meanwhile.
        if any(path.startswith(folder.rstrip("/") + "/") for folder in settings["write"]):
            continue
        _allow(ruleset, path, _READ & handled, False)
    for name in _DEVICES:
        _allow(ruleset, "/dev/" + name, (_READ_FILE | _WRITE_FILE) & handled, True)
    for path in settings["write"]:
        _allow(ruleset, path, everything, False)
    if settings["port"] is not None:
        rule = struct.pack("=QQ", 2, settings["port"])
        _check(_libc.syscall(445, ruleset, ctypes.c_int(2), rule, ctypes.c_uint32(0)), "landlock_add_rule (port)")
    return ruleset


def _allow(ruleset, path, access, may_be_missing):
    try:
        found = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError as error:
        if may_be_missing:
            return
        raise Refused("%s: %s" % (path, error.strerror))
    if not os.path.isdir(path):
        access &= _ON_FILES
    rule = struct.pack("=Qi", access, found)
    _check(_libc.syscall(445, ruleset, ctypes.c_int(1), rule, ctypes.c_uint32(0)), "landlock_add_rule " + path)
    os.close(found)


def _become(owner):
    """Another user, who may still walk through folders on the way to what Landlock lets through."""
    for capability in range(_LAST_CAP + 1):
        if capability != _CAP_DAC_READ_SEARCH:
            _libc.prctl(24, capability, 0, 0, 0)
    _check(_libc.prctl(8, 1, 0, 0, 0), "PR_SET_KEEPCAPS")
    os.setgroups([])
    os.setresgid(owner, owner, owner)
    os.setresuid(owner, owner, owner)
    bit = 1 << _CAP_DAC_READ_SEARCH
    header = struct.pack("=Ii", 0x20080522, 0)
    data = struct.pack("=6I", bit, bit, bit, 0, 0, 0)
    _check(_libc.capset(header, data), "capset")
    _check(_libc.prctl(47, 2, _CAP_DAC_READ_SEARCH, 0, 0), "PR_CAP_AMBIENT")


#: Number on x86_64, on aarch64: what changes namespaces, mounts, other processes or the kernel.
_DENIED = {
    "ptrace": (101, 117), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "setns": (308, 268), "unshare": (272, 97), "bpf": (321, 280), "perf_event_open": (298, 241),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "kexec_load": (246, 104), "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "kcmp": (312, 272), "pidfd_getfd": (438, 438), "move_mount": (429, 429),
    "open_tree": (428, 428), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432),
    "fspick": (433, 433), "mount_setattr": (442, 442), "quotactl": (179, 60), "acct": (163, 89), "swapon": (167, 224),
    "reboot": (169, 142), "sethostname": (170, 161), "setdomainname": (171, 162),
}
_ARCHITECTURES = {"x86_64": (0, 0xC000003E, 41, 56), "aarch64": (1, 0xC00000B7, 198, 220)}
_CLONE3 = 435
_NEW_NAMESPACES = 0x7E020000

_LOAD, _AND, _EQUAL, _ABOVE, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_GO, _KILL, _EPERM, _ENOSYS, _EACCES = 0x7FFF0000, 0x80000000, 0x00050001, 0x00050026, 0x0005000D


def _filter(has_network):
    """The program of the kernel's filter. Sockets: none but TCP, and that only with a network."""
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        raise Refused("seccomp: no table of system calls for " + machine)
    column, audit, socket_number, clone_number = _ARCHITECTURES[machine]
    code = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, audit), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, 0)]
    if machine == "x86_64":
        code += [(_ABOVE, 0, 1, 0x40000000), (_RETURN, 0, 0, _KILL)]
    for numbers in _DENIED.values():
        code += [(_EQUAL, 0, 1, numbers[column]), (_RETURN, 0, 0, _EPERM)]
    code += [(_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _ENOSYS)]
    code += [(_EQUAL, 0, 4, clone_number), (_LOAD, 0, 0, 16), (_ANY_BIT, 0, 1, _NEW_NAMESPACES)]
    code += [(_RETURN, 0, 0, _EPERM), (_RETURN, 0, 0, _GO)]
    code += [(_EQUAL, 1, 0, socket_number), (_RETURN, 0, 0, _GO)]
    if has_network:
        code += [(_LOAD, 0, 0, 16), (_EQUAL, 2, 0, 2), (_EQUAL, 1, 0, 10), (_RETURN, 0, 0, _EACCES)]
        code += [(_LOAD, 0, 0, 24), (_AND, 0, 0, 0xF), (_EQUAL, 0, 1, 1), (_RETURN, 0, 0, _GO)]
    code += [(_RETURN, 0, 0, _EACCES)]
    return b"".join(struct.pack("=HBBI", *line) for line in code)


def _restrict_calls(has_network):
    program = _filter(has_network)
    buffer = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(program) // 8, ctypes.addressof(buffer))
    _check(_libc.prctl(22, 2, header, 0, 0), "seccomp")


def _tasks_of(user):
    """Processes and threads of a user on this machine."""
    count = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                count += len(os.listdir("/proc/%s/task" % name)) if os.stat("/proc/" + name).st_uid == user else 0
            except OSError:
                pass
    return count


def _limit(settings):
    # The kernel counts all that the user has: where that is the server's own, what runs already is no part of the limit.
    already = _tasks_of(os.getuid()) if settings["owner"] is None else 0
    for name, value in (
        (resource.RLIMIT_NPROC, settings["processes"] + already),
        (resource.RLIMIT_FSIZE, settings["file_bytes"]),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 4096),
    ):
        hard = resource.getrlimit(name)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        resource.setrlimit(name, (value, value))


def _given_environment():
    """As it was given: the interpreter adds a locale of its own."""
    try:
        with open("/proc/self/environ", "rb") as file:
            pairs = file.read().split(b"\0")
    except OSError:
        return os.environ
    return dict(pair.split(b"=", 1) for pair in pairs if b"=" in pair)


def main(arguments):
    settings, program = json.loads(arguments[0]), arguments[1:]
    environment = dict(_given_environment())
    environment.update((os.fsencode(name), os.fsencode(value)) for name, value in settings["environment"].items())
    # What the server inherited is nothing of the program's: an open folder would be a way out.
    os.closerange(4, 65536)
    version = abi()
    if version < LEAST_ABI:
        raise Refused("the kernel's Landlock has ABI %d, and %d is needed" % (version, LEAST_ABI))
    if settings["owner"] is None and version < SIGNAL_ABI:
        raise Refused("the kernel's Landlock has ABI %d, and a server that isn't root needs %d" % (version, SIGNAL_ABI))
    _limit(settings)
    ruleset = _restrict_files(version, settings)
    if settings["owner"] is not None:
        _become(settings["owner"])
    _check(_libc.prctl(38, 1, 0, 0, 0), "PR_SET_NO_NEW_PRIVS")
    _check(_libc.syscall(446, ruleset, ctypes.c_uint32(0)), "landlock_restrict_self")
    os.close(ruleset)
    _restrict_calls(settings["port"] is not None)
    os.execvpe(program[0], program, environment)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Refused, OSError) as failure:
        sys.stderr.write("landlock: %s\n" % failure)
        os._exit(125)
