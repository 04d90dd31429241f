"""The client against scripted daemons: the protocol's exchanges, and bad luck."""

import base64
import contextlib
import hashlib
import hmac
import json
import os
import pathlib
import threading
import time
import unittest
from unittest import mock

import provenanced as p
import scripted
from test_vectors import load

EXEC = {"toolName": "exec", "params": {"command": "ls"}}


class Case(unittest.TestCase):
    def daemon(self, serve, key=bytes(32)):
        d = scripted.Daemon(serve, key)

        def done():
            d.close()
            self.assertEqual(d.failures, [])

        self.addCleanup(done)
        return d

    def client(self, d, **options):
        c = p.Client(d.runtime, **{"timeout": 5.0, **options})
        self.addCleanup(c.close)
        return c


def answers(*bodies):
    """Answer each request of a connection by the next of bodies, which may be a
    function of the request; then hang up."""

    def serve(conn, lines):
        for body, line in zip(bodies, lines):
            request = json.loads(line)
            conn.sendall(scripted.frame(body(request) if callable(body) else {"id": request["id"], **body}))

    return serve


class Exchanges(Case):
    FILE = load("exchanges.json")

    def test_exchanges(self):
        for e in self.FILE["exchanges"]:
            with self.subTest(e["name"]):
                self.run_exchange(e)

    def run_exchange(self, e):
        keys = {name: base64.b64decode(key) for name, key in self.FILE["keys"].items()}
        nonces, more, connections = set(), [], []

        def serve(conn, lines):
            connections.append(conn)
            for step in e["steps"]:
                line = lines.readline()
                request = json.loads(line)
                payload = line.partition(b'"payload":')[2][:-2]
                signed = "\n".join(["provenance-v1", *(request[n] for n in ("timestamp", "id", "hook", "session")), ""])
                signed = signed.encode("utf-8") + payload + b"\n" + request["nonce"].encode("ascii")
                mac = hmac.new(keys[step["signedWith"]], signed, hashlib.sha256).digest()
                self.assertEqual(request["hmac"], base64.b64encode(mac).decode("ascii"))
                self.assertNotIn(request["nonce"], nonces)
                nonces.add(request["nonce"])
                if "keyFile" in step:
                    d.write_key(keys[step["keyFile"]])
                data = b"".join(scripted.frame(text.replace("$ID", request["id"])) for text in step.get("send", []))
                data += bytes.fromhex(step.get("raw", ""))
                for part in [bytes([b]) for b in data] if step.get("bytewise") else [data]:
                    conn.sendall(part)
                if step.get("close"):
                    return
            more.extend(lines)

        d = scripted.Daemon(serve, keys["a"])
        client = p.Client(d.runtime, timeout=5.0)
        try:
            outcome = {"verdict": client.ask(p.BEFORE_TOOL_CALL, "agent:main:main", EXEC).verdict}
        except p.Refused as refused:
            outcome = {"error": refused.code}
        except p.Unreachable:
            outcome = {"lost": True}
        client.close()
        d.close()
        self.assertEqual(d.failures, [])
        self.assertEqual(outcome, e["outcome"])
        self.assertEqual((len(nonces), more, len(connections)), (len(e["steps"]), [], 1))


