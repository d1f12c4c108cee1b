import json
import os
import shutil
import signal
import subprocess
import time
import urllib.request

import pytest

API_KEY = "test-key"


class Understudy:
    def __init__(self, url):
        self.url = url
        self.api_url = f"{url}/api/v1"
        self.api_key = API_KEY

    def control(self, method, path, body=None):
        """Sends a request to the control API, and returns what it answers."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"X-N8N-API-KEY": API_KEY, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/_control{path}", data, headers, method=method)
        with urllib.request.urlopen(request) as response:
            return json.load(response)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    ready = tmp_path_factory.mktemp("understudy") / "ready.json"
    flags = ["--memory", "--port", "0", "--api-key", API_KEY, "--profile", "n8n-2.41", "--ready-file", str(ready)]
    npx = subprocess.Popen([shutil.which("npx"), "--yes", "n8n-understudy", "serve", *flags])
    while not ready.exists():
        assert npx.poll() is None, "Understudy did not start: see above"
        time.sleep(0.05)
    started = json.loads(ready.read_text())
    yield Understudy(started["url"])
    # npx is not the server itself
    os.kill(started["pid"], signal.SIGTERM)
    npx.wait()


@pytest.fixture
def understudy(server):
    yield server
    server.control("POST", "/reset")
