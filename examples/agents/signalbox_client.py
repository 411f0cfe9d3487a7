"""A Signalbox client for agents in Python. It needs only the standard library.

The client retries calls after 1, 2 and 4 seconds if a retry may help, always with the same idempotency key, so that nothing is
done twice. It reads its settings from the environment variables that the JavaScript client uses, too:

    YAWL_MCP_URL (or SIGNALBOX_URL)   URL of the server, such as https://signalbox.example/mcp
    SIGNALBOX_KEY or SIGNALBOX_TOKEN  credentials; without them the agent signs its own tokens with
    ZAI_AGENT_NAME, YAWL_MCP_JWT_SECRET, YAWL_MCP_JWT_ISSUER
    ZAI_AGENT_ID                      prefix of idempotency keys
    ZAI_MCP_TOOL_TIMEOUT_MS (5000), ZAI_MCP_TOOL_RETRIES (3), ZAI_MCP_TOOL_BACKOFF_MS (1000)
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import re
import time
import urllib.error
import urllib.request
import uuid

PASSING = {408, 429, 500, 502, 503, 504}


class ClientError(Exception):
    """A call that was refused, or not answered after all retries.

    error is the short name that docs/cases.md lists, such as case_not_found; error_code is more specific, and has a page in docs/errors.
    """

    def __init__(self, error, message, http_status=0, retryable=False, answer=None, retry_after=0):
        super().__init__(message)
        self.error = error
        self.answer = answer or {}
        self.error_code = self.answer.get("error_code", error)
        self.http_status = http_status
        self.retryable = retryable
        self.retry_after = retry_after

    def explain(self):
        """A text for people: what is wrong, and what to do."""
        return "\n".join(line for line in (str(self), self.answer.get("suggested_action")) if line)


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Credentials are sent to this address only."""

    def redirect_request(self, *_):
        return None


class Client:
    def __init__(self, env=None):
        env = os.environ if env is None else env
        url = env.get("SIGNALBOX_URL") or env.get("YAWL_MCP_URL")
        if not url:
            raise ValueError("YAWL_MCP_URL is missing: the address of the server.")
        self.address = re.sub(r"(/mcp)?/*$", "", url) + "/mcp/tools/invoke"
        self.given = env.get("SIGNALBOX_KEY") or env.get("SIGNALBOX_TOKEN")
        # An invalid header value would fail at the first call, with a message that contains the credential.
        if self.given and not re.fullmatch(r"[\x21-\x7e]+", self.given):
            raise ValueError("SIGNALBOX_KEY and SIGNALBOX_TOKEN must be one word of plain letters.")
        self.secret = env.get("YAWL_MCP_JWT_SECRET")
        self.issuer = env.get("YAWL_MCP_JWT_ISSUER")
        self.name = env.get("ZAI_AGENT_NAME", "")
        self.agent = env.get("ZAI_AGENT_ID") or self.name or "agent"
        self.timeout = int(env.get("ZAI_MCP_TOOL_TIMEOUT_MS", "5000")) / 1000
        self.retries = int(env.get("ZAI_MCP_TOOL_RETRIES", "3"))
        self.backoff = int(env.get("ZAI_MCP_TOOL_BACKOFF_MS", "1000")) / 1000
        self.token, self.token_until = None, 0
        self.opener = urllib.request.build_opener(NoRedirects)

    def submit(self, specification, data=None, idempotency_key=None):
        return self.call(
            "cases_submit",
            spec_id=specification,
            case_data=data or {},
            idempotency_key=idempotency_key or self.new_key(),
        )

    def wait_for_case(self, case_id, timeout=300, interval=5):
        """Waits for the end of a case. The server answers when the case changes."""
        end = time.monotonic() + timeout
        events, news = -1, {}
        while True:
            began = time.monotonic()
            wait = max(0, min(20_000, int((end - began) * 1000)))
            status = self.call("cases_status", case_id=case_id, wait_ms=wait, **news)
            if status["status"] in ("completed", "failed"):
                return status
            if time.monotonic() >= end:
                raise TimeoutError(f"The case {case_id} has not ended: it is {status['state']}.")
            if status["events"] == events:
                time.sleep(max(0, min(began + interval, end) - time.monotonic()))
            events = status["events"]
            # If the case waits for an answer, only the next event is a change.
            stands = status["input_required"] or status["state"] == "suspended"
            news = {"after_event": events} if stands else {}

    def new_key(self):
        """Prefixes keys with the agent's id: agents may choose the same keys."""
        return f"{self.agent}-{uuid.uuid4()}"

    def call(self, tool, **given):
        """Calls a tool. Writing tools take an idempotency_key, which is the same for all retries."""
        body = json.dumps({"tool": tool, "input": given}).encode()
        timeout = self.timeout + given.get("wait_ms", 0) / 1000
        retries, renewed = 0, False
        while True:
            try:
                return self.send(body, timeout)
            except ClientError as error:
                if error.http_status == 401 and not renewed and self.renew_token():
                    renewed = True
                    continue
                if not error.retryable or retries == self.retries:
                    raise
                time.sleep(min(30, max(self.backoff * 2**retries, error.retry_after)))
                retries += 1

    def send(self, body, timeout):
        request = urllib.request.Request(self.address, body, {"content-type": "application/json"})
        credentials = self.given or self.own_token()
        if credentials:
            request.add_header("authorization", f"Bearer {credentials}")
        try:
            with self.opener.open(request, timeout=timeout) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise self.refusal(error) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise ClientError("unreachable", f"{self.address}: {error}", retryable=True) from error

    @staticmethod
    def refusal(response):
        status, after = response.code, response.headers.get("Retry-After", "")
        try:
            answer = json.load(response)
        except (OSError, ValueError, http.client.HTTPException):
            answer = {}
        name = answer.get("error", f"http_{status}")
        message = answer.get("message", f"The server answered with status {status}.")
        # The answer's own retry hint takes precedence.
        retryable = answer.get("retryable", status in PASSING)
        return ClientError(name, message, status, retryable, answer, int(after) if after.isdecimal() else 0)

    def renew_token(self):
        """Renews a rejected token. A configured token cannot be renewed."""
        self.token_until = 0
        return bool(self.secret and not self.given)

    def own_token(self):
        """Signs a token with the secret shared with the server (HS256), valid for an hour."""
        if not self.secret:
            return None
        now = int(time.time())
        if now >= self.token_until:
            claims = {
                "sub": self.name,
                "aud": "yawl-mcp",
                "iss": self.issuer,
                "scope": "workflows:launch workflows:query workitems:manage",
                "iat": now,
                "exp": now + 3600,
            }
            text = ".".join(encode(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT"}, claims))
            signature = hmac.new(self.secret.encode(), text.encode(), hashlib.sha256).digest()
            self.token, self.token_until = f"{text}.{encode(signature)}", now + 3300
        return self.token


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
