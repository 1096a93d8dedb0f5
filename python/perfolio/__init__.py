"""Linux perf.data captures and folios as data, by libperfolio.

    import perfolio
    with perfolio.open("perf.data") as capture:
        samples = capture.samples()
        for name, weight in samples.by_symbol().most_common(10):
            print(weight, name)

A column of samples is a memoryview of what the library has, which numpy.asarray() takes as it is. Samples, their columns and all
that is made of these keep what they are of: a capture that is closed goes when the last of them does.
"""
import collections, ctypes, ctypes.util, os

__all__ = ["open", "version", "questions", "Capture", "Samples", "Sample", "Slices", "Slice", "Markers", "Marker", "Place", "Thread", "Line", "View", "Table", "Row", "Symbol",
           "Error"]
__version__ = "0.1.0"

STACKS = 1                                             # perfolio.h, pf_samples_read()
CPU_UNKNOWN = 0xffff
LINES_MOST = 256                                       # at one place; compilers stop far below


class Error(Exception):
    """What the library could not do. kind: "io", "format", "unsupported", "usage", "memory", "cancelled"; offset: in the file, 0: of
    none."""
    def __init__(self, message, kind="usage", offset=0):
        super().__init__(message)
        self.kind, self.offset = kind, offset


class _Error(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("at", ctypes.c_uint64), ("message", ctypes.c_char * 320)]
    KINDS = ("none", "io", "format", "unsupported", "usage", "memory", "cancelled")

    def exception(self):
        kind = self.KINDS[self.kind] if self.kind < len(self.KINDS) else "usage"
        return Error(self.message.decode("utf-8", "replace"), kind, self.at)


PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64)


class _Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("capture", ctypes.c_char_p), ("objects", ctypes.POINTER(ctypes.c_char_p)),
                ("symfs", ctypes.c_char_p), ("kallsyms", ctypes.c_char_p), ("vmlinux", ctypes.c_char_p), ("home", ctypes.c_char_p), ("temporary", ctypes.c_char_p),
                ("isolated", ctypes.c_int), ("mangled", ctypes.c_int), ("progress", PROGRESS), ("arg", ctypes.c_void_p), ("threads", ctypes.c_uint),
                ("max_samples", ctypes.c_uint64)]


COLUMNS = {"time": "Q", "weight": "Q", "thread": "I", "place": "I", "stack": "I", "cpu": "H", "event": "H"}
SLICE_COLUMNS = {"start": "Q", "length": "Q", "delay": "Q", "thread": "I", "waker": "I", "stack": "I", "cpu": "H", "ran": "B", "state": "B"}
MARKER_COLUMNS = {"time": "Q", "thread": "I", "stack": "I", "text": "I", "cpu": "H", "event": "H"}
SIZES = {"Q": 8, "I": 4, "H": 2, "B": 1}


class _Samples(ctypes.Structure):
    _fields_ = ([("n", ctypes.c_size_t)] + [(name, ctypes.c_void_p) for name in COLUMNS] +
                [(name, ctypes.c_size_t) for name in ("threads", "places", "stacks")])


class _Slices(ctypes.Structure):
    _fields_ = [("n", ctypes.c_size_t)] + [(name, ctypes.c_void_p) for name in SLICE_COLUMNS]


class _Markers(ctypes.Structure):
    _fields_ = [("n", ctypes.c_size_t)] + [(name, ctypes.c_void_p) for name in MARKER_COLUMNS] + [("texts", ctypes.c_size_t)]


class _Thread(ctypes.Structure):
    _fields_ = [("pid", ctypes.c_int32), ("tid", ctypes.c_int32), ("command", ctypes.c_char_p)]


class _Place(ctypes.Structure):
    _fields_ = [("symbol", ctypes.c_char_p), ("object", ctypes.c_char_p), ("path", ctypes.c_char_p), ("address", ctypes.c_uint64),
                ("offset", ctypes.c_uint64)]


class _Line(ctypes.Structure):
    _fields_ = [("function", ctypes.c_char_p), ("file", ctypes.c_char_p), ("line", ctypes.c_uint32)]


class _Stack(ctypes.Structure):
    _fields_ = [("parent", ctypes.c_uint32), ("place", ctypes.c_uint32)]


class _Value(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("text", ctypes.c_char_p), ("name", ctypes.c_char_p), ("count", ctypes.c_uint64),
                ("number", ctypes.c_int64), ("share", ctypes.c_double)]