class Luck(Case):
    def test_a_lost_connection_is_made_again(self):
        client = self.client(self.daemon(answers(scripted.allow)))  # one answer, then it closes the connection
        for _ in range(3):
            self.assertEqual(client.ask(p.PING).verdict, "allow")

    def test_a_daemon_that_is_stopping_is_left(self):
        gone = {"type": "error", "code": "unavailable", "message": "no decision can be made"}
        client = self.client(self.daemon(answers(scripted.allow, gone)))
        for _ in range(3):
            self.assertEqual(client.ask(p.PING).verdict, "allow")

    def test_an_overloaded_daemon_is_asked_again_while_there_is_time(self):
        busy = {"type": "error", "code": "overloaded", "message": "overloaded, try again later"}
        client = self.client(self.daemon(answers(busy, busy, scripted.allow)))
        self.assertEqual(client.ask(p.PING).verdict, "allow")

        asked = []
        client = self.client(self.daemon(answers(*[lambda request: asked.append(request) or {"id": request["id"], **busy}] * 100)), timeout=1.0)
        with self.assertRaises((p.Refused, p.Late)) as caught:  # late, where the time ends during an exchange
            client.ask(p.PING)
        if isinstance(caught.exception, p.Refused):
            self.assertEqual(caught.exception.code, "overloaded")
        self.assertGreater(len(asked), 1)

    def test_a_connection_whose_answer_did_not_come_is_left(self):
        release, connections = threading.Event(), []

        def serve(conn, lines):
            connections.append(conn)
            for line in lines:
                request = json.loads(line)
                if request["hook"] == p.COMMAND:
                    release.wait(5)
                conn.sendall(scripted.frame({**scripted.allow(request), "taint": request["session"]}))

        client = self.client(self.daemon(serve))
        start = time.monotonic()
        with self.assertRaises(p.Unreachable):
            client.ask(p.COMMAND, "slow", {"text": "x"}, timeout=0.1)
        self.assertLess(time.monotonic() - start, 2)
        release.set()
        self.assertEqual(client.ask(p.PING, "next").taint, "next")
        self.assertEqual(len(connections), 2)

    def test_a_connection_whose_answer_was_not_awaited_is_left(self):
        connections = []

        def serve(conn, lines):
            connections.append(conn)
            answers(*[scripted.allow] * 3)(conn, lines)

        client = self.client(self.daemon(serve))
        client.ask(p.PING)
        with mock.patch.object(p, "_receive", side_effect=KeyboardInterrupt):
            self.assertRaises(KeyboardInterrupt, client.ask, p.PING)
        self.assertEqual(client.ask(p.PING).verdict, "allow")
        self.assertEqual(len(connections), 2)

    def test_a_daemon_that_does_not_read_holds_nobody_for_long(self):
        release = threading.Event()
        client = self.client(self.daemon(lambda conn, lines: release.wait(10)))
        start = time.monotonic()
        with self.assertRaises(p.Unreachable):
            client.ask(p.COMMAND, "s", {"text": "x" * (8 << 20)}, timeout=0.2)  # more than the socket buffers
        self.assertLess(time.monotonic() - start, 2)
        release.set()

    def test_waiting_for_other_threads_is_part_of_the_timeout(self):
        asked, release = threading.Event(), threading.Event()

        def serve(conn, lines):
            lines.readline()
            asked.set()
            release.wait(10)

        client = self.client(self.daemon(serve))

        def patient():
            with contextlib.suppress(p.Unreachable):
                client.ask(p.PING, timeout=10)

        thread = threading.Thread(target=patient)
        thread.start()
        asked.wait(5)
        start = time.monotonic()
        with self.assertRaises(p.Unreachable):
            client.ask(p.PING, timeout=0.2)
        self.assertLess(time.monotonic() - start, 2)
        release.set()
        thread.join(10)

    def test_threads_get_their_own_answers(self):
        def serve(conn, lines):
            for line in lines:
                request = json.loads(line)
                conn.sendall(scripted.frame({**scripted.allow(request), "taint": request["session"]}))

        client = self.client(self.daemon(serve))
        wrong = []

        def ask(session):
            wrong.extend(d for d in (client.ask(p.PING, session) for _ in range(50)) if d.taint != session)

        threads = [threading.Thread(target=ask, args=(f"s{n}",)) for n in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join(30)
        self.assertEqual(wrong, [])

    def test_a_forked_process_does_not_read_its_parents_answers(self):
        pids = []

        def serve(conn, lines):
            pids.append(conn)
            for line in lines:
                conn.sendall(scripted.frame(scripted.allow(json.loads(line))))

        client = self.client(self.daemon(serve))
        client.ask(p.PING)
        child = os.fork()
        if child == 0:
            try:
                client.ask(p.PING)
                os._exit(0)
            except BaseException:
                os._exit(1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        client.ask(p.PING)
        self.assertEqual(len(pids), 2, "a connection each")

    def test_time_and_randomness_are_parameters(self):
        seen = []

        def serve(conn, lines):
            seen.append(json.loads(lines.readline()))
            conn.sendall(scripted.frame(scripted.allow(seen[0])))

        self.client(self.daemon(serve), clock=lambda: 1706745600.9, random=lambda n: b"\xab" * n).ask(p.PING)
        self.assertEqual((seen[0]["timestamp"], seen[0]["nonce"]), ("1706745600", "ab" * 16))

    def test_what_cannot_be_sent_is_not_sent(self):
        client = self.client(self.daemon(answers(*[scripted.allow] * 9)))
        for args in (("x" * 65,), ("a\nb",), (p.PING, "s" * 1025), (p.PING, "é" * 513), (p.PING, "a\x7fb"), (p.PING, "\ud800")):
            with self.subTest(args):
                self.assertRaises(ValueError, client.ask, *args)
        self.assertEqual(client.ask(p.PING, "é" * 512).verdict, "allow")


class Keys(Case):
    def test_only_safe_key_files_are_used(self):
        d = self.daemon(answers())
        path = pathlib.Path(d.runtime, "gateway.key")
        good = path.read_bytes()
        self.assertEqual(p.read_key(str(path)), bytes(32))

        def refuse():
            self.assertRaises(p.Unreachable, p.read_key, str(path))

        for text in (b"", good[:-1], good + b"\n", good[:-1] + b" ", b"A" * 42 + b"B=\n", base64.b64encode(bytes(31)) + b"\n",
                     good[:20] + b"\n" + good[21:], base64.urlsafe_b64encode(b"\xff" * 32) + b"\n"):
            with self.subTest(text):
                path.write_bytes(text)
                refuse()
        path.write_bytes(good)
        for mode in (0o640, 0o604, 0o660):
            path.chmod(mode)
            refuse()
        path.chmod(0o600)
        os.rename(path, str(path) + ".real")
        os.symlink(str(path) + ".real", path)
        refuse()
        path.unlink()
        os.mkfifo(path, 0o600)
        refuse()
        path.unlink()
        refuse()
        with self.assertRaises(p.Unreachable, msg="a socket without a key is a daemon that is starting"):
            self.client(d).ask(p.PING)


class Places(unittest.TestCase):
    def test_runtime_dir(self):
        for env, uid, expected in (
            ({"RUNTIME_DIRECTORY": "/run/a:/run/b", "XDG_RUNTIME_DIR": "/run/user/1"}, 1000, "/run/a"),
            ({"XDG_RUNTIME_DIR": "/run/user/1"}, 1000, "/run/user/1/provenanced"),
            ({"RUNTIME_DIRECTORY": "relative", "XDG_RUNTIME_DIR": "too"}, 0, "/run/provenanced"),
            ({}, 0, "/run/provenanced"),
        ):
            with mock.patch.dict(os.environ, env, clear=True), mock.patch("os.getuid", return_value=uid):
                self.assertEqual(p.runtime_dir(), expected)

    def test_a_name_in_the_temp_directory_may_be_a_trap(self):
        d = scripted.Daemon(answers())
        self.addCleanup(d.close)
        path = pathlib.Path(d.runtime, f"provenanced-{os.getuid() + 1}")
        mine = os.getuid() + 1

        def stat_as(uid):
            st = os.lstat(path)
            return mock.patch("os.lstat", return_value=os.stat_result((*st[:4], uid, *st[5:])))

        with mock.patch.dict(os.environ, {}, clear=True), mock.patch("tempfile.gettempdir", return_value=d.runtime), \
                mock.patch("os.getuid", return_value=mine):
            self.assertRaises(p.Unreachable, p.runtime_dir)  # not there
            path.mkdir(mode=0o700)
            with stat_as(mine):
                self.assertEqual(p.runtime_dir(), str(path))
            with stat_as(mine + 1):
                self.assertRaises(p.Unreachable, p.runtime_dir)
            path.chmod(0o750)
            with stat_as(mine):
                self.assertRaises(p.Unreachable, p.runtime_dir)

    def test_nobody_there(self):
        self.assertRaises(p.Unreachable, p.Client("/nonexistent").ask, p.PING)


if __name__ == "__main__":
    unittest.main()
