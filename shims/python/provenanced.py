"""Ask a provenanced daemon, hook by hook, what an agent may do next.

The job: find the daemon's gateway socket, sign one line for every hook, hand
its decision back; and say what holds while no decision comes. Not the job:
policy, approvals, state. They live in the daemon, which docs/PROTOCOL.md
describes.

    with provenanced.Client() as daemon:
        session = provenanced.Session(daemon, "agent:main:main", {"senderIsOwner": True})
        decision = session.ask(provenanced.BEFORE_TOOL_CALL, {"toolName": "exec"})
        if decision.block:
            print(decision.block_reason)

`Client.ask` raises `NoAnswer` when the daemon decides nothing. `Session.ask`
never does: it decides as its `on_failure` says, and is what an agent loop uses.
"""

from __future__ import annotations

import base64
import binascii
import collections
import contextlib
import dataclasses
import hashlib
import hmac
import json
import logging
import os
import re
import secrets
import socket
import stat
import struct
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Optional

__all__ = [
    "Client", "Session", "Decision", "Approval", "NoAnswer", "Refused", "Unreachable",
    "undecided", "GUARDED", "CLOSED", "OPEN", "SAFE_TOOLS", "runtime_dir",
    "BEFORE_AGENT_START", "SESSION_START", "SESSION_END", "MESSAGE_RECEIVED",
    "SIGN_MESSAGE", "CONTEXT_ASSEMBLED", "BEFORE_LLM_CALL", "AFTER_LLM_CALL",
    "LOOP_ITERATION_START", "LOOP_ITERATION_END", "BEFORE_TOOL_CALL",
    "AFTER_TOOL_CALL", "TOOL_RESULT_PERSIST", "BEFORE_RESPONSE_EMIT",
    "AGENT_END", "RESOLVE_EXEC_ENV", "COMMAND", "PING",
]

# The hooks; docs/PROTOCOL.md says when to send each. `subscribe` is missing: this client asks, and
# does not listen.
BEFORE_AGENT_START = "before_agent_start"
SESSION_START = "session_start"
SESSION_END = "session_end"
MESSAGE_RECEIVED = "message_received"
SIGN_MESSAGE = "sign_message"
CONTEXT_ASSEMBLED = "context_assembled"
BEFORE_LLM_CALL = "before_llm_call"
AFTER_LLM_CALL = "after_llm_call"
LOOP_ITERATION_START = "loop_iteration_start"
LOOP_ITERATION_END = "loop_iteration_end"
BEFORE_TOOL_CALL = "before_tool_call"
AFTER_TOOL_CALL = "after_tool_call"
TOOL_RESULT_PERSIST = "tool_result_persist"
BEFORE_RESPONSE_EMIT = "before_response_emit"
AGENT_END = "agent_end"
RESOLVE_EXEC_ENV = "resolve_exec_env"
COMMAND = "command"
PING = "ping"

# The values of onFailure.
GUARDED = "guarded"  # safe tools and messages to the owner continue, no other tool
CLOSED = "closed"  # no tool call, LLM call or response continues
OPEN = "open"  # everything continues

# The tools that the default policy considers safe at every level.
SAFE_TOOLS = frozenset({
    "read", "web_fetch", "web_search", "image", "memory_search", "memory_get",
    "session_status", "sessions_list", "sessions_history", "agents_list",
    "vestige_search", "vestige_promote", "vestige_demote",
})

MAX_HOOK = 64  # bytes
MAX_SESSION = 1024  # bytes
MAX_FRAME = 16 << 20  # bytes
MAX_REQUEST = 16 << 20  # bytes of one line that a daemon accepts by default
KEY_FILE_SIZE = 45  # 32 bytes in base64 and a newline
OWED_MAX = 1000  # observations kept for a daemon that does not answer
OVERLOADED_PAUSE = 0.05  # seconds

log = logging.getLogger("provenanced")


class NoAnswer(Exception):
    """The daemon decided nothing: decide as onFailure says; but a tool call that
    was Refused as bad_request or too_large, block."""


