import time
import urllib.error
import urllib.request
from contextlib import contextmanager

from testcontainers.core.container import DockerContainer

API_KEY = "test-key"


@contextmanager
def understudy(image="understudy"):
    """Starts the image, waits until it answers, and yields the address of its API."""
    container = (
        DockerContainer(image)
        .with_env("UNDERSTUDY_MEMORY", "true")
        .with_env("UNDERSTUDY_API_KEY", API_KEY)
        .with_env("UNDERSTUDY_PROFILE", "n8n-2.41")
        .with_exposed_ports(5678)
    )
    with container:
        url = f"http://{container.get_container_host_ip()}:{container.get_exposed_port(5678)}"
        wait_for(f"{url}/healthz/readiness")
        yield f"{url}/api/v1"


def wait_for(url, seconds=60):
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
