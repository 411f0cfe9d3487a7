"""Submits a case and waits for its end. Running it twice with the same last argument starts one case.

    npm start                                    (in another terminal: the server, with the examples)
    export YAWL_MCP_URL=http://127.0.0.1:8484/mcp
    python3 examples/agents/submit_and_wait.py hello '{"name": "Ada"}' greet-ada-1

See signalbox_client.py for its credentials. The exit code is 0 if the case completes, 1 if it fails or a request is refused,
3 on a timeout.
"""

import json
import sys

from signalbox_client import Client, ClientError


def main(specification="hello", data="{}", key=None):
    client = Client()
    case_id = client.submit(specification, json.loads(data), key)["case_id"]
    print(f"Submitted {case_id}; waiting for its end.", file=sys.stderr)
    ended = client.wait_for_case(case_id)
    print(json.dumps({name: ended[name] for name in ("case_id", "status", "state", "output_data")}))
    return 0 if ended["status"] == "completed" else 1


try:
    sys.exit(main(*sys.argv[1:4]))
except ClientError as error:
    sys.exit(error.explain())
except TimeoutError as error:
    print(error, file=sys.stderr)
    sys.exit(3)
except ValueError as error:
    # A missing setting, or invalid JSON.
    sys.exit(str(error))