class Refused(NoAnswer):
    """The daemon answered with an error, or would have; `code` is a word of
    docs/PROTOCOL.md."""

    def __init__(self, code: str, message: str):
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class Unreachable(NoAnswer):
    """No daemon is there, it did not answer in time, or it spoke garbage.

    If the request had been sent, it may have been handled.
    """


class Late(Unreachable):
    """The answer did not come in time. Whoever chose the tool call may have made it
    slow on purpose: it must not run, unless onFailure is open."""


@dataclasses.dataclass(frozen=True)
class Approval:
    """A code that waits for the owner. Never show it to the model yourself."""

    code: str
    tools: list[str]
    expires_in: int  # seconds
    why: str = ""  # for the owner's prompt
    always_for: int = 0  # how long an approval with "always" lasts, in seconds


@dataclasses.dataclass(frozen=True)
class Decision:
    """The decision of the daemon, or of onFailure, on one hook. Act on `result`."""

    verdict: str  # allow or deny, for people and logs
    result: dict[str, Any]  # what the hook's handler passes to its gateway, verbatim
    taint: str = "untrusted"  # the session's level after the event
    reasons: list[dict[str, str]] = dataclasses.field(default_factory=list)
    approval: Optional[Approval] = None
    receipt: Optional[dict[str, Any]] = None
    answered: bool = True  # False: the daemon did not answer and onFailure decided
    pass_through: bool = False  # the call's result will not be rewritten

    @property
    def block(self) -> bool:
        """The call must not run, the turn must end, or the response must not leave."""
        return self.result.get("block", False)

    @property
    def block_reason(self) -> str:
        """Give it to the model as the tool's result, word for word."""
        return self.result.get("blockReason", "")


