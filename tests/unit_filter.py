"""Runs a program as deploy/downeast.service confines it: python -m tests.unit_filter PROGRAM …

systemd isn't needed, only its tool that knows which system calls belong to a group. What the lines
of the unit allow is turned into a filter by libseccomp, which the program can't take off. As root,
/proc is mounted as the unit wants it, too.
"""

import ctypes
import ctypes.util
import errno
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

UNIT = Path(__file__).parents[1] / "deploy/downeast.service"
ALLOW, REFUSE = 0x7FFF0000, 0x00050000  # SCMP_ACT_ALLOW, SCMP_ACT_ERRNO
EQUAL = 4  # SCMP_CMP_EQ
NO_WRITABLE_CODE = 65  # PR_SET_MDWE
OWN_MOUNTS, PRIVATE = 0x20000, 0x44000  # CLONE_NEWNS, MS_PRIVATE | MS_REC


class Compared(ctypes.Structure):
    """A condition on an argument of a system call (`scmp_arg_cmp`)."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("value", ctypes.c_uint64),
        ("unused", ctypes.c_uint64),
    )


def can_filter() -> bool:
    """Return whether this machine has what it takes."""
    return shutil.which("systemd-analyze") is not None and _library() is not None


def values(option: str) -> list[str]:
    """Return the values that the unit gives an option, line after line."""
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    return [line.split("=", 1)[1] for line in lines if line.startswith(f"{option}=")]


def allowed_calls() -> set[str]:
    """Return the system calls that the unit allows: the first line lists them, others change it."""
    allowed: set[str] = set()
    for line in values("SystemCallFilter"):
        calls = {call for name in line.removeprefix("~").split() for call in _members(name)}
        allowed = allowed - calls if line.startswith("~") else allowed | calls
    return allowed


def _members(name: str) -> set[str]:
    if not name.startswith("@"):
        return {name}
    tool = ("systemd-analyze", "syscall-filter", "--no-pager", name)
    listed = subprocess.run(tool, capture_output=True, text=True, check=True).stdout.splitlines()
    words = [line.strip() for line in listed[1:]]
    return {call for word in words if word and word[0] != "#" for call in _members(word)}


def confine() -> None:
    """Confine this process and all that it starts."""
    if os.geteuid() == 0:
        _mount_proc()
    kernel = ctypes.CDLL(None, use_errno=True)
    if values("MemoryDenyWriteExecute") == ["yes"]:
        kernel.prctl(NO_WRITABLE_CODE, 1, 0, 0, 0)  # kernels before 6.3 don't know it
    library = _library()
    assert library is not None
    library.seccomp_init.restype = ctypes.c_void_p
    made = ctypes.c_void_p(library.seccomp_init(REFUSE | getattr(errno, _refusal())))
    families = values("RestrictAddressFamilies")[0].split()
    for call in allowed_calls():
        number = library.seccomp_syscall_resolve_name(call.encode())
        conditions = [Compared(0, EQUAL, getattr(socket, family)) for family in families]
        for condition in conditions if call == "socket" else [None]:
            count = 0 if condition is None else 1
            array = (Compared * count)(*([] if condition is None else [condition]))
            if number >= 0:
                _check(library.seccomp_rule_add_array(made, ALLOW, number, count, array))
    _check(library.seccomp_load(made))


def _refusal() -> str:
    return values("SystemCallErrorNumber")[0]


def _mount_proc() -> None:
    """Mount /proc for this process alone, with no more in it than the unit leaves."""
    kernel = ctypes.CDLL(None, use_errno=True)
    options = [f"hidepid={value}" for value in values("ProtectProc")]
    options += [f"subset={value}" for value in values("ProcSubset")]
    wanted = ",".join(options).encode()
    _check(kernel.unshare(OWN_MOUNTS))
    _check(kernel.mount(b"none", b"/", None, PRIVATE, None))
    _check(kernel.mount(b"proc", b"/proc", b"proc", 0, wanted))


def _check(result: int) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno() or -result, "the unit can't be imitated here")


def _library() -> ctypes.CDLL | None:
    name = ctypes.util.find_library("seccomp")
    return None if name is None else ctypes.CDLL(name, use_errno=True)


if __name__ == "__main__":
    confine()
    os.execv(sys.argv[1], sys.argv[1:])