class _Table(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("columns", ctypes.c_size_t), ("rows", ctypes.c_uint64), ("more", ctypes.c_int)]


class _Column(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("label", ctypes.c_char_p), ("of", ctypes.c_char_p), ("at", ctypes.c_uint), ("type", ctypes.c_int),
                ("right", ctypes.c_int)]


class _Row(ctypes.Structure):
    _fields_ = [("parent", ctypes.c_uint64), ("children", ctypes.c_uint64), ("depth", ctypes.c_uint)]


TOP = (1 << 64) - 1
UNSORTED = ctypes.c_size_t(-1).value


class _Question(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("help", ctypes.c_char_p)]


Symbol = collections.namedtuple("Symbol", "name value")
Thread = collections.namedtuple("Thread", "pid tid command")
Line = collections.namedtuple("Line", "function file line")
Place = collections.namedtuple("Place", "symbol object path address offset")
Sample = collections.namedtuple("Sample", COLUMNS)
Slice = collections.namedtuple("Slice", SLICE_COLUMNS)
Marker = collections.namedtuple("Marker", MARKER_COLUMNS)


def _load():
    """libperfolio: $PERFOLIO_LIBRARY, or the system's."""
    name = os.environ.get("PERFOLIO_LIBRARY") or ctypes.util.find_library("perfolio") or "libperfolio.so.0"
    try:
        lib = ctypes.CDLL(name)
    except OSError as e:
        raise ImportError(f"libperfolio cannot be loaded: {e}; PERFOLIO_LIBRARY says where it is") from None
    p, u32, n, error = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_size_t, ctypes.POINTER(_Error)
    for function, result, *arguments in [
            ("pf_version", ctypes.c_char_p), ("pf_open", p, ctypes.c_char_p, ctypes.POINTER(_Options), error), ("pf_close", None, p),
            ("pf_events", ctypes.c_size_t, p), ("pf_event_name", ctypes.c_char_p, p, ctypes.c_size_t),
            ("pf_samples_read", ctypes.POINTER(_Samples), p, ctypes.c_uint, error), ("pf_samples_free", None, ctypes.POINTER(_Samples)),
            ("pf_thread_of", ctypes.c_int, ctypes.POINTER(_Samples), u32, ctypes.POINTER(_Thread), n), ("pf_place_of", ctypes.c_int, ctypes.POINTER(_Samples), u32, ctypes.POINTER(_Place), n),
            ("pf_stack_of", ctypes.c_int, ctypes.POINTER(_Samples), u32, ctypes.POINTER(_Stack), n),
            ("pf_slices_read", ctypes.POINTER(_Slices), ctypes.POINTER(_Samples), error),
            ("pf_markers_read", ctypes.POINTER(_Markers), ctypes.POINTER(_Samples), error), ("pf_text_of", ctypes.c_char_p, ctypes.POINTER(_Samples), u32),
            ("pf_lines_of", ctypes.c_size_t, ctypes.POINTER(_Samples), u32, ctypes.POINTER(_Line), n, n),
            ("pf_question_of", ctypes.c_int, n, ctypes.POINTER(_Question), n),
            ("pf_ask", p, p, ctypes.POINTER(ctypes.c_char_p), n, ctypes.c_uint64, error), ("pf_view_free", None, p), ("pf_view_status", ctypes.c_int, p),
            ("pf_view_said", ctypes.c_char_p, p), ("pf_view_text", ctypes.c_char_p, p), ("pf_facts", n, p), ("pf_fact_name", ctypes.c_char_p, p, n),
            ("pf_fact_of", ctypes.c_int, p, n, ctypes.POINTER(_Value), n), ("pf_tables", n, p), ("pf_table_of", ctypes.c_int, p, n, ctypes.POINTER(_Table), n),
            ("pf_column_of", ctypes.c_int, p, n, n, ctypes.POINTER(_Column), n),
            ("pf_nth_cell", ctypes.c_int, p, n, ctypes.c_uint64, n, ctypes.POINTER(n), ctypes.POINTER(_Value), n),
            ("pf_rows", n, p, n, ctypes.c_uint64, ctypes.c_uint64, n, ctypes.POINTER(ctypes.c_uint64)),
            ("pf_row_of", ctypes.c_int, p, n, ctypes.c_uint64, ctypes.POINTER(_Row), n), ("pf_sort", ctypes.c_int, p, n, n, ctypes.c_int),
            ("pf_find", ctypes.c_int, p, n, ctypes.c_char_p, ctypes.c_uint64, ctypes.POINTER(ctypes.c_uint64)),
            ("pf_problem", ctypes.c_char_p, p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_uint64))]:
        f = getattr(lib, function)
        f.restype, f.argtypes = result, arguments
    return lib