class Client:
    """One connection to the daemon, made when first needed and again when lost.

    Safe for threads: requests go one after another, each within its own
    timeout. In asyncio, ask with asyncio.to_thread.
    """

    def __init__(
        self,
        runtime: Optional[str] = None,
        timeout: float = 5.0,
        clock: Callable[[], float] = time.time,
        random: Callable[[int], bytes] = secrets.token_bytes,
        max_request: int = MAX_REQUEST,
    ):
        """runtime is the directory of gateway.sock, by default `runtime_dir()`.
        timeout bounds each request, in seconds. A payload of more than max_request
        bytes is not sent: the daemon would end the connection."""
        self._runtime = runtime
        self._timeout = timeout
        self._clock = clock
        self._random = random
        self._max_request = max_request
        self._lock = threading.Lock()
        self._sock: Optional[socket.socket] = None
        self._pid = 0  # the process that owns the connection
        self._key = b""
        self._last_id = 0

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection. The next request makes a new one."""
        with self._lock:
            self._drop()

    def ask(
        self,
        hook: str,
        session: str = "",
        event: Optional[Mapping[str, Any]] = None,
        ctx: Optional[Mapping[str, Any]] = None,
        timeout: Optional[float] = None,
    ) -> Decision:
        """Send one hook and wait for its decision.

        Raises NoAnswer, or ValueError for what cannot be sent as it is: such a
        tool call must not run, whatever onFailure says. A request whose
        connection breaks before the answer is sent once more: so give
        BEFORE_LLM_CALL its iteration, or it may be counted twice.
        """
        deadline = self._deadline(timeout)
        with self._alone(deadline):
            return self._ask(hook, session, event, ctx, deadline)

    def _deadline(self, timeout: Optional[float]) -> float:
        return time.monotonic() + (self._timeout if timeout is None else timeout)

    @contextlib.contextmanager
    def _alone(self, deadline: float) -> Iterator[None]:
        """Hold the connection. Waiting for it is part of the request's timeout."""
        if not self._lock.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise Late("timeout: other requests hold the connection")
        try:
            yield
        finally:
            self._lock.release()

    def _ask(
        self,
        hook: str,
        session: str,
        event: Optional[Mapping[str, Any]],
        ctx: Optional[Mapping[str, Any]],
        deadline: float,
    ) -> Decision:
        payload = encode_payload(event, ctx)
        if len(payload) > self._max_request:
            raise Refused("too_large", f"a payload of {len(payload)} bytes, and the daemon takes {self._max_request}")
        key_was_read_again = False
        while True:
            reused = self._connect(deadline)
            try:
                return self._exchange(hook, session, payload, deadline)
            except socket.timeout as e:
                self._drop()  # perhaps in the middle of a frame
                raise Late("timeout: no answer from the daemon") from e
            except (OSError, _Garbled) as e:
                self._drop()
                if not reused:
                    raise Unreachable(f"connection lost: {e}") from e
            except Refused as e:
                if e.code == "unauthenticated" and not key_was_read_again and self._sock and self._read_key():
                    key_was_read_again = True
                elif e.code == "overloaded" and deadline - time.monotonic() > OVERLOADED_PAUSE:
                    time.sleep(OVERLOADED_PAUSE)
                elif e.code == "unavailable" and reused:
                    self._drop()  # it is stopping; perhaps another has started
                else:
                    raise
            except BaseException:
                self._drop()  # perhaps in the middle of a frame
                raise

    def _connect(self, deadline: float) -> bool:
        """Ensure a connection; report whether it is an older one."""
        if self._pid != os.getpid():
            self._drop()  # the parent process reads from it
        if self._sock is not None:
            return True
        path = os.path.join(self._directory(), "gateway.sock")
        sock = socket.socket(socket.AF_UNIX)
        try:
            sock.settimeout(_left(deadline))
            sock.connect(path)
            self._sock, self._pid = sock, os.getpid()
            # The daemon writes its keys before it listens, so a key read now is the key of the
            # daemon that accepted.
            self._read_key()
        except OSError as e:
            sock.close()
            self._drop()
            raise Unreachable(f"{path}: {e.strerror or e}") from e
        except NoAnswer:
            self._drop()
            raise
        return False

    def _directory(self) -> str:
        return runtime_dir() if self._runtime is None else self._runtime

    def _read_key(self) -> bool:
        """Read the key file; report whether the key is another one."""
        key = read_key(os.path.join(self._directory(), "gateway.key"))
        changed = not hmac.compare_digest(key, self._key)
        self._key = key
        return changed

    def _drop(self) -> None:
        if self._sock is not None:
            self._sock.close()
            self._sock = None

    def _exchange(self, hook: str, session: str, payload: bytes, deadline: float) -> Decision:
        """Send one request on the connection and read until its answer."""
        self._last_id += 1
        request_id = str(self._last_id)
        line = request_line(
            self._key, request_id, hook, session, str(int(self._clock())), self._random(16).hex(), payload,
        )
        sock = self._sock
        assert sock is not None
        sock.settimeout(_left(deadline))
        try:
            sock.sendall(line)
        except (BrokenPipeError, ConnectionResetError):
            pass  # a daemon that closes the connection says why first
        while True:
            frame = read_frame(lambda n: _receive(sock, n, deadline))
            if frame.get("type") == "error" and frame.get("id") in (request_id, ""):
                if frame["id"] == "":
                    self._drop()  # it is about the connection
                raise Refused(str(frame.get("code")), str(frame.get("message")))
            if frame.get("type") == "decision" and frame.get("id") == request_id:
                return decode_decision(frame)


