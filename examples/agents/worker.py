"""An agent that works: it takes the work items that cases of “hello” offer, one after the other, and answers them.

    npm start                                    (in another terminal: the server, with the examples)
    export YAWL_MCP_URL=http://127.0.0.1:8484/mcp
    python3 examples/agents/worker.py

What it works on is held for it, and for longer while it works. After Ctrl-C it finishes that, and takes nothing more. How it
says who it is stands in signalbox_client.py, beside it.
"""

import signal
import sys
import threading

from signalbox_client import Client, ClientError

LEASE = 60_000


def handle(item):
    """Whatever takes its time goes here: a model, a database, another service. The answer has to fit item["schema"]."""
    return {"greeting": "Good morning"}


def work(client, stop):
    idle = 0.25
    while not stop.is_set():
        worked = any([work_on(client, offered["workitem_id"], stop) for offered in open_items(client)])
        # At once again after work, and more and more seldom while there is none.
        idle = 0.25 if worked else min(idle * 2, 5)
        stop.wait(0 if worked else idle)


def open_items(client):
    try:
        listed = client.call("workitems_list", spec_id="hello", status=["offered"])
    except ClientError as error:
        if not error.retryable:
            raise
        print(error, file=sys.stderr)
        return []
    return [item for item in listed["work_items"] if item["reason"] == "work" and item.get("may_answer", True)]


def work_on(client, workitem_id, stop):
    if stop.is_set():
        return False
    try:
        item = client.call(
            "workitems_checkout", workitem_id=workitem_id, lease_ms=LEASE, idempotency_key=client.new_key()
        )
    except ClientError as error:
        # Another agent was quicker.
        print(f"{workitem_id}: {error}", file=sys.stderr)
        return False
    print(f"{item['case_id']} asks: {item['message']}", flush=True)
    done = threading.Event()
    keeper = threading.Thread(target=keep, args=(client, workitem_id, done))
    keeper.start()
    try:
        answer = handle(item)
        client.call(
            "workitems_complete",
            workitem_id=workitem_id,
            output_data=answer,
            wait_ms=0,
            idempotency_key=client.new_key(),
        )
        return True
    except Exception as error:
        print(f"{workitem_id}: {error}", file=sys.stderr)
        give_back(client, workitem_id)
        return False
    finally:
        done.set()
        keeper.join()


def give_back(client, workitem_id):
    try:
        client.call("workitems_release", workitem_id=workitem_id, idempotency_key=client.new_key())
    except ClientError as error:
        # Somebody has it already, or the lease will end by itself.
        print(f"{workitem_id}: {error}", file=sys.stderr)


def keep(client, workitem_id, done):
    """Renews what is worked on, so early that two renewals may fail before it is over."""
    while not done.wait(LEASE / 1000 / 4):
        try:
            client.call(
                "workitems_checkout",
                workitem_id=workitem_id,
                lease_ms=LEASE,
                renew=True,
                idempotency_key=client.new_key(),
            )
        except ClientError as error:
            print(f"{workitem_id} could not be renewed: {error}", file=sys.stderr)


stopping = threading.Event()
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda *_: stopping.set())
work(Client(), stopping)