_lib = _load()


def _text(b):
    return None if b is None else b.decode("utf-8", "replace")


def _path(p):
    b = os.fsencode(p)
    if b"\0" in b:
        raise ValueError("embedded null byte")
    return b


def _maybe(p):
    return None if p is None else _path(p)


def version():
    """The version of the library."""
    return _text(_lib.pf_version())


def open(path, *, capture=None, objects=(), symfs=None, kallsyms=None, vmlinux=None, home=None, temporary=None, isolated=False,
         mangled=False, progress=None, threads=0, max_samples=0):
    """Open a capture or a folio; the arguments are perfolio's options of these names. home: the folder whose .debug is a build-id
    cache (~ where that is wanted); temporary: the folder of temporary files; threads: that read samples (0: as many as are worth
    having); max_samples: that are kept in memory between questions (0: 2**23; of a file with more each question reads anew). progress(done, all) is called now and then while records are read, with bytes of them: where it returns something true, the
    call raises Error of the kind "cancelled"; what it raises (KeyboardInterrupt, too) the call does. What was cancelled can be asked
    for again. Raises Error."""
    return Capture(path, capture, objects, symfs, kallsyms, vmlinux, home, temporary, isolated, mangled, progress, threads, max_samples)


class _Owned:
    """Something of the library's, and what it is a part of, until nobody has it any more."""

    def __init__(self, pointer, free, of=None):
        self.pointer, self._free, self._of = pointer, free, of

    def __del__(self):
        self._free(self.pointer)


class _Progress:
    """A function that the library calls, through which no exception passes: it ends the call, and is raised then."""

    def __init__(self, function):
        self.raised, self._function = None, function
        self.pointer = PROGRESS(self._call) if function else PROGRESS()

    def _call(self, _, done, all):
        try:
            return bool(self._function(done, all))
        except BaseException as e:
            self.raised = e
            return True

    def error(self, error):
        """What to raise for a call that failed."""
        raised, self.raised = self.raised, None
        return raised or error.exception()


def questions():
    """{name: what it is about} of all that ask() answers."""
    q, found = _Question(), {}
    while _lib.pf_question_of(len(found), q, ctypes.sizeof(q)):
        found[_text(q.name)] = _text(q.help)
    return found


NOTHING, TEXT, COUNT, NUMBER, HEX, PERCENT, DECIMAL, TIME, YES_NO, SYMBOL, TASK, SOURCE = range(12)     # perfolio.h, pf_type


def _plain(v):
    """A value as Python has it: addresses and times (ns) are numbers; what is not known is None."""
    if v.type == NOTHING:
        return None
    if v.type == TEXT:
        return _text(v.name)
    if v.type == YES_NO:
        return bool(v.count)
    if v.type in (PERCENT, DECIMAL):
        return v.share
    if v.type == SYMBOL:
        return Symbol(_text(v.name), v.count)
    if v.type == TASK:
        return Thread(None, v.number, _text(v.name))
    if v.type == SOURCE:
        return Line(None, _text(v.name), v.count)
    return v.number if v.type == NUMBER else v.count


def _cpu(number):
    return None if number == CPU_UNKNOWN else number


class Row(dict):
    """The cells of a row by the names of their columns, without those that it has not. number: what the library knows it by."""

    def __init__(self, table, number):
        super().__init__(table._cells(number, _plain))
        self._table, self.number = table, number

    @property
    def children(self):
        """The rows below it, such as the frames of a call tree below a row of report("-g", ...): made when they are asked for."""
        return self._table.rows(self)