class Session:
    """One session of the gateway, guarded whether or not the daemon answers.

    `ctx` is what the gateway knows about where hooks happen: change it when
    another sender begins a turn. `on_failure` is one of the three words.

    What a tool returned while the daemon was away is reported before the next
    hook, or a page read meanwhile would never taint; so are messages that arrived
    (SIGN_MESSAGE), or they would count as forged, and LLM calls. What the daemon
    cannot read is not reported again.
    """

    def __init__(
        self,
        client: Client,
        key: str,
        ctx: Optional[Mapping[str, Any]] = None,
        on_failure: str = GUARDED,
        safe_tools: frozenset = SAFE_TOOLS,
    ):
        _check_text("session", key, MAX_SESSION)
        if not key:
            raise ValueError("session is empty")
        if on_failure not in (GUARDED, CLOSED, OPEN):
            raise ValueError(f"on_failure must be guarded, closed or open, not {on_failure!r}")
        self.key = key
        self.ctx: Mapping[str, Any] = dict(ctx or {})
        self._client = client
        self._on_failure = on_failure
        self._safe_tools = safe_tools
        self._owed: collections.deque[tuple[str, dict[str, Any], dict[str, Any]]]
        self._owed = collections.deque(maxlen=OWED_MAX)  # hook, event and ctx
        # Calls that the daemon allowed, and whether it wants to see their results.
        self._wanted: collections.OrderedDict[tuple[str, str], bool] = collections.OrderedDict()

    def ask(self, hook: str, event: Optional[Mapping[str, Any]] = None, timeout: Optional[float] = None) -> Decision:
        """Send one hook; without an answer, decide as on_failure says.

        A tool call that cannot be sent, or that the daemon refuses to judge, is
        blocked under all three words: the model chose its parameters, and would
        be choosing not to be judged.
        """
        event, ctx = dict(event or {}), dict(self.ctx)
        deadline = self._client._deadline(timeout)
        try:
            with self._client._alone(deadline):
                self._pay(deadline)
                try:
                    decision = self._tell(hook, event, ctx, deadline)
                    self._note(hook, event, decision)
                    return decision
                except (Refused, ValueError) as e:
                    if hook == BEFORE_TOOL_CALL:
                        # Every daemon knows this hook; a peer that does not is not a daemon.
                        if not _unreadable(e):
                            raise
                        log.warning("a call in session %s cannot be judged: %s", self.key, e)
                        return _unjudged(event, e)
                    if isinstance(e, Refused) and e.code == "unknown_hook":
                        return Decision("allow", {}, answered=False)  # the daemon is older
                    raise
        except (NoAnswer, ValueError) as e:
            if hook in _OWED and not _unreadable(e):
                self._owed.append((hook, _only(event, _OWED[hook]), ctx))
            log.warning("no answer to %s in session %s: %s", hook, self.key, e)
            if hook in _RESULTS:
                wanted = self._wanted.pop(_call(event), False)
                if _unreadable(e) or wanted and self._on_failure != OPEN:
                    return _withheld(Decision("allow", {}, answered=False), event)
            return undecided(self._word(), hook, event, ctx, self._safe_tools, isinstance(e, Late))

    def _note(self, hook: str, event: dict[str, Any], decision: Decision) -> None:
        if hook == BEFORE_TOOL_CALL and not decision.block:
            self._wanted[_call(event)] = not decision.pass_through
            if len(self._wanted) > OWED_MAX:
                self._wanted.popitem(last=False)
        elif hook in _RESULTS:
            self._wanted.pop(_call(event), None)

    def _word(self) -> str:
        """on_failure, or closed once no further observation can be remembered."""
        if self._on_failure == GUARDED and len(self._owed) == OWED_MAX:
            return CLOSED
        return self._on_failure

    def _pay(self, deadline: float) -> None:
        while self._owed:
            try:
                self._tell(*self._owed[0], deadline)
            except (Refused, ValueError) as e:
                # A daemon that cannot vouch for messages does not check them, either.
                vouches_not = isinstance(e, Refused) and e.code == "unknown_hook" and self._owed[0][0] == SIGN_MESSAGE
                if not vouches_not and not _unreadable(e):
                    raise
            self._owed.popleft()

    def _tell(self, hook: str, event: dict[str, Any], ctx: Mapping[str, Any], deadline: float) -> Decision:
        """Ask; of an observation, leave out what cannot be sent: a result that is
        too large or not JSON taints all the same, even if none of it can be read."""
        parts = [(event, ctx), *((_only(event, names), ctx) for names in _OBSERVATIONS.get(hook, ()))]
        if hook in _UNTOLD:
            parts.append((_UNTOLD[hook], {}))
        for n, part in enumerate(parts):
            try:
                decision = self._client._ask(hook, self.key, *part, deadline)
            except (Refused, ValueError) as e:
                if n == len(parts) - 1 or not _unreadable(e):
                    raise
                continue
            if n > 0 and hook in _RESULTS and self._wanted.get(_call(event), True):
                decision = _withheld(decision, event)
            return decision
        raise AssertionError("there is always a part to send")


