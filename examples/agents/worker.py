"""Completes the work items of cases of “hello”, one after the other.

    npm start                                    (in another terminal: the server, with the examples)
    export YAWL_MCP_URL=http://127.0.0.1:8484/mcp
    python3 examples/agents/worker.py

It renews the lease of its item while it works. After Ctrl-C it finishes the item and takes no other. See signalbox_client.py
for its credentials.
"""

import signal
import sys
import threading
import time

from signalbox_client import Client, ClientError

LEASE = 60_000


def handle(item, lost):
    """Do the work here: call a model, a database, another service. The answer must fit item["schema"].

    Long work should check lost.is_set() regularly: if it is set, another agent may work on the item, and the answer is not sent.
    """
    return {"greeting": "Good morning"}


def work(client, handler, stop):
    idle = 0.25
    while not stop.is_set():
        worked = any([work_on(client, handler, offered, stop) for offered in open_items(client)])
        # Polls again at once after work, and less often while there is none.
        idle = 0.25 if worked else min(idle * 2, 5)
        stop.wait(0 if worked else idle)


def open_items(client):
    try:
        listed = client.call("workitems_list", spec_id="hello", status=["offered"])
    except ClientError as error:
        if not error.retryable:
            raise
        tell("the server", error)
        return []
    return [item for item in listed["work_items"] if item["reason"] == "work" and item.get("may_answer", True)]


def work_on(client, handler, offered, stop):
    workitem_id = offered["workitem_id"]
    if stop.is_set():
        return False
    since = time.monotonic()
    try:
        item = send_until_answered(client, "workitems_checkout", workitem_id=workitem_id, lease_ms=LEASE)
    except ClientError as error:
        # Another agent was faster.
        tell(workitem_id, error)
        return False
    print(f"{item['case_id']} asks: {item['message']}", flush=True)
    done, lost = threading.Event(), threading.Event()
    keeper = threading.Thread(target=keep, args=(client, workitem_id, since, done, lost))
    keeper.start()
    try:
        answer = handler(item, lost)
        if lost.is_set():
            return False
        # From here on only the answer to the completion counts: a completed item cannot be renewed.
        send_until_answered(
            client, "workitems_complete", workitem_id=workitem_id, output_data=answer, wait_ms=0
        )
        return True
    except Exception as error:
        tell(workitem_id, error)
        if not lost.is_set():
            give_back(client, workitem_id)
        return False
    finally:
        done.set()
        keeper.join()


def send_until_answered(client, tool, **given):
    """Retries with one key while the lease lasts: the request may have succeeded without an answer."""
    end = time.monotonic() + LEASE / 1000
    given["idempotency_key"] = client.new_key()
    while True:
        try:
            return client.call(tool, **given)
        except ClientError as error:
            if not error.retryable or time.monotonic() > end:
                raise
            tell(given["workitem_id"], error)
            time.sleep(1)


def give_back(client, workitem_id):
    try:
        client.call("workitems_release", workitem_id=workitem_id, idempotency_key=client.new_key())
    except ClientError as error:
        # The item is already released, or its lease will expire.
        tell(workitem_id, error)


def keep(client, workitem_id, since, done, lost):
    """Renews the lease early enough that two renewals may fail; reports if the lease was lost."""
    over = end_of_lease(since, lost)
    # A slow checkout may have used much of the lease.
    due = since + LEASE / 4000 - time.monotonic()
    while not done.wait(due) and not lost.is_set():
        due = LEASE / 4000
        began = time.monotonic()
        try:
            client.call(
                "workitems_checkout",
                workitem_id=workitem_id,
                lease_ms=LEASE,
                renew=True,
                idempotency_key=client.new_key(),
            )
            over.cancel()
            over = end_of_lease(began, lost)
        except ClientError as error:
            if not done.is_set():
                tell(workitem_id, error)
            if not error.retryable:
                lost.set()
    over.cancel()


def end_of_lease(since, lost):
    timer = threading.Timer(since + LEASE / 1000 - time.monotonic(), lost.set)
    timer.daemon = True
    timer.start()
    return timer


def tell(what, error):
    text = error.explain() if isinstance(error, ClientError) else error
    print(f"{what}: {text}", file=sys.stderr, flush=True)


def main():
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    try:
        work(Client(), handle, stop)
    except ClientError as error:
        sys.exit(error.explain())
    except ValueError as error:
        # A missing setting.
        sys.exit(str(error))


if __name__ == "__main__":
    main()
