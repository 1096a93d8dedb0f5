import os
from typing import Callable, Counter, Iterator, NamedTuple, Optional, Sequence, Union

import numpy
import pandas

Path = Union[str, bytes, os.PathLike]

STACKS: int
CPU_UNKNOWN: int

class Error(Exception):
    kind: str
    offset: int

class Thread(NamedTuple):
    pid: int
    tid: int
    command: Optional[str]

class Place(NamedTuple):
    symbol: Optional[str]
    object: Optional[str]
    path: Optional[str]
    address: int
    offset: int

class Line(NamedTuple):
    function: Optional[str]
    file: Optional[str]
    line: int

class Sample(NamedTuple):
    time: int
    weight: int
    thread: Optional[Thread]
    place: Optional[Place]
    stack: int
    cpu: Optional[int]
    event: int

class Samples:
    time: memoryview
    weight: memoryview
    thread: memoryview
    place: memoryview
    stack: memoryview
    cpu: memoryview
    event: memoryview
    has_stacks: bool
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Sample]: ...
    def to_numpy(self) -> dict[str, numpy.ndarray]: ...
    def to_pandas(self) -> pandas.DataFrame: ...
    def thread_of(self, number: int) -> Optional[Thread]: ...
    def place_of(self, number: int) -> Optional[Place]: ...
    def lines_of(self, number: int) -> list[Line]: ...
    def frames_of(self, stack: int) -> Iterator[Optional[Place]]: ...
    def by(self, *columns: str) -> Counter: ...
    def by_symbol(self) -> Counter: ...

class Capture:
    @property
    def events(self) -> list[str]: ...
    @property
    def problems(self) -> dict[str, int]: ...
    def samples(self, stacks: bool = False) -> Samples: ...
    def close(self) -> None: ...
    def __enter__(self) -> Capture: ...
    def __exit__(self, *_: object) -> None: ...

def version() -> str: ...
def open(path: Path, *, capture: Optional[Path] = None, objects: Union[Path, Sequence[Path]] = (), symfs: Optional[Path] = None,
         kallsyms: Optional[Path] = None, vmlinux: Optional[Path] = None, home: Optional[Path] = None,
         temporary: Optional[Path] = None, isolated: bool = False,
         mangled: bool = False, progress: Optional[Callable[[int, int], object]] = None, threads: int = 0) -> Capture: ...
