"""An agent that submits a case and waits until it has ended. Run it twice with the same last word: there is one case.

    npm start                                    (in another terminal: the server, with the examples)
    export YAWL_MCP_URL=http://127.0.0.1:8484/mcp
    python3 examples/agents/submit_and_wait.py hello '{"name": "Ada"}' greet-ada-1

How it says who it is stands in signalbox_client.py, beside it. It ends with 0 when the case has completed, 1 when it has failed
or something was refused, 3 when it takes too long.
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
    # A setting that is missing, or data that is no JSON.
    sys.exit(str(error))
