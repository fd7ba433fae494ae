"""The queue worker: django-q2's cluster, made fit to be watched and killed.

python -m aceh_portal.queue_cluster HEARTBEAT_FILE
"""

import logging
import os
import sys
from multiprocessing import Process
from pathlib import Path
from typing import Any

import django

from aceh_portal import processes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aceh_portal.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.db import connections  # noqa: E402
from django.utils import timezone  # noqa: E402
from django_q import cluster  # noqa: E402
from django_q.brokers.orm import ORM  # noqa: E402
from django_q.conf import Conf  # noqa: E402
from django_q.models import OrmQ  # noqa: E402

logger = logging.getLogger(__name__)


class HeartbeatBroker(ORM):  # type: ignore[misc]
    """Touches a file where django-q2 would write its status into a cache, twice a second."""

    def __init__(self, heartbeat: Path) -> None:
        super().__init__(list_key=Conf.CLUSTER_NAME)
        self.heartbeat = heartbeat

    def set_stat(self, key: str, value: str, timeout: int) -> None:
        self.heartbeat.touch()


class FragileSentinel(cluster.Sentinel):  # type: ignore[misc]
    """Ends the cluster when one of its processes was killed.

    An idle worker waits for tasks while holding the lock of the queue. Killed, it never gives it
    back: the others would wait for ever, and django-q2 would see nothing wrong.
    """

    def reincarnate(self, process: Process) -> None:
        if process.exitcode is not None and process.exitcode < 0:
            logger.critical("A process of the queue was killed; the queue starts anew.")
            # No cleaning up: it could wait for that lock. The others have parent-death signals.
            os._exit(1)
        super().reincarnate(process)


def release_tasks() -> None:
    """Make tasks that a dead cluster had taken available at once, not after `retry` seconds.

    Only where no other cluster can be working on them: in the embedded database, whose queue is
    this one.
    """
    if not settings.DATABASE_URL:
        OrmQ.objects.filter(lock__gt=timezone.now()).update(lock=timezone.now())


def main() -> None:
    heartbeat = Path(sys.argv[1])
    heartbeat.parent.mkdir(parents=True, exist_ok=True)
    processes.children_die_with_parent()
    release_tasks()
    broker = HeartbeatBroker(heartbeat)
    # A connection that a fork inherits would be used by both.
    connections.close_all()
    # django-q2 has no setting for the class of its sentinel.
    cluster.Sentinel = FragileSentinel
    started: Any = cluster.Cluster(broker=broker)
    started.start()
    started.sentinel.join()
    sys.exit(started.sentinel.exitcode)


if __name__ == "__main__":
    main()
