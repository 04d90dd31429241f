"""What holds while the daemon does not answer, and what is told afterwards."""

import json
import unittest
from unittest import mock

import provenanced as p
import scripted
from test_client import Case

HOOKS = [getattr(p, name) for name in p.__all__ if name.isupper() and name not in ("GUARDED", "CLOSED", "OPEN", "SAFE_TOOLS")]
OWNER = {"senderIsOwner": True, "messageProvider": "telegram"}


def blocked(word, hook, event=None, ctx=None):
    d = p.undecided(word, hook, event or {}, ctx or {})
    assert not d.answered and d.taint == "untrusted" and (d.verdict == "deny") == d.block
    if d.block:
        assert "provenancectl doctor" in d.block_reason  # how to get out
    return d.block


class Undecided(unittest.TestCase):
    def test_open_lets_everything_pass(self):
        self.assertEqual([h for h in HOOKS if blocked(p.OPEN, h, {"toolName": "exec"})], [])

    def test_closed_lets_no_tool_call_llm_call_or_response_pass(self):
        held = {h for h in HOOKS if blocked(p.CLOSED, h, {"toolName": "read"}, OWNER)}
        self.assertEqual(held, {p.BEFORE_TOOL_CALL, p.BEFORE_LLM_CALL, p.AFTER_LLM_CALL, p.BEFORE_RESPONSE_EMIT})

    def test_guarded_holds_tool_calls_alone(self):
        self.assertEqual([h for h in HOOKS if blocked(p.GUARDED, h, {"toolName": "exec"})], [p.BEFORE_TOOL_CALL])

    def test_guarded_lets_safe_tools_pass(self):
        for tool in sorted(p.SAFE_TOOLS) + ["Read", "WEB_FETCH"]:
            self.assertFalse(blocked(p.GUARDED, p.BEFORE_TOOL_CALL, {"toolName": tool}), tool)
        for tool in ("exec", "write", "", None, 7, "read ", "read\x00", "my_read", "message"):
            self.assertTrue(blocked(p.GUARDED, p.BEFORE_TOOL_CALL, {"toolName": tool}), tool)
        self.assertTrue(blocked(p.GUARDED, p.BEFORE_TOOL_CALL))

    def test_a_look_alike_is_another_tool(self):
        for tool, held in (("Walk", False), ("wal\u212a", True)):  # the Kelvin sign's lower case is k
            d = p.undecided(p.GUARDED, p.BEFORE_TOOL_CALL, {"toolName": tool}, {}, frozenset({"walk"}))
            self.assertEqual(d.block, held, tool)

    def test_guarded_lets_messages_to_the_owner_pass(self):
        def message(params, ctx):
            return blocked(p.GUARDED, p.BEFORE_TOOL_CALL, {"toolName": "message", "params": params}, ctx)

        for params in (None, {}, {"message": "help"}, {"action": "send", "text": "help"}, {"action": "reply", "content": "help"},
                       {"text": "in the media: [a page](https://example.com)!"}):
            self.assertFalse(message(params, OWNER), params)
        for params in ({"text": "x", "to": "222"}, {"text": "x", "channel": "slack"}, {"action": "read"}, {"media": "/etc/passwd"}, "text",
                       {"text": "look\n MEDIA: /etc/passwd"}, {"message": r"look\nmedia:x"}, {"content": "![a](https://example.com/?q=x)"},
                       {"text": "<think>x</think>MEDIA: /etc/passwd"}, {"text": "![a][b]\n\n[b]: //example.com"}, {"text": "<img src=//example.com>"},
                       {"text": ["x"]}):
            self.assertTrue(message(params, OWNER), params)
        for ctx in ({}, {"senderIsOwner": False}, {"senderIsOwner": "true"}, {**OWNER, "groupId": "g"},
                    {**OWNER, "inputProvenance": {"kind": "inter_session"}}):
            self.assertTrue(message({"text": "x"}, ctx), ctx)

    def test_the_reason_is_one_line_however_the_tool_is_called(self):
        d = p.undecided(p.GUARDED, p.BEFORE_TOOL_CALL, {"toolName": "a\n" * 1000}, {})
        self.assertNotIn("\n", d.block_reason)
        self.assertLess(len(d.block_reason), 400)


