"""The command gelu-lab: help, clear errors, exit codes."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from browser_tools import free_port
from gelu_lab import __version__
from gelu_lab.__main__ import main
from gelu_lab.hosts import server


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the command as a reader does."""
    command = [sys.executable, "-m", "gelu_lab", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_without_arguments_it_helps() -> None:
    done = run()
    assert done.returncode == 2
    assert "serve" in done.stderr
    assert "export" in done.stderr


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--version"], ["--help"], ["serve", "--help"], ["export", "--help"]):
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        assert stop.value.code == 0
    out = capsys.readouterr().out
    assert f"gelu-lab {__version__}" in out
    for option in ("--port", "--address", "--public-url", "--prefix", "--open", "--single", "--force"):
        assert option in out


def test_help_is_quick() -> None:
    start = time.monotonic()
    code = "import sys; from gelu_lab.__main__ import parser; parser(); sys.exit('panel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert time.monotonic() - start < 20


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["serve", "--port", "nine"], "'nine' is not a port"),
        (["serve", "--port", "65536"], "'65536' is not a port"),
        (["serve", "--port", "-1"], "--port"),
        (["serve", "--address", "two words"], "'two words' is not an address"),
        (["serve", "--address", ""], "'' is not an address"),
        (["serve", "--prefix", "gelu"], "'gelu' is not a path"),
        (["serve", "--prefix", "/a b"], "'/a b' is not a path"),
        (["serve", "--prefix", "/a(b)"], "'/a(b)' is not a path"),
        (["serve", "--public-url", "example.org"], "'example.org' is not a web address"),
        (["serve", "--public-url", "ftp://example.org"], "'ftp://example.org' is not a web address"),
        (["serve", "--public-url", "http://example.org:99999"], "is not a web address"),
        (["serve", "--public-url", "http://"], "is not a web address"),
        (["serve", "more"], "unrecognized arguments: more"),
        (["export"], "needs a folder DIR or --single FILE"),
        (["print"], "invalid choice: 'print'"),
    ],
)
def test_not_understood(capsys: pytest.CaptureFixture[str], arguments: list[str], named: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert named in capsys.readouterr().err


def failed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Runs what cannot work in this process; returns the one line that it says."""
    assert main(arguments) == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"gelu-lab: error: .+\n", error)
    return error


def test_port_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        error = failed(["serve", "--port", str(port), "--address", "127.0.0.1"], capsys)
    assert f"port {port} is in use" in error
    assert "--port" in error


@pytest.mark.parametrize("address", ["192.0.2.1", "no-such-host.invalid", "999.1.1.1", "1:2"])
def test_bad_address(capsys: pytest.CaptureFixture[str], address: str) -> None:
    assert repr(address) in failed(["serve", "--port", "0", "--address", address], capsys)


def test_forbidden_port(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(server, "bind_sockets", forbid)
    assert "no permission to listen on port 80" in failed(["serve", "--port", "80"], capsys)


def test_errors_come_without_traceback(tmp_path: Path) -> None:
    done = run("export", str(Path(__file__)))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "is a file, not a folder" in done.stderr


def test_addresses_for_a_lecture_hall() -> None:
    origins = server._origins("0.0.0.0", 5006, "https://example.org/gelu")
    assert {"localhost:5006", "127.0.0.1:5006", f"{server.lan_address()}:5006", "example.org"} <= set(origins)
    assert server._origins("localhost", 5006, "") == ["localhost:5006", "127.0.0.1:5006"]
    assert "example.org:8080" in server._origins("localhost", 5006, "http://example.org:8080/")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--address", "0.0.0.0"], "http://{lan}:{port}/"),
        (["--public-url", "https://example.org/gelu"], "https://example.org/gelu/"),
    ],
)
def test_names_the_address_that_readers_use(arguments: list[str], expected: str) -> None:
    port = free_port()
    command = [sys.executable, "-m", "gelu_lab", "serve", "--port", str(port), *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/lecture", timeout=20) as answer:
        lecture = answer.read().decode()
    process.terminate()
    _, error = process.communicate(timeout=20)
    assert line.split()[4] == expected.format(lan=server.lan_address(), port=port), error
    assert (process.returncode, error) == (0, "")
    # The code for phones needs an address that the lecturer's own browser does not show.
    assert f'data-reach="{expected.format(lan=server.lan_address(), port=port)}"' in lecture
