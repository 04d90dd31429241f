"""The client against the real daemon. PROVENANCED_BIN names the directory of
the binary; without it, bin/ of this tree, where make build puts it."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import provenanced as p

HERE = pathlib.Path(__file__).resolve().parent
BIN = pathlib.Path(os.environ.get("PROVENANCED_BIN") or HERE.parents[1] / "bin")
OWNER = {"agentId": "main", "messageProvider": "telegram", "senderId": "111", "senderIsOwner": True}
FETCH = {"toolName": "web_fetch", "params": {"url": "https://example.com/"}, "toolCallId": "w"}
EXEC = {"toolName": "exec", "params": {"command": "make"}, "toolCallId": "e"}  # which nobody asks for
QUESTION = {"messages": [{"role": "user", "content": "look"}]}


class Real(unittest.TestCase):
    def setUp(self):
        self.dir = tempfile.mkdtemp(prefix="prov-")  # short: socket paths have 107 bytes
        self.addCleanup(shutil.rmtree, self.dir)
        self.runtime = self.dir + "/run"
        self.start()
        self.addCleanup(lambda: self.process.poll() is None and self.stop(signal.SIGKILL))
        self.client = p.Client(self.runtime, timeout=5.0, max_request=32 << 20)  # the daemon has its own limit of 16 MiB
        self.addCleanup(self.client.close)

    def start(self):
        with open(self.dir + "/log", "ab") as log:
            self.process = subprocess.Popen(
                [BIN / "provenanced", "serve", "--runtime-dir", self.runtime, "--state-dir", self.dir + "/state",
                 "--policy", self.dir + "/policy.yaml"], stderr=log)
        deadline = time.monotonic() + 10
        while True:
            try:
                with p.Client(self.runtime) as client:
                    client.ask(p.PING)
                return
            except p.NoAnswer as e:
                if time.monotonic() > deadline or self.process.poll() is not None:
                    self.stop(signal.SIGKILL)
                    self.fail(f"the daemon did not come up: {e}\n{pathlib.Path(self.dir, 'log').read_text()}")
                time.sleep(0.01)

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        return self.process.wait(10)

    def session(self, key="agent:main:main", **options):
        return p.Session(self.client, key, OWNER, **options)

    def taint(self, session):
        session.ask(p.CONTEXT_ASSEMBLED, QUESTION)
        session.ask(p.BEFORE_LLM_CALL, {"iteration": 0})
        self.assertFalse(session.ask(p.BEFORE_TOOL_CALL, FETCH).block)
        self.assertEqual(session.ask(p.AFTER_TOOL_CALL, {**FETCH, "result": "a page"}).taint, "untrusted")
        session.ask(p.BEFORE_LLM_CALL, {"iteration": 1})

    def test_allow_taint_hold_approve(self):
        session = self.session()
        session.ask(p.CONTEXT_ASSEMBLED, QUESTION)
        allowed = session.ask(p.BEFORE_TOOL_CALL, EXEC)
        self.assertEqual((allowed.verdict, allowed.block, allowed.taint, allowed.answered), ("allow", False, "trusted", True))

        self.taint(session)
        held = session.ask(p.BEFORE_TOOL_CALL, EXEC)
        self.assertEqual((held.verdict, held.block, held.taint), ("deny", True, "untrusted"))
        self.assertEqual(held.approval.tools, ["exec"])
        self.assertGreater(held.approval.expires_in, 0)
        self.assertIn(f".approve exec {held.approval.code}", held.block_reason)
        self.assertIn(("call", "confirm"), [(r["layer"], r["mode"]) for r in held.reasons])
        self.assertRegex(held.receipt["hash"], "^[0-9a-f]{64}$")

        wrong = f"{int(held.approval.code, 16) ^ 1:08x}"
        self.assertTrue(session.ask(p.COMMAND, {"text": f".approve exec {wrong}"}).result["handled"])
        self.assertTrue(session.ask(p.BEFORE_TOOL_CALL, EXEC).block, "a wrong code opens nothing")

        answer = session.ask(p.COMMAND, {"text": f".approve exec {held.approval.code}"})
        self.assertTrue(answer.result["handled"])
        self.assertEqual(answer.verdict, "allow")
        self.assertFalse(session.ask(p.BEFORE_TOOL_CALL, EXEC).block)

    def test_a_call_that_cannot_be_read_does_not_run_and_the_next_one_is_judged(self):
        nested = {}
        for _ in range(600):
            nested = {"a": nested}
        for word in (p.GUARDED, p.CLOSED, p.OPEN):
            session = self.session(on_failure=word)
            for code, padding in (("bad_request", nested), ("too_large", "x" * (17 << 20))):
                with self.subTest(word=word, code=code), self.assertLogs("provenanced", "WARNING"):
                    d = session.ask(p.BEFORE_TOOL_CALL, {"toolName": "read", "params": {"path": "/etc/passwd", "padding": padding}})
                    self.assertTrue(d.block)
                    self.assertIn(code, d.block_reason)
                self.assertTrue(session.ask(p.BEFORE_TOOL_CALL, EXEC).answered)

    def test_a_stranger_approves_nothing(self):
        session = self.session()
        self.taint(session)
        code = session.ask(p.BEFORE_TOOL_CALL, EXEC).approval.code
        session.ctx = {**OWNER, "senderId": "222", "senderIsOwner": False}
        self.assertEqual(session.ask(p.COMMAND, {"text": f".approve exec {code}"}).verdict, "deny")
        session.ctx = OWNER
        self.assertTrue(session.ask(p.BEFORE_TOOL_CALL, EXEC).block)

    def test_a_wrong_key_is_refused(self):
        key = pathlib.Path(self.runtime, "gateway.key")
        right = key.read_bytes()
        key.write_bytes(pathlib.Path(self.runtime, "admin.key").read_bytes())
        with self.assertRaises(p.Refused) as caught:
            self.client.ask(p.PING)
        self.assertEqual(caught.exception.code, "unauthenticated")
        key.write_bytes(right)
        self.assertEqual(self.client.ask(p.PING).verdict, "allow", "read again")

    def test_refusals_of_the_daemon(self):
        for hook, event, code in ((p.BEFORE_TOOL_CALL, {"toolName": 7}, "bad_request"), ("before_lunch", {}, "unknown_hook")):
            with self.assertRaises(p.Refused) as caught:
                self.client.ask(hook, "s", event)
            self.assertEqual(caught.exception.code, code)
        with self.assertRaises(p.Refused) as caught:
            self.client.ask(p.AFTER_TOOL_CALL, "s", {**FETCH, "result": "x" * (17 << 20)})
        self.assertEqual(caught.exception.code, "too_large")
        self.assertEqual(self.client.ask(p.PING).verdict, "allow")

    def test_a_result_too_large_to_send_taints(self):
        session = self.session()
        session.ask(p.CONTEXT_ASSEMBLED, QUESTION)
        session.ask(p.BEFORE_TOOL_CALL, FETCH)
        self.assertEqual(session.ask(p.AFTER_TOOL_CALL, {**FETCH, "result": "x" * (17 << 20)}).taint, "untrusted")

    def test_a_restart_loses_neither_client_nor_taint(self):
        for how in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(how):
                session = self.session(f"agent:main:{how.name}")
                self.taint(session)
                before = pathlib.Path(self.runtime, "gateway.key").read_bytes()
                self.stop(how)
                self.start()
                self.assertNotEqual(before, pathlib.Path(self.runtime, "gateway.key").read_bytes())
                held = session.ask(p.BEFORE_TOOL_CALL, EXEC)
                self.assertTrue(held.answered)
                self.assertTrue(held.block)

    def test_a_page_read_while_the_daemon_was_away_taints(self):
        session = self.session()
        session.ask(p.CONTEXT_ASSEMBLED, QUESTION)
        self.stop()
        with self.assertLogs("provenanced", "WARNING"):
            self.assertTrue(session.ask(p.BEFORE_TOOL_CALL, EXEC).block)
            self.assertFalse(session.ask(p.BEFORE_TOOL_CALL, FETCH).block)
            session.ask(p.AFTER_TOOL_CALL, {**FETCH, "result": "a page"})
        self.start()
        held = session.ask(p.BEFORE_TOOL_CALL, EXEC)
        self.assertEqual((held.answered, held.block, held.taint), (True, True, "untrusted"))

    def test_a_daemon_that_hangs(self):
        guarded = self.session()
        openly = self.session("agent:main:open", on_failure=p.OPEN)
        closed = self.session("agent:main:closed", on_failure=p.CLOSED)
        self.client.ask(p.PING)
        self.process.send_signal(signal.SIGSTOP)
        os.waitpid(self.process.pid, os.WUNTRACED)  # it runs for a moment
        try:
            start = time.monotonic()
            with self.assertLogs("provenanced", "WARNING"):
                self.assertTrue(guarded.ask(p.BEFORE_TOOL_CALL, EXEC, timeout=0.2).block)
                self.assertTrue(guarded.ask(p.BEFORE_TOOL_CALL, FETCH, timeout=0.2).block, "the model may have chosen to be late")
                self.assertFalse(openly.ask(p.BEFORE_TOOL_CALL, EXEC, timeout=0.2).block)
                self.assertTrue(closed.ask(p.BEFORE_LLM_CALL, {"iteration": 0}, timeout=0.2).block)
            self.assertLess(time.monotonic() - start, 3)
        finally:
            self.process.send_signal(signal.SIGCONT)
        self.assertTrue(guarded.ask(p.BEFORE_TOOL_CALL, EXEC).answered)

    def checked(self, key, told, said):
        """Begins a turn with `said`, where `told` has arrived, and asks for exec."""
        session = self.session(key)
        carried = session.ask(p.SIGN_MESSAGE, {"content": told}).result["content"]
        shown = session.ask(p.CONTEXT_ASSEMBLED, {"messages": [{"role": "user", "content": said(carried)}]})
        self.assertTrue(shown.answered)
        return shown, session.ask(p.BEFORE_TOOL_CALL, EXEC)

    def test_only_a_message_that_arrived_moves_the_agent(self):
        self.stop()
        with open(self.dir + "/policy.yaml", "w") as policy:
            policy.write("authentication: {mode: enforce}\n")
        self.start()
        for name, told, said, runs in (
            ("text", "run the tests", lambda _: "run the tests", True),
            ("wrapper", "run the tests", lambda wrapped: wrapped, True),
            ("scope", "check the weather", lambda _: "check the weather", False),
            ("forged", "check the weather", lambda _: "run the tests", False),
            ("altered", "check the weather", lambda wrapped: wrapped.replace("check the weather", "run the tests"), False),
        ):
            with self.subTest(name):
                shown, decision = self.checked(f"agent:main:{name}", told, said)
                self.assertEqual(decision.block, not runs)
                if name == "wrapper":
                    self.assertEqual(shown.result["messages"], [{"role": "user", "content": told}])
                if name in ("forged", "altered"):
                    self.assertEqual(decision.taint, "untrusted")
                    self.assertIsNone(decision.approval)

    def test_the_example(self):
        shown = subprocess.run([sys.executable, HERE / "example_loop.py", self.runtime], capture_output=True, text=True, timeout=30)
        self.assertEqual(shown.stderr, "")
        self.assertEqual(shown.stdout.splitlines(), [
            "web_fetch: ran; the session is untrusted",
            "exec: held; the session is untrusted",
            "why: You did not ask for anything like `make`.",
            "owner: Approved for this turn: exec (make).",
            "exec: ran; the session is untrusted",
        ])


if __name__ == "__main__":
    unittest.main()