# The hooks that must reach the daemon eventually, because they bring in taint or vouch for a
# message, and the fields to send if not all can be sent: first with some left out, then with as
# many as possible.
_OBSERVATIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    SIGN_MESSAGE: (("content", "senderId", "scope", "scopeLasts", "followsUp"),),
    CONTEXT_ASSEMBLED: (("sources",),),
    AFTER_TOOL_CALL: (("toolName", "toolCallId", "params"), ("toolName", "toolCallId")),
    TOOL_RESULT_PERSIST: (("toolName", "toolCallId", "isSynthetic"),),
}

# What is sent later if no daemon answered. A tool call is judged by what its LLM call had seen, so
# an unreported LLM call must not pass for the one before.
_OWED: dict[str, tuple[str, ...]] = {
    **{hook: parts[0] for hook, parts in _OBSERVATIONS.items()},
    BEFORE_LLM_CALL: ("iteration",),
    AFTER_LLM_CALL: ("toolCalls", "iteration"),
    LOOP_ITERATION_START: ("iteration",),
}

# What is sent about an observation that cannot be encoded at all, which counts as untrusted. A
# message is vouched for with its text, or not at all.
_UNTOLD: dict[str, dict[str, Any]] = {
    CONTEXT_ASSEMBLED: {"sources": [{"trust": "untrusted"}]},
    AFTER_TOOL_CALL: {},
    TOOL_RESULT_PERSIST: {},
}


# The hooks with a tool's result.
_RESULTS = (AFTER_TOOL_CALL, TOOL_RESULT_PERSIST)


def _call(event: Mapping[str, Any]) -> tuple[str, str]:
    return str(event.get("toolCallId", "")), _lookup_name(event.get("toolName"))


def _withheld(decision: Decision, event: Mapping[str, Any]) -> Decision:
    """What the model gets instead of a result that the daemon has not seen."""
    if not {"result", "error", "message"} & set(event) or "content" in decision.result:
        return decision
    text = ("This result is withheld: provenanced has not looked at it. "
            "Ask for less of it at a time, or tell the user.")
    return dataclasses.replace(decision, result={**decision.result, "content": text})


def _unreadable(e: Exception) -> bool:
    """Whether the daemon will never read it, however often it is sent."""
    return isinstance(e, ValueError) or isinstance(e, Refused) and e.code in ("bad_request", "too_large")


def _only(event: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: event[name] for name in names if name in event}


def undecided(
    on_failure: str,
    hook: str,
    event: Mapping[str, Any],
    ctx: Mapping[str, Any],
    safe_tools: frozenset = SAFE_TOOLS,
    late: bool = False,
) -> Decision:
    """The decision of a gateway whose daemon made none, by the words of onFailure.
    late: the answer did not come in time."""
    passed = Decision("allow", {}, answered=False)
    if on_failure == OPEN:
        return passed
    if on_failure == GUARDED:
        if hook != BEFORE_TOOL_CALL:
            return passed
        tool = _lookup_name(event.get("toolName"))
        if not late and (tool in safe_tools or tool == "message" and _to_owner(event.get("params"), ctx)):
            return passed
        what = f"Tool {tool[:64]!r} is blocked"
    elif hook not in (BEFORE_TOOL_CALL, BEFORE_LLM_CALL, AFTER_LLM_CALL, BEFORE_RESPONSE_EMIT):
        return passed
    else:
        what = "Blocked"
    text = f"{what}: provenanced does not answer. The owner can look into it with: provenancectl doctor."
    return Decision("deny", {"block": True, "blockReason": text}, answered=False)


