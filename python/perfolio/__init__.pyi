import os
from typing import Callable, Counter, Iterator, NamedTuple, Optional, Sequence, Union, overload

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

class Slice(NamedTuple):
    start: int
    length: int
    delay: int
    thread: Optional[Thread]
    waker: Optional[Thread]
    stack: int
    cpu: Optional[int]
    ran: bool
    state: Optional[str]

class Marker(NamedTuple):
    time: int
    thread: Optional[Thread]
    stack: int
    text: Optional[str]
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
    def by(self, *columns: str, of: str = "weight") -> Counter: ...
    def by_symbol(self) -> Counter: ...

class Slices:
    start: memoryview
    length: memoryview
    delay: memoryview
    thread: memoryview
    waker: memoryview
    stack: memoryview
    cpu: memoryview
    ran: memoryview
    state: memoryview
    samples: Samples
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Slice]: ...
    def to_numpy(self) -> dict[str, numpy.ndarray]: ...
    def by(self, *columns: str, of: str = "length") -> Counter: ...

class Markers:
    time: memoryview
    thread: memoryview
    stack: memoryview
    text: memoryview
    cpu: memoryview
    event: memoryview
    samples: Samples
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Marker]: ...
    def to_numpy(self) -> dict[str, numpy.ndarray]: ...
    def by(self, *columns: str, of: str) -> Counter: ...
    def text_of(self, number: int) -> Optional[str]: ...

class Symbol(NamedTuple):
    name: Optional[str]
    value: int

Value = Union[None, str, int, float, bool, Symbol, Thread, Line]

class Row(dict[str, Value]):
    number: int
    @property
    def children(self) -> list[Row]: ...

class Table:
    name: str
    columns: list[str]
    types: dict[str, int]
    more: bool
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def rows(self, parent: Optional[Row] = None, start: int = 0, n: Optional[int] = None) -> list[Row]: ...
    def sort(self, column: Optional[str] = None, descending: bool = False) -> None: ...
    def find(self, text: Union[str, bytes], start: int = 0) -> Optional[int]: ...
    def shown(self, place: int) -> dict[str, str]: ...

class View:
    facts: dict[str, Value]
    tables: list[Table]
    text: str
    said: str
    answer: bool

class Capture:
    def ask(self, *words: Path, most: int = 0) -> View: ...
    def report(self, *words: Path, most: int = 0) -> Table: ...
    def annotate(self, *words: Path) -> View: ...
    @property
    def events(self) -> list[str]: ...
    @property
    def problems(self) -> dict[str, int]: ...
    def samples(self, stacks: bool = False) -> Samples: ...
    def slices(self, stacks: bool = False) -> Slices: ...
    def markers(self, stacks: bool = False) -> Markers: ...
    def close(self) -> None: ...
    def __enter__(self) -> Capture: ...
    def __exit__(self, *_: object) -> None: ...

def version() -> str: ...
def questions() -> dict[str, str]: ...
def open(path: Path, *, capture: Optional[Path] = None, objects: Union[Path, Sequence[Path]] = (), symfs: Optional[Path] = None,
         kallsyms: Optional[Path] = None, vmlinux: Optional[Path] = None, home: Optional[Path] = None,
         temporary: Optional[Path] = None, isolated: bool = False,
         mangled: bool = False, progress: Optional[Callable[[int, int], object]] = None, threads: int = 0, max_samples: int = 0) -> Capture: ...
