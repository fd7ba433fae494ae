"""The web server: uvicorn on a socket that `serve` opened and keeps when this process is replaced.

python -m aceh_portal.web FILE_DESCRIPTOR
"""

import socket
import sys

import uvicorn

GRACE_S = 5  # for requests in progress when told to stop; streams resume at the next start


def main() -> None:
    listener = socket.socket(fileno=int(sys.argv[1]))
    config = uvicorn.Config(
        "aceh_portal.asgi:application",
        access_log=False,
        log_config=None,  # Django's LOGGING says where lines go
        proxy_headers=False,  # the portal itself decides which proxies it believes
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
        timeout_keep_alive=30,
        ws_max_size=64 * 1024,
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
