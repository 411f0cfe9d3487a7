"""An agent that submits a case and waits until it has ended. Run it twice with the same last word: there is one case.

    npm start                                    (in another terminal: the server, with the examples)
    export YAWL_MCP_URL=http://127.0.0.1:8484/mcp
    python3 examples/agents/submit_and_wait.py hello '{"name": "Ada"}' greet-ada-1

How it says who it is stands in signalbox_client.py, beside it.
"""

import json
import sys

from signalbox_client import Client

given = dict(enumerate(sys.argv[1:]))
specification, data, key = given.get(0, "hello"), given.get(1, "{}"), given.get(2)
client = Client()

case_id = client.submit(specification, json.loads(data), key)["case_id"]
print(f"Submitted {case_id}; waiting for its end.", file=sys.stderr)

ended = client.wait_for_case(case_id)
print(json.dumps({name: ended[name] for name in ("case_id", "status", "state", "output_data")}))
sys.exit(0 if ended["status"] == "completed" else 1)
