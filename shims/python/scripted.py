"""A gateway.sock whose answers a test writes. Part of the tests."""

import base64
import json
import os
import pathlib
import shutil
import socket
import struct
import tempfile
import threading


def frame(body):
    data = (body if isinstance(body, str) else json.dumps(body)).encode("utf-8")
    return struct.pack(">I", len(data)) + data


def allow(request):
    return {"type": "decision", "id": request["id"], "verdict": "allow", "result": {}, "taint": "trusted", "reasons": []}


class Daemon:
    """Listens in a directory of its own; serve(conn, lines) handles each
    connection, lines being an iterator of the request lines on it."""

    def __init__(self, serve, key=bytes(32)):
        self.runtime = tempfile.mkdtemp(prefix="prov-")  # short: socket paths have 107 bytes
        self.failures = []  # exceptions of serve, for the tests
        self._serve = serve
        self._conns = []
        self.write_key(key)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.runtime + "/gateway.sock")
        self._listener.listen()
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def write_key(self, key):
        path = pathlib.Path(self.runtime, "gateway.key")
        new = path.with_suffix(".new")
        new.write_bytes(base64.b64encode(key) + b"\n")
        new.chmod(0o600)
        os.replace(new, path)

    def _accept(self):
        while True:
            try:
                conn, _ = self._listener.accept()
            except OSError:
                return
            self._conns.append(conn)
            self._threads.append(threading.Thread(target=self._handle, args=(conn,), daemon=True))
            self._threads[-1].start()

    def _handle(self, conn):
        try:
            with conn, conn.makefile("rb") as lines:
                self._serve(conn, lines)
        except ConnectionError:
            pass  # the client gave up; its end is checked
        except Exception as e:
            self.failures.append(e)

    def close(self):
        # A thread that waits in accept or recv is woken by shutdown, not by close.
        for sock in [self._listener, *self._conns]:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            sock.close()
        for thread in self._threads:
            thread.join(5)
        shutil.rmtree(self.runtime)