def _unjudged(event: Mapping[str, Any], why: Exception) -> Decision:
    tool = _lookup_name(event.get("toolName"))
    text = (f"Tool {tool[:64]!r} is blocked: provenanced could not judge this call: {why}. "
            "Call it with fewer and plainer parameters.")
    return Decision("deny", {"block": True, "blockReason": text}, answered=False)


def _lookup_name(tool: Any) -> str:
    """Tool names match without regard to ASCII case; a look-alike of another
    alphabet is another tool."""
    return tool.lower() if isinstance(tool, str) and tool.isascii() else str(tool)


def _to_owner(params: Any, ctx: Mapping[str, Any]) -> bool:
    """A plain answer in the owner's own direct chat. Only the daemon knows who
    else is the owner."""
    if ctx.get("senderIsOwner") is not True or ctx.get("groupId") or ctx.get("inputProvenance"):
        return False
    if params is None:
        return True
    if not isinstance(params, Mapping):
        return False
    words = [params[k] for k in ("message", "text", "content") if k in params]
    plain = {"action", "message", "text", "content"}
    return (plain.issuperset(params) and params.get("action", "send") in ("send", "reply")
            and all(isinstance(w, str) and not _ATTACHES.search(w) for w in words))


# What may be more than words: something to fetch, or a model's thinking. Only the daemon can tell
# it from code.
_ATTACHES = re.compile(r"(?:^|\n|\\n)\s*MEDIA:|!\[|<", re.IGNORECASE)


def runtime_dir() -> str:
    """Where the daemon of this user keeps its sockets. Raises Unreachable."""
    systemd = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if os.path.isabs(systemd):
        return systemd
    xdg = os.environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(xdg):
        return os.path.join(xdg, "provenanced")
    if os.getuid() == 0:
        return "/run/provenanced"
    # Anyone may create names in the temp directory, so the directory must be our own.
    path = os.path.join(tempfile.gettempdir(), f"provenanced-{os.getuid()}")
    try:
        st = os.lstat(path)
    except OSError as e:
        raise Unreachable(f"{path}: {e.strerror}") from e
    if not stat.S_ISDIR(st.st_mode) or st.st_uid != os.getuid() or st.st_mode & 0o077:
        raise Unreachable(f"{path} is not a private directory of this user")
    return path


def read_key(path: str) -> bytes:
    """Read a key file. Raises Unreachable when there is none that is safe to use."""
    try:
        # O_NONBLOCK: opening a FIFO must not wait for a writer.
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as e:
        raise Unreachable(f"{path}: {e.strerror}") from e
    with open(fd, "rb") as f:
        st = os.fstat(fd)  # of the open file, not of the name
        if not stat.S_ISREG(st.st_mode) or st.st_mode & 0o077 or st.st_uid not in (os.geteuid(), 0):
            raise Unreachable(f"{path} is not a key file of this user with mode 0600")
        text = f.read(KEY_FILE_SIZE + 1)
    try:
        key = base64.b64decode(text[:-1], validate=True)
    except binascii.Error:
        key = b""
    if base64.b64encode(key) + b"\n" != text or len(key) != 32:
        raise Unreachable(f"{path} does not hold 32 bytes in base64 and a newline")
    return key


def encode_payload(event: Optional[Mapping[str, Any]], ctx: Optional[Mapping[str, Any]]) -> bytes:
    """Encode a payload, once: these bytes are signed and sent.

    Raises ValueError for what JSON cannot hold. Lone surrogates, which no UTF-8
    can hold but a tool's output may, become question marks.
    """
    for name, value in (("event", event), ("ctx", ctx)):
        if value is not None and not isinstance(value, Mapping):
            raise ValueError(f"{name} is not a mapping")
    try:
        text = json.dumps(
            {"event": dict(event or {}), "ctx": dict(ctx or {})},
            ensure_ascii=False, allow_nan=False, separators=(",", ":"),
        )
    except (TypeError, RecursionError) as e:
        raise ValueError(f"encoding the payload: {e}") from e
    return text.encode("utf-8", "replace")