class Table:
    """Rows of an answer, which are made when they are looked at. columns: their names; more: there may be more rows than were asked for."""

    def __init__(self, view, number):
        t, c = _Table(), _Column()
        _lib.pf_table_of(view.pointer, number, t, ctypes.sizeof(t))
        self._view, self._number, self._rows, self.name, self.more = view, number, t.rows, _text(t.name), bool(t.more)
        self._names, self.types = {}, {}
        for i in range(t.columns):
            _lib.pf_column_of(view.pointer, number, i, c, ctypes.sizeof(c))
            if c.name:
                name = ".".join(filter(None, (_text(c.of), str(c.at - 1) if c.at else None, _text(c.name))))
                self._names[i] = name
                self.types[name] = c.type
        self.columns = list(self._names.values())

    def __len__(self):
        return self._rows

    def _cells(self, number, what):
        v, column, found, i = _Value(), ctypes.c_size_t(), {}, 0
        while _lib.pf_nth_cell(self._view.pointer, self._number, number, i, column, v, ctypes.sizeof(v)):
            name = self._names.get(column.value)
            if name:
                found[name] = what(v)
            i += 1
        return found

    def _numbers(self, parent, start, n):
        found = (ctypes.c_uint64 * n)()
        return found[:_lib.pf_rows(self._view.pointer, self._number, parent, start, n, found)]

    def _number_at(self, place):
        place = place + len(self) if place < 0 else place
        if not 0 <= place < len(self):
            raise IndexError(place)
        return self._numbers(TOP, place, 1)[0]

    def __getitem__(self, place):
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        return Row(self, self._number_at(place))

    def rows(self, parent=None, start=0, n=None):
        """A list of up to n Rows from a place on (n None: all), of those below a Row, or of the table."""
        number, r = TOP if parent is None else parent.number, _Row()
        if parent is not None:
            _lib.pf_row_of(self._view.pointer, self._number, number, r, ctypes.sizeof(r))
        left = max(0, (len(self) if parent is None else r.children) - start)
        return [Row(self, i) for i in self._numbers(number, start, left if n is None else min(n, left))]

    def sort(self, column=None, descending=False):
        """Have rows, and those below each, in the order of a column: what is not known stands last. None: as they came."""
        at = UNSORTED if column is None else next((i for i, name in self._names.items() if name == column), None)
        if at is None:
            raise KeyError(column)
        _lib.pf_sort(self._view.pointer, self._number, at, descending)

    def find(self, text, start=0):
        """The first place from `start` on whose row has a name with that text in it; None: there is none."""
        place = ctypes.c_uint64()
        return place.value if _lib.pf_find(self._view.pointer, self._number, os.fsencode(text), start, place) else None

    def shown(self, place):
        """The cells of a row as the command line shows them."""
        return self._cells(self._number_at(place), lambda v: _text(v.text))


class View:
    """An answer. facts: {name: value}; tables; text: of what is a text alone; said: sentences besides, and what was
    wrong with what it is of; answer: False where the question was answered "no"."""

    def __init__(self, view):
        v = _Value()
        self.facts = {}
        for i in range(_lib.pf_facts(view.pointer)):
            _lib.pf_fact_of(view.pointer, i, v, ctypes.sizeof(v))
            self.facts[_text(_lib.pf_fact_name(view.pointer, i))] = _plain(v)
        self.tables = [Table(view, i) for i in range(_lib.pf_tables(view.pointer))]
        self.text, self.said = _text(_lib.pf_view_text(view.pointer)), _text(_lib.pf_view_said(view.pointer))
        self.answer = _lib.pf_view_status(view.pointer) != 2


