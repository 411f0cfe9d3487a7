"""Receives the events of a case by webhook, and verifies that they come from the server.

    SIGNALBOX_WEBHOOK_ALLOW=127.0.0.1 npm start  (in another terminal: the server; default: public addresses only)
    export WEBHOOK_SECRET=a-secret-of-both-sides PORT=9000
    python3 examples/agents/webhook_receiver.py

Then subscribe, with the same secret:

    Client().call("cases_subscribe", case_id=…, callback_url="http://127.0.0.1:9000/", secret="a-secret-of-both-sides",
                  idempotency_key=…)
"""

import hashlib
import hmac
import json
import os
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "").encode()
if not SECRET:
    # With an empty secret, any sender could sign.
    sys.exit("WEBHOOK_SECRET is missing: the secret of the subscription.")
TOLERANCE = 300
LARGEST = 1_048_576

# Handled deliveries: a delivery is repeated if its answer was lost. A real agent stores this in its database.
known = {}


def refusal_of(headers, body):
    """The reason for refusing a delivery; None if it is authentic."""
    delivery = headers.get("X-Signalbox-Delivery", "")
    parts = re.fullmatch(r"t=(\d{1,12}),v1=([0-9a-f]{64})", headers.get("X-Signalbox-Signature", ""))
    if parts is None or delivery == "":
        return "malformed"
    signed = f"{parts[1]}.{delivery}.".encode() + body
    if not hmac.compare_digest(hmac.new(SECRET, signed, hashlib.sha256).hexdigest(), parts[2]):
        return "forged"
    if abs(time.time() - int(parts[1])) > TOLERANCE:
        return "stale"
    return "replayed" if delivery in known else None


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        size = self.headers.get("Content-Length", "")
        fits = re.fullmatch(r"\d{1,7}", size) and int(size) <= LARGEST
        body = self.rfile.read(int(size)) if fits else b""
        refusal = refusal_of(self.headers, body)
        if refusal is None:
            print(json.dumps(json.loads(body)), flush=True)
            known[self.headers["X-Signalbox-Delivery"]] = True
        else:
            print(f"Refused: {refusal}", file=sys.stderr, flush=True)
        # Repeated deliveries are accepted; all other refused ones are not from the server.
        self.send_response(204 if refusal in (None, "replayed") else 401)
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
print(f"Listening at http://127.0.0.1:{server.server_port}/", file=sys.stderr, flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    server.server_close()
