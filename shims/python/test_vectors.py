"""The protocol's vectors, read by this client: internal/wire/testdata."""

import base64
import hashlib
import hmac
import io
import json
import pathlib
import unittest

import provenanced as p

TESTDATA = pathlib.Path(__file__).resolve().parents[2] / "internal" / "wire" / "testdata"


def load(name):
    return json.loads((TESTDATA / name).read_text(encoding="utf-8"))


REQUESTS = load("requests.json")
KEY = base64.b64decode(REQUESTS["key"])


def strict(line):
    """Decode a request line; ValueError for what no JSON writer produces."""

    def once(pairs):
        if len(dict(pairs)) != len(pairs):
            raise ValueError("duplicate key")
        return dict(pairs)

    r = json.loads(line, object_pairs_hook=once)
    if not isinstance(r, dict):
        raise ValueError("not an object")
    json.dumps(r, ensure_ascii=False).encode("utf-8")  # fails on lone surrogates
    return r


def line_of(vector):
    return bytes.fromhex(vector["lineHex"]).decode("utf-8") if "lineHex" in vector else vector["line"]


def fields(r):
    return r["id"], r["hook"], r["session"], r["timestamp"], r["nonce"]


def requests(error=None):
    return [v for v in REQUESTS["vectors"] if v.get("error") == error]


class Requests(unittest.TestCase):
    def test_accepted_lines_are_signed_and_written_alike(self):
        for v in requests():
            with self.subTest(v["name"]):
                self.check_accepted(v)

    def check_accepted(self, v):
        r = strict(v["line"])
        request_id, hook, session, timestamp, nonce = fields(r)
        before = "\n".join(["provenance-v1", timestamp, request_id, hook, session, ""])
        payload = v["signed"][len(before) : -len("\n" + nonce)].encode("utf-8")

        signed = p.signed_text(request_id, hook, session, timestamp, nonce, payload)
        self.assertEqual(signed, v["signed"].encode("utf-8"))
        self.assertEqual(hmac.new(KEY, signed, hashlib.sha256).digest(), base64.b64decode(v["hmac"]))

        line = p.request_line(KEY, request_id, hook, session, timestamp, nonce, payload)
        self.assertEqual(line.count(b"\n"), 1)
        self.assertIn(payload, line)
        self.assertEqual(strict(line.decode("utf-8")), r, "the same request, spelt our way")

    def test_fields_that_would_be_refused_are_not_written(self):
        written = set()
        for v in requests("bad_request"):
            try:
                r = strict(line_of(v))
                self.assertEqual(set(r), {"version", "id", "hook", "session", "timestamp", "nonce", "hmac", "payload"})
                texts = [r["hmac"], *fields(r)]
            except (ValueError, KeyError, AssertionError):
                continue  # a spelling that this client does not have
            if r["version"] != 1 or not all(isinstance(t, str) for t in texts) or not isinstance(r["payload"], dict):
                continue  # values that this client does not have
            try:
                p.request_line(KEY, *fields(r), p.encode_payload(r["payload"].get("event"), r["payload"].get("ctx")))
            except ValueError:
                continue
            written.add(v["name"])
        # The shape of events and the JSON spelling of the envelope: the first is for the daemon to
        # judge, the second becomes correct when written again.
        self.assertEqual(written, {
            "version 1.0 is not 1", "nested deeper than 512", "escaped tab in the hmac", "payload with a third field",
            "toolName is a number", "params is an array", "messages is an object", "tools is an object",
            "a tool is a number", "iteration is negative", "iteration has a fraction", "iteration is a string",
            "senderIsOwner is a string", "inputProvenance is a string",
            "final is a string", "toolCallId of a command is a number", "host is an object",
        })

    def test_what_is_unauthenticated_has_another_hmac_or_is_no_news(self):
        seen, checked = set(), 0
        for v in REQUESTS["vectors"]:
            if v.get("error") in (None, "unknown_hook"):
                seen.add(strict(v["line"])["nonce"].lower())
        for v in requests("unauthenticated"):
            r = strict(v["line"])
            if abs(int(r["timestamp"]) - REQUESTS["now"]) > 5 or r["nonce"].lower() in seen:
                continue
            payload = v["line"].partition('"payload":')[2][:-1].encode("utf-8")
            mac = hmac.new(KEY, p.signed_text(*fields(r), payload), hashlib.sha256).digest()
            self.assertNotEqual(base64.b64encode(mac).decode("ascii"), r["hmac"], v["name"])
            checked += 1
        self.assertGreater(checked, 5)


class Frames(unittest.TestCase):
    def test_frames(self):
        for v in load("frames.json")["vectors"]:
            with self.subTest(v["name"]):
                stream = io.BytesIO(bytes.fromhex(v["hex"]))

                def read(n):
                    data = stream.read(n)
                    if len(data) < n:
                        raise ConnectionError("cut")
                    return data

                if "error" in v:
                    expected = ConnectionError if v["error"] == "truncated" else p._Garbled
                    self.assertRaises(expected, p.read_frame, read)
                    continue
                frame = p.read_frame(read)
                self.assertEqual(frame, json.loads(v["json"]))
                self.assertEqual(stream.read(), b"")
                if frame["type"] in ("decision", "pending"):
                    self.check_decision(p.decode_decision(frame), frame)

    def check_decision(self, d, frame):
        self.assertEqual((d.verdict, d.result, d.taint, d.reasons), tuple(frame[n] for n in ("verdict", "result", "taint", "reasons")))
        self.assertEqual(d.block, frame["result"].get("block", False))
        self.assertEqual(d.receipt, frame.get("receipt"))
        self.assertTrue(d.answered)
        approval = frame.get("approval")
        if approval is None:
            self.assertIsNone(d.approval)
        else:
            self.assertEqual(d.approval, p.Approval(approval["code"], approval["tools"], approval["expiresIn"], approval.get("why", ""), approval.get("alwaysFor", 0)))

    def test_decisions_that_are_none(self):
        good = {"verdict": "deny", "result": {"block": True}}
        self.assertTrue(p.decode_decision(good).block)
        for wrong in (
            {"result": {}}, {"verdict": "allow"}, {"verdict": "yes", "result": {}}, {"verdict": "allow", "result": None},
            {"verdict": "allow", "result": {"block": "false"}}, {"verdict": "allow", "result": {"block": None}},
            {**good, "approval": {}}, {**good, "approval": "bf619df9"},
        ):
            with self.subTest(wrong):
                self.assertRaises(p._Garbled, p.decode_decision, wrong)


class Payloads(unittest.TestCase):
    def test_text_is_sent_as_it_is(self):
        event = {"s": 'grüße 世界 😀 \u2028 \x00 \n "\\', "n": [1, 1.5, True, None]}
        payload = p.encode_payload(event, {"agentId": "main"})
        self.assertNotIn(b"\n", payload)
        self.assertEqual(json.loads(payload.decode("utf-8")), {"event": event, "ctx": {"agentId": "main"}})

    def test_half_a_character_hides_nothing(self):
        payload = p.encode_payload({"result": "a\ud800b"}, None)
        self.assertEqual(json.loads(payload.decode("utf-8"))["event"], {"result": "a?b"})

    def test_what_json_cannot_hold(self):
        deep = []
        for _ in range(100000):
            deep = [deep]
        for event in ({"n": float("nan")}, {"b": b"bytes"}, {"d": deep}, ["event"], "event"):
            self.assertRaises(ValueError, p.encode_payload, event, None)
        self.assertRaises(ValueError, p.encode_payload, {}, "ctx")


if __name__ == "__main__":
    unittest.main()