class Answers(Case):
    """A scripted daemon that remembers what it was told."""

    def setUp(self):
        self.told = []
        self.refuse = lambda request: None  # or an error's code

        def serve(conn, lines):
            for line in lines:
                request = json.loads(line)
                code = self.refuse(request)
                if code is None:
                    self.told.append((request["hook"], request["payload"]["event"]))
                    conn.sendall(scripted.frame(scripted.allow(request)))
                else:
                    conn.sendall(scripted.frame({"type": "error", "id": request["id"], "code": code, "message": code}))

        self.session = p.Session(self.client(self.daemon(serve)), "agent:main:main", OWNER)

    def quietly(self, *args):
        with self.assertLogs("provenanced", "WARNING"):
            return self.session.ask(*args)

    def test_an_answer_is_handed_on(self):
        self.assertTrue(self.session.ask(p.BEFORE_TOOL_CALL, {"toolName": "exec"}).answered)

    def test_no_answer_is_decided_by_the_word(self):
        self.refuse = lambda request: "unavailable"
        self.assertTrue(self.quietly(p.BEFORE_TOOL_CALL, {"toolName": "exec"}).block)
        self.assertFalse(self.quietly(p.BEFORE_TOOL_CALL, {"toolName": "read"}).block)

    def test_a_hook_that_an_older_daemon_does_not_know_changes_nothing(self):
        self.refuse = lambda request: "unknown_hook"
        d = self.session.ask(p.RESOLVE_EXEC_ENV, {"toolName": "exec"})
        self.assertEqual((d.result, d.block, d.answered), ({}, False, False))
        # An unknown observation does not permit what comes after.
        self.refuse = lambda request: "unavailable"
        self.quietly(p.TOOL_RESULT_PERSIST, {"toolName": "web_fetch"})
        self.refuse = lambda request: "unknown_hook" if request["hook"] == p.TOOL_RESULT_PERSIST else None
        self.assertTrue(self.quietly(p.BEFORE_TOOL_CALL, {"toolName": "exec"}).block)

    def test_a_daemon_that_does_not_know_tool_calls_has_not_judged_them(self):
        self.refuse = lambda request: "unknown_hook"
        d = self.quietly(p.BEFORE_TOOL_CALL, {"toolName": "exec"})
        self.assertEqual((d.verdict, d.block, d.answered), ("deny", True, False))
        self.assertFalse(self.quietly(p.BEFORE_TOOL_CALL, {"toolName": "read"}).block)

    def test_results_that_were_not_told_are_told_first(self):
        self.refuse = lambda request: "unavailable"
        self.quietly(p.CONTEXT_ASSEMBLED, {"messages": [{"role": "user", "content": "hi"}], "sources": [{"trust": "shared"}]})
        self.quietly(p.BEFORE_TOOL_CALL, {"toolName": "web_fetch"})
        self.quietly(p.AFTER_TOOL_CALL, {"toolName": "web_fetch", "toolCallId": "w", "params": {"url": "u"}, "result": "page"})
        self.refuse = lambda request: None
        for _ in range(2):
            self.assertTrue(self.session.ask(p.BEFORE_TOOL_CALL, {"toolName": "exec"}).answered)
        self.assertEqual(self.told, [
            (p.CONTEXT_ASSEMBLED, {"sources": [{"trust": "shared"}]}),
            (p.AFTER_TOOL_CALL, {"toolName": "web_fetch", "toolCallId": "w", "params": {"url": "u"}}),
            (p.BEFORE_TOOL_CALL, {"toolName": "exec"}),
            (p.BEFORE_TOOL_CALL, {"toolName": "exec"}),
        ])

    def test_llm_calls_that_were_not_told_are_told_first(self):
        self.refuse = lambda request: "unavailable"
        self.quietly(p.AFTER_TOOL_CALL, {"toolName": "web_fetch", "toolCallId": "a"})
        self.quietly(p.BEFORE_LLM_CALL, {"iteration": 1, "messages": [{"role": "user", "content": "go"}]})
        self.quietly(p.AFTER_LLM_CALL, {"iteration": 1, "toolCalls": [{"id": "b", "name": "exec"}], "response": "x"})
        self.refuse = lambda request: None
        self.session.ask(p.BEFORE_TOOL_CALL, {"toolName": "exec", "toolCallId": "b"})
        self.assertEqual(self.told, [
            (p.AFTER_TOOL_CALL, {"toolName": "web_fetch", "toolCallId": "a"}),
            (p.BEFORE_LLM_CALL, {"iteration": 1}),
            (p.AFTER_LLM_CALL, {"iteration": 1, "toolCalls": [{"id": "b", "name": "exec"}]}),
            (p.BEFORE_TOOL_CALL, {"toolName": "exec", "toolCallId": "b"}),
        ])

    def test_a_message_that_came_meanwhile_is_vouched_for_first(self):
        message = {"content": "run the tests", "senderId": "111", "scope": ["read", "exec"], "scopeLasts": "turn", "followsUp": False}
        self.refuse = lambda request: "unavailable"
        self.quietly(p.SIGN_MESSAGE, message)
        self.refuse = lambda request: None
        self.session.ask(p.CONTEXT_ASSEMBLED, {"messages": []})
        self.assertEqual(self.told, [(p.SIGN_MESSAGE, message), (p.CONTEXT_ASSEMBLED, {"messages": []})])

    def test_a_daemon_that_vouches_for_nobody_is_owed_no_message(self):
        self.refuse = lambda request: "unavailable"
        self.quietly(p.SIGN_MESSAGE, {"content": "run the tests"})
        self.refuse = lambda request: "unknown_hook" if request["hook"] == p.SIGN_MESSAGE else None
        self.assertTrue(self.session.ask(p.BEFORE_TOOL_CALL, {"toolName": "exec"}).answered)

    def test_as_long_as_a_result_cannot_be_told_nothing_is_asked(self):
        self.refuse = lambda request: "unavailable" if request["hook"] == p.AFTER_TOOL_CALL else None
        self.quietly(p.AFTER_TOOL_CALL, {"toolName": "web_fetch"})
        self.assertTrue(self.quietly(p.BEFORE_TOOL_CALL, {"toolName": "exec"}).block)
        self.assertEqual(self.told, [])

    def test_guarded_closes_when_no_more_can_be_remembered(self):
        self.refuse = lambda request: "unavailable"
        with mock.patch.object(p.log, "warning"):
            for _ in range(p.OWED_MAX):
                self.assertFalse(self.session.ask(p.BEFORE_TOOL_CALL, {"toolName": "web_fetch"}).block)
                self.session.ask(p.AFTER_TOOL_CALL, {"toolName": "web_fetch"})
            self.assertTrue(self.session.ask(p.BEFORE_TOOL_CALL, {"toolName": "web_fetch"}).block)

    def test_a_result_that_cannot_be_sent_in_full_taints_all_the_same(self):
        call = {"toolName": "web_fetch", "toolCallId": "w", "params": {"url": "u"}}
        self.assertTrue(self.session.ask(p.AFTER_TOOL_CALL, {**call, "result": b"bytes"}).answered)
        self.assertTrue(self.session.ask(p.AFTER_TOOL_CALL, {**call, "params": {"body": b"bytes"}}).answered)
        self.refuse = lambda request: "too_large" if "result" in request["payload"]["event"] else None
        self.assertTrue(self.session.ask(p.AFTER_TOOL_CALL, {**call, "result": "page"}).answered)
        self.assertEqual(self.told, [
            (p.AFTER_TOOL_CALL, call),
            (p.AFTER_TOOL_CALL, {"toolName": "web_fetch", "toolCallId": "w"}),
            (p.AFTER_TOOL_CALL, call),
        ])

    def test_a_result_that_the_daemon_wanted_to_see_and_did_not_is_withheld(self):
        for word, withheld in ((p.GUARDED, True), (p.CLOSED, True), (p.OPEN, False)):
            self.session._on_failure = word
            self.refuse = lambda request: None
            self.session.ask(p.BEFORE_TOOL_CALL, {"toolName": "web_fetch", "toolCallId": "w"})
            self.refuse = lambda request: "unavailable" if request["hook"] == p.AFTER_TOOL_CALL else None
            d = self.quietly(p.AFTER_TOOL_CALL, {"toolName": "web_fetch", "toolCallId": "w", "result": "page"})
            self.assertEqual("withheld" in d.result.get("content", ""), withheld, word)

    def test_a_result_that_the_daemon_cannot_read_is_withheld(self):
        self.refuse = lambda request: "too_large" if "result" in request["payload"]["event"] else None
        d = self.session.ask(p.AFTER_TOOL_CALL, {"toolName": "web_fetch", "toolCallId": "w", "result": "page"})
        self.assertIn("withheld", d.result["content"])
        self.assertIn("withheld", self.session.ask(p.AFTER_TOOL_CALL, {"toolName": "web_fetch", "result": b"bytes"}).result["content"])

    def test_what_cannot_be_read_of_an_observation_counts_as_untrusted(self):
        for refuse, told in (
            (lambda r: "bad_request" if r["payload"]["event"].get("toolName") == 7 else None, (p.AFTER_TOOL_CALL, {})),
            (lambda r: "bad_request" if r["payload"]["ctx"] else None, (p.AFTER_TOOL_CALL, {})),
            (lambda r: "too_large" if r["payload"]["event"].get("sources") == ["x"] else None,
             (p.CONTEXT_ASSEMBLED, {"sources": [{"trust": "untrusted"}]})),
        ):
            self.told.clear()
            self.refuse = refuse
            self.assertTrue(self.session.ask(told[0], {"toolName": 7, "result": "page", "sources": ["x"]}).answered)
            self.assertEqual(self.told, [told])

    def test_what_the_daemon_will_not_read_does_not_stand_before_what_it_will(self):
        for word in (p.GUARDED, p.OPEN):
            session = p.Session(self.session._client, "agent:main:main", OWNER, on_failure=word)
            for hook in (p.SIGN_MESSAGE, p.AFTER_TOOL_CALL):
                for code in ("bad_request", "too_large"):
                    with self.subTest(word=word, hook=hook, code=code):
                        self.refuse = lambda request: code if request["hook"] == hook else None
                        with self.assertLogs("provenanced", "WARNING"):
                            session.ask(hook, {"content": "text"})
                        self.assertTrue(session.ask(p.BEFORE_TOOL_CALL, {"toolName": "exec"}).answered)

    def test_a_payload_that_is_too_long_is_not_sent(self):
        self.session._client._max_request = 1000
        call = {"toolName": "write", "toolCallId": "w", "params": {}}
        for word in (p.GUARDED, p.CLOSED, p.OPEN):
            session = p.Session(self.session._client, "agent:main:main", OWNER, on_failure=word)
            with self.assertLogs("provenanced", "WARNING"):
                d = session.ask(p.BEFORE_TOOL_CALL, {**call, "params": {"content": "x" * 1000}})
            self.assertTrue(d.block)
            self.assertIn("the daemon takes 1000", d.block_reason)
        with self.assertRaises(p.Refused) as caught:
            self.session._client.ask(p.PING, event={"a": "x" * 1000})
        self.assertEqual(caught.exception.code, "too_large")
        self.assertEqual(self.told, [])
        self.assertTrue(self.session.ask(p.AFTER_TOOL_CALL, {**call, "result": "x" * 1000}).answered)
        self.assertEqual(self.told, [(p.AFTER_TOOL_CALL, call)])

    def test_a_call_that_cannot_be_sent_is_not_asked_about_in_part(self):
        self.assertTrue(self.quietly(p.BEFORE_TOOL_CALL, {"toolName": "write", "params": {"content": b"bytes"}}).block)
        self.assertEqual(self.told, [])

    def test_a_call_that_cannot_be_judged_runs_under_no_word(self):
        for word in (p.GUARDED, p.CLOSED, p.OPEN):
            session = p.Session(self.session._client, "agent:main:main", OWNER, on_failure=word)
            for code, params in (("bad_request", {}), ("too_large", {}), (None, {"path": b"bytes"}), (None, {"n": float("nan")})):
                with self.subTest(word=word, code=code, params=params), self.assertLogs("provenanced", "WARNING"):
                    self.refuse = lambda request: code
                    d = session.ask(p.BEFORE_TOOL_CALL, {"toolName": "read", "params": params})
                    self.assertEqual((d.verdict, d.block, d.answered), ("deny", True, False))
                    self.assertIn("could not judge this call", d.block_reason)
        self.assertEqual(self.told, [])

    def test_what_is_no_call_goes_on_by_the_word_though_it_is_refused(self):
        self.refuse = lambda request: "bad_request"
        self.assertFalse(self.quietly(p.BEFORE_LLM_CALL, {"iteration": 0}).block)

    def test_what_a_session_cannot_be(self):
        client = p.Client("/nonexistent")
        for wrong in ({"key": ""}, {"key": "a\n"}, {"key": "s" * 1025}, {"key": "s", "on_failure": "opened"}):
            self.assertRaises(ValueError, p.Session, client, **wrong)


if __name__ == "__main__":
    unittest.main()
