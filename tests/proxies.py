"""Run nginx and Caddy with the configurations in `deploy/`, without TLS, for tests."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DEPLOY = Path("deploy")


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def find_program(name: str) -> str:
    """Return the path of a proxy that tools/system-packages installs."""
    path = shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    assert path, f"{name} is not installed; tools/system-packages installs it"
    return path


def make_nginx_command(folder: Path, port: int, servers: list[int]) -> list[str]:
    """Return the command that runs nginx with the example configuration, without TLS."""
    site = (DEPLOY / "nginx.conf").read_text()
    lines = "\n".join(f"server 127.0.0.1:{server};" for server in servers)
    site = site.replace("server 127.0.0.1:8421;", lines)
    site = re.sub(r"^\s*(ssl_\w+|listen\s+\[::\]\S*) .*;\n", "", site, flags=re.M)
    site = re.sub(r"listen \[::\].*;", "", site)
    site = site.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    site = site.replace("listen 80;", f"listen 127.0.0.1:{find_free_port()};")
    site = site.replace("rate=30r/s", "rate=3000r/s")
    site = site.replace("steinreich_connections 100;", "steinreich_connections 65535;")
    temporary_folders = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;\n"
        "worker_rlimit_nofile 65536; events { worker_connections 20000; }\n"
        f"http {{\naccess_log off;\n{temporary_folders}{site}\n}}\n"
    )
    command = [find_program("nginx"), "-p", str(folder), "-e", f"{folder}/log", "-c", str(config)]
    result = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return command


def make_caddy_command(folder: Path, port: int, servers: list[int]) -> list[str]:
    """Return the command that runs Caddy with the example configuration, without TLS."""
    site = (DEPLOY / "Caddyfile").read_text()
    addresses = " ".join(f"127.0.0.1:{server}" for server in servers)
    site = site.replace("reverse_proxy 127.0.0.1:8421 {", f"reverse_proxy {addresses} {{")
    site = site.replace("hall.example.org {", f"http://127.0.0.1:{port} {{")
    config = folder / "Caddyfile"
    config.write_text(f"{{\n\tadmin off\n}}\n{site}")
    return [find_program("caddy"), "run", "--config", str(config), "--adapter", "caddyfile"]


@contextmanager
def running_proxy(folder: Path, name: str, servers: list[int]) -> Iterator[int]:
    """Run a proxy in front of these servers and return its port."""
    port = find_free_port()
    command = {"nginx": make_nginx_command, "caddy": make_caddy_command}[name](
        folder, port, servers
    )
    environment = {"HOME": str(folder), "PATH": os.environ["PATH"]}
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(command, env=environment, stderr=output)
    try:
        for _ in range(1200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, (folder / "output").read_text()
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()