class Capture:
    """An open capture, for one thread at a time; several may be open at once."""
    _file = _samples = None

    def __init__(self, path, capture, objects, symfs, kallsyms, vmlinux, home, temporary, isolated, mangled, progress, threads, max_samples):
        self._progress = _Progress(progress)
        places = [objects] if isinstance(objects, (str, bytes, os.PathLike)) else list(objects)
        listed = (ctypes.c_char_p * (len(places) + 1))(*map(_path, places), None)
        options = _Options(ctypes.sizeof(_Options), _maybe(capture), listed, _maybe(symfs), _maybe(kallsyms), _maybe(vmlinux), _maybe(home),
                           _maybe(temporary), isolated, mangled, self._progress.pointer, None, threads, max_samples)
        error = _Error()
        file = _lib.pf_open(_path(path), options, error)
        if not file:
            raise self._progress.error(error)
        self._file = _Owned(file, _lib.pf_close, self._progress)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Give up the capture; samples that somebody has stay."""
        self._file = self._samples = None

    def _open_file(self):
        """What a call works on, which keeps it: others may close the capture meanwhile."""
        if not self._file:
            raise Error("the capture is closed")
        return self._file

    def ask(self, *words, most=0):
        """A question as on the command line, in its words: ask("report", "--sort", "comm,sym"). most: rows of each table (0: all)."""
        file, error = self._open_file(), _Error()
        listed = (ctypes.c_char_p * (len(words) + 1))(*(os.fsencode(w) for w in words), None)
        view = _lib.pf_ask(file.pointer, listed, len(words), most, error)
        if not view:
            raise self._progress.error(error)
        return View(_Owned(view, _lib.pf_view_free, file))

    def report(self, *words, most=0):
        """The rows of the first event's report; words: options of `perfolio report`."""
        return self.ask("report", *words, most=most).tables[0]

    def annotate(self, *words):
        """The answer of `perfolio annotate`."""
        return self.ask("annotate", *words)

    @property
    def events(self):
        """The names of the events."""
        file = self._open_file()
        return [_text(_lib.pf_event_name(file.pointer, i)) for i in range(_lib.pf_events(file.pointer))]

    @property
    def problems(self):
        """What was wrong with what was read so far: a dict of sentences, and how often."""
        file, found, n = self._open_file(), {}, ctypes.c_uint64()
        while (sentence := _lib.pf_problem(file.pointer, len(found), n)) is not None:
            found[_text(sentence)] = n.value
        return found

    def samples(self, stacks=False):
        """The samples as columns, in order of time; with their call chains where asked. Read once. Raises Error."""
        file, error = self._open_file(), _Error()
        samples = self._samples
        if samples is None or stacks and not samples.has_stacks:
            got = _lib.pf_samples_read(file.pointer, STACKS if stacks else 0, error)
            if not got:
                raise self._progress.error(error)
            samples = Samples(_Owned(got, _lib.pf_samples_free, file), stacks)
            self._samples = samples if self._file else None
        return samples

    def _beside(self, read, make, stacks):
        samples, error = self.samples(stacks), _Error()
        found = read(samples._owned.pointer, error)
        if not found:
            raise self._progress.error(error)
        return make(found.contents, samples)

    def slices(self, stacks=False):
        """The stretches in which threads ran, or waited, as columns; with the call chains with which they left CPUs where asked. Raises
        Error, also where the capture does not record who ran."""
        return self._beside(_lib.pf_slices_read, Slices, stacks)

    def markers(self, stacks=False):
        """The samples of tracepoints, with their texts, as columns. Raises Error."""
        return self._beside(_lib.pf_markers_read, Markers, stacks)


class _Columns:
    """Arrays of the library's, as memoryviews by their names; keeps what they are of."""
    _codes = {}

    def __init__(self, found, owned):
        self._owned, self._n = owned, found.n
        for name, code in self._codes.items():
            setattr(self, name, self._column(getattr(found, name), code))

    def _column(self, address, code):
        if not self._n:
            return memoryview(b"").cast(code)
        buffer = (ctypes.c_char * (self._n * SIZES[code])).from_address(address)
        buffer.owned = self._owned                     # as long as a view of it is there
        return memoryview(buffer).cast("B").cast(code).toreadonly()

    def __len__(self):
        return self._n

    def to_numpy(self):
        """The columns by their names, as arrays of NumPy over the library's own: nothing is copied, and nothing can be written."""
        import numpy
        return {name: numpy.asarray(getattr(self, name)) for name in self._codes}

    def by(self, *columns, of):
        """What column `of` adds up to, by columns: a Counter, whose keys are numbers, or tuples of them."""
        sums = collections.defaultdict(int)
        keys = getattr(self, columns[0]) if len(columns) == 1 else zip(*(getattr(self, c) for c in columns))
        for key, value in zip(keys, getattr(self, of)):
            sums[key] += value
        return collections.Counter(sums)