def signed_text(request_id: str, hook: str, session: str, timestamp: str, nonce: str, payload: bytes) -> bytes:
    """The text that a request's HMAC covers."""
    parts = [part.encode("utf-8") for part in ("provenance-v1", timestamp, request_id, hook, session)]
    return b"\n".join([*parts, payload, nonce.encode("ascii")])


def request_line(
    key: bytes, request_id: str, hook: str, session: str, timestamp: str, nonce: str, payload: bytes,
) -> bytes:
    """One signed request with its newline. Raises ValueError for fields that
    the daemon would refuse."""
    _check_text("id", request_id, 256)
    _check_text("hook", hook, MAX_HOOK)
    _check_text("session", session, MAX_SESSION)
    if not request_id:
        raise ValueError("id is empty")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 20):
        raise ValueError("timestamp is not 1 to 20 decimal digits")
    if len(nonce) != 32 or not set(nonce) <= set("0123456789abcdefABCDEF"):
        raise ValueError("nonce is not 32 hex digits")
    if b"\n" in payload or not payload.startswith(b"{"):
        raise ValueError("payload is not an object on one line")
    signed = signed_text(request_id, hook, session, timestamp, nonce, payload)
    mac = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    head = json.dumps({
        "version": 1, "id": request_id, "hook": hook, "session": session,
        "timestamp": timestamp, "nonce": nonce, "hmac": mac.decode("ascii"),
    }, separators=(",", ":"))
    return head[:-1].encode("ascii") + b',"payload":' + payload + b"}\n"


def _check_text(name: str, value: str, limit: int) -> None:
    if len(value.encode("utf-8")) > limit:  # fails on lone surrogates, as it should
        raise ValueError(f"{name} is longer than {limit} bytes")
    if any(c < " " or c == "\x7f" for c in value):
        raise ValueError(f"{name} holds a control character")


class _Garbled(Exception):
    """The bytes are not a frame, so where the next one starts is unknown."""


def read_frame(read: Callable[[int], bytes]) -> dict[str, Any]:
    """Read one answer frame by read(n), which returns n bytes or raises OSError."""
    (length,) = struct.unpack(">I", read(4))
    if not 0 < length <= MAX_FRAME:
        raise _Garbled(f"a frame of {length} bytes")
    try:
        frame = json.loads(read(length).decode("utf-8"))
    except (ValueError, RecursionError) as e:
        raise _Garbled(f"an answer that is not JSON: {e}") from e
    if not isinstance(frame, dict):
        raise _Garbled("an answer that is not an object")
    return frame


def decode_decision(frame: Mapping[str, Any]) -> Decision:
    """Read a decision or pending frame. A missing field must not count as
    permission."""
    verdict, result, approval = frame.get("verdict"), frame.get("result"), frame.get("approval")
    if verdict not in ("allow", "confirm", "deny") or not isinstance(result, dict):
        raise _Garbled("a decision without verdict or result")
    if not isinstance(result.get("block", False), bool):
        raise _Garbled("a decision whose block is neither true nor false")
    if approval is not None:
        try:
            approval = Approval(approval["code"], approval["tools"], approval["expiresIn"], approval.get("why", ""), approval.get("alwaysFor", 0))
        except (KeyError, TypeError, AttributeError) as e:
            raise _Garbled("an approval that cannot be read") from e
    taint, reasons = frame.get("taint", "untrusted"), frame.get("reasons", [])
    pass_through = frame.get("passThrough") is True
    return Decision(verdict, result, taint, reasons, approval, frame.get("receipt"), pass_through=pass_through)


def _left(deadline: float) -> float:
    """The time until the deadline. It is positive, since 0 would not wait at all."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout("timed out")
    return left


def _receive(sock: socket.socket, n: int, deadline: float) -> bytes:
    """Exactly n bytes. Memory grows with what arrives, not with the announced size."""
    data = bytearray()
    while len(data) < n:
        sock.settimeout(_left(deadline))
        part = sock.recv(min(n - len(data), 1 << 16))
        if not part:
            raise ConnectionError("the daemon hung up")
        data += part
    return bytes(data)
