"""What the example uses of Testcontainers, without containers: it runs the command that IMAGE_COMMAND names."""
import json
import os
import subprocess


class DockerContainer:
    def __init__(self, image):
        self.image = image
        self.env = {}

    def with_env(self, name, value):
        self.env[name] = value
        return self

    def with_exposed_ports(self, port):
        self.port = port
        return self

    def __enter__(self):
        env = {**os.environ, **self.env, "UNDERSTUDY_PORT": os.environ["HOST_PORT"]}
        out = subprocess.DEVNULL
        self.process = subprocess.Popen(json.loads(os.environ["IMAGE_COMMAND"]), env=env, stdout=out, stderr=out)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def get_container_host_ip(self):
        return "127.0.0.1"

    def get_exposed_port(self, port):
        assert port == self.port
        return os.environ["HOST_PORT"]
