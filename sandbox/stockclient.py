"""A claw-wrap v3 client that knows nothing of this project: written from the
specification, it signs and frames as claw-wrap's own programs do.

    stockclient.py vectors                              signs the published vectors
    stockclient.py run  DIR FORM TOOL [ARGS...]         runs a tool with stdin; FORM: spec, 0 or 1
    stockclient.py list DIR                             the admin command

DIR holds tools.sock and tools.key.
"""

import base64, hashlib, hmac, json, os, secrets, socket, struct, sys, time


def go_json(value):
    """JSON as Go's first encoder writes it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    for raw in "<>&\u2028\u2029":
        text = text.replace(raw, "\\u%04x" % ord(raw))
    return text


def sign(key, timestamp, tool, args, cwd, env, nonce, pty=None):
    fields = [timestamp, tool, go_json(args), cwd, go_json(env or {}), nonce]
    if pty is not None:
        fields.append(pty)
    mac = hmac.new(key, "\n".join(fields).encode(), hashlib.sha256)
    return base64.b64encode(mac.digest()).decode()


def vectors():
    key, at, nonce = b"test-secret-key-for-hmac-testing", "1234567890", "dGVzdC1ub25jZS0xMjM0"
    tool = ("test-tool", ["arg1", "arg2"], "/home/user/project", {})
    for (name, args, cwd, env), pty in [(tool, None), (tool, "0"), (tool, "1"),
                                        (("admin:list", None, "", {}), "0"), (("admin:list", None, "", {}), None)]:
        print(sign(key, at, name, args, cwd, env, nonce, pty))


def connect(directory):
    sock = socket.socket(socket.AF_UNIX)
    sock.settimeout(20)
    sock.connect(directory + "/tools.sock")
    with open(directory + "/tools.key") as f:
        return sock, base64.b64decode(f.read())


def read_exactly(sock, n):
    data = b""
    while len(data) < n:
        part = sock.recv(n - len(data))
        if not part:
            raise SystemExit("the connection ended without done or error")
        data += part
    return data


def run(directory, form, tool, *args):
    sock, key = connect(directory)
    timestamp, cwd, env = str(int(time.time())), os.getcwd(), {"B": "<2>", "A": "ü"}
    # The specification's nonces are hex, those of current clients base64.
    nonce = secrets.token_hex(16) if form == "spec" else base64.b64encode(secrets.token_bytes(16)).decode()
    request = {"version": 3, "tool": tool, "args": list(args), "cwd": cwd, "timestamp": timestamp, "nonce": nonce, "env": env,
               "hmac": sign(key, timestamp, tool, list(args), cwd, env, nonce, None if form == "spec" else form)}
    if form == "1":
        request["pty"] = True
    stdin = sys.stdin.buffer.read()
    lines = [json.dumps(request)]
    for i in range(0, len(stdin), 32 << 10):
        lines.append(json.dumps({"type": "stdin", "data": base64.b64encode(stdin[i:i + (32 << 10)]).decode()}))
    lines.append('{"type":"stdin","eof":true}\n')
    data = "\n".join(lines).encode()
    for i in range(0, len(data), 1000):  # lines arrive in parts, and several at once
        sock.sendall(data[i:i + 1000])
    while True:
        (length,) = struct.unpack(">I", read_exactly(sock, 4))
        if not 0 < length <= 16 << 20:
            raise SystemExit("a frame of %d bytes" % length)
        frame = json.loads(read_exactly(sock, length))
        if frame["type"] == "stdout":
            sys.stdout.buffer.write(base64.b64decode(frame["data"]))
        elif frame["type"] == "stderr":
            sys.stderr.buffer.write(base64.b64decode(frame["data"]))
        elif frame["type"] == "done":
            sys.exit(124 if frame.get("timeout") else frame.get("exit_code", 0) & 255)
        elif frame["type"] == "error":
            print(frame["message"], file=sys.stderr)
            sys.exit(125)
        else:
            raise SystemExit("a frame of type " + frame["type"])


def list_tools(directory):
    sock, key = connect(directory)
    timestamp, nonce = str(int(time.time())), base64.b64encode(secrets.token_bytes(16)).decode()
    sock.sendall(json.dumps({"version": 3, "admin": "list", "timestamp": timestamp, "nonce": nonce,
                             "hmac": sign(key, timestamp, "admin:list", None, "", {}, nonce, "0")}).encode())  # no newline
    answer = b""
    while part := sock.recv(4096):
        answer += part
    print(sorted(json.loads(answer)["tools"]))


{"vectors": vectors, "run": run, "list": list_tools}[sys.argv[1]](*sys.argv[2:])