class Samples(_Columns):
    """Columns of samples: time (ns), weight (the event's period), thread, place, stack (numbers of dictionaries, 0: nothing), cpu
    (CPU_UNKNOWN: not recorded), event (an index into Capture.events)."""
    _codes = COLUMNS

    def __init__(self, owned, has_stacks):
        found = owned.pointer.contents
        super().__init__(found, owned)
        self.has_stacks, self._places = has_stacks, found.places
        self._made = {"thread": {}, "place": {}}

    @property
    def _threads(self):
        return self._owned.pointer.contents.threads    # slices and markers may add some

    def __iter__(self):
        """Samples, made as they are asked for: with their Thread and Place, the number of their stack for frames_of(), and the cpu None
        where it was not recorded."""
        return map(Sample, self.time, self.weight, map(self.thread_of, self.thread), map(self.place_of, self.place), self.stack,
                   map(_cpu, self.cpu), self.event)

    def _one(self, kind, number, struct, function, make):
        known = self._made[kind]
        if number not in known:
            out = struct()
            known[number] = make(out) if 0 <= number < 1 << 32 and function(self._owned.pointer, number, out, ctypes.sizeof(out)) else None
        return known[number]

    def thread_of(self, number):
        """The Thread that a number of the column stands for; None: of nothing."""
        return self._one("thread", number, _Thread, _lib.pf_thread_of, lambda t: Thread(t.pid, t.tid, _text(t.command)))

    def place_of(self, number):
        """The Place that a number of the column stands for: symbol, object and path are None where nothing is there."""
        return self._one("place", number, _Place, _lib.pf_place_of,
                         lambda p: Place(_text(p.symbol), _text(p.object), _text(p.path), p.address, p.offset))

    def lines_of(self, number):
        """The source of a place: a list of Lines, the innermost inlined call first; empty where it is not known."""
        found = (_Line * LINES_MOST)()
        n = _lib.pf_lines_of(self._owned.pointer, number, found, ctypes.sizeof(_Line), LINES_MOST) if 0 <= number < 1 << 32 else 0
        return [Line(_text(f.function), _text(f.file), f.line) for f in found[:n]]

    def frames_of(self, stack):
        """The Places of a call chain, the innermost first."""
        out = _Stack()
        while 0 < stack < 1 << 32 and _lib.pf_stack_of(self._owned.pointer, stack, out, ctypes.sizeof(out)):
            yield self.place_of(out.place)
            stack = out.parent

    def by(self, *columns, of="weight"):
        """The weights of the samples, added up by columns: a Counter, whose keys are numbers, or tuples of them."""
        return super().by(*columns, of=of)

    def to_pandas(self):
        """A DataFrame of the columns, and of what their numbers stand for: pid, tid, command, symbol, object; cpu is NA where it was not
        recorded."""
        import pandas
        frame = pandas.DataFrame(self.to_numpy())
        frame["cpu"] = frame["cpu"].astype("UInt16").mask(frame["cpu"] == CPU_UNKNOWN)
        for column, of, n, fields in ("thread", self.thread_of, self._threads, ("pid", "tid", "command")), ("place", self.place_of, self._places, ("symbol", "object")):
            known = [of(i) for i in range(n)]
            for field in fields:
                codes, values = pandas.factorize(pandas.Series([getattr(k, field, None) for k in known], dtype="Int32" if field.endswith("id") else object))
                frame[field] = pandas.Categorical.from_codes(codes[frame[column]], values)
        return frame

    def by_symbol(self):
        """The weights of the samples by (symbol, object); of what has no symbol by (None, object)."""
        sums = collections.Counter()
        for number, weight in self.by("place").items():
            place = self.place_of(number)
            sums[(place.symbol, place.object) if place else (None, None)] += weight
        return sums


class _Beside(_Columns):
    """A table beside samples, whose numbers stand for what theirs do. samples: those."""

    def __init__(self, found, samples):
        super().__init__(found, samples._owned)
        self.samples = samples


class Slices(_Beside):
    """Columns of stretches in which threads ran, or waited, in order of their starts: start and length (ns), delay (of a wait: how much of its
    end the thread was ready for, ns), thread, waker (who ended a wait by a wakeup), stack (with which the thread left the CPU), cpu (where
    it ran, or which it left), ran (1; 0: it waited), state (the code of a letter, as of `sched timehist --state`; 0: not recorded)."""
    _codes = SLICE_COLUMNS

    def __iter__(self):
        """Slices, made as they are asked for: with Threads, ran as bool, state as str, and None where something was not recorded."""
        thread_of = self.samples.thread_of
        return map(Slice, self.start, self.length, self.delay, map(thread_of, self.thread), map(thread_of, self.waker), self.stack, map(_cpu, self.cpu),
                   map(bool, self.ran), (chr(letter) if letter else None for letter in self.state))

    def by(self, *columns, of="length"):
        """What slices add up to, by columns, ns: a Counter. by("ran", "stack") has the time off the CPU by stack."""
        return super().by(*columns, of=of)


class Markers(_Beside):
    """Columns of samples of tracepoints, in order of time: time (ns), thread, stack, text (a number for text_of()), cpu, event."""
    _codes = MARKER_COLUMNS

    def __iter__(self):
        """Markers, made as they are asked for: with their Thread and text."""
        return map(Marker, self.time, map(self.samples.thread_of, self.thread), self.stack, map(self.text_of, self.text), map(_cpu, self.cpu), self.event)

    def text_of(self, number):
        """The fields of a tracepoint as `script` shows them."""
        return _text(_lib.pf_text_of(self._owned.pointer, number)) if 0 < number < 1 << 32 else None
