"""The example's worker with work that takes until the item is lost, or until it may end."""

import os
import sys
import threading

sys.path.insert(0, os.environ["EXAMPLES"])
import worker  # noqa: E402
from signalbox_client import Client  # noqa: E402

worker.LEASE = 2_000
stop = threading.Event()


def slowly(item, lost):
    print("told" if lost.wait(60) else "never told", flush=True)
    stop.set()
    return {"greeting": "too late"}


worker.work(Client(), slowly, stop)
