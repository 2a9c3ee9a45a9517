"""The command gelu-lab: serve the lesson, export it as files, say which GELU some numbers are."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from . import __version__


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, allowed is a whole number from 0 to 65535")
    return int(text)


def _address(text: str) -> str:
    if not re.fullmatch(r"[\w.:%-]+", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not an address, allowed is a name or a number such as 127.0.0.1")
    return text


def _prefix(text: str) -> str:
    if text.strip("/") and not re.fullmatch(r"(/[\w.~-]+)+/?", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not a path, allowed is for example /gelu or /course/gelu")
    return text.rstrip("/")


def _public_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        good = good and not parts.query and not parts.fragment and not parts.username
    except ValueError:
        good = False
    if not good:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a web address, allowed is for example https://example.org/gelu"
        )
    return text


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    top = argparse.ArgumentParser(prog="gelu-lab", description="An interactive lesson about GELU(x) = x·Φ(x).")
    top.add_argument("--version", action="version", version=f"gelu-lab {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    serve = commands.add_parser(
        "serve",
        help="serve the lesson on this machine or in a network",
        description="Serves the lesson at /, the lecture view at /lecture, the page that identifies numbers at "
        "/identify, each figure alone at /figures/NAME and the Panel app at /panel.",
        epilog="In a lecture hall: gelu-lab serve --address 0.0.0.0 lets every device in the network read along.",
    )
    serve.add_argument("--port", type=_port, default=5006, help="port to listen on (%(default)s; 0: any free one)")
    serve.add_argument("--address", type=_address, default="localhost", help="address to listen on (%(default)s)")
    serve.add_argument("--public-url", type=_public_url, metavar="URL", help="address that readers use")
    serve.add_argument("--prefix", type=_prefix, default="", metavar="/PATH", help="serve everything below this path")
    serve.add_argument("--open", action="store_true", help="open the lesson in a browser")

    export = commands.add_parser(
        "export",
        help="write the lesson as files that need no server",
        description="Writes the lesson and its figures as files: they open by double-click, on any static host or in a "
        "course system, and ask no other host for anything.",
    )
    export.add_argument("folder", nargs="?", type=Path, metavar="DIR", help="folder for the whole site")
    export.add_argument("--single", type=Path, metavar="FILE", help="write the lesson as one self-contained file")
    export.add_argument("--public-url", type=_public_url, metavar="URL", help="address that the site will have")
    export.add_argument("--force", action="store_true", help="replace files of an earlier export; nothing is deleted")

    identify = commands.add_parser(
        "identify",
        help="say which GELU produced some numbers",
        description="Reads inputs and outputs of an activation from a file and says which known GELU produced them.",
        epilog="Exit codes: 0 named for certain, 1 not certain or none of these, 2 no usable numbers.",
    )
    identify.add_argument("file", metavar="FILE", help="CSV, NPY or NPZ; - is standard input")
    identify.add_argument(
        "--x", default="", metavar="COLUMN", help="column of the inputs: its name, or its place from 1"
    )
    identify.add_argument("--y", default="", metavar="COLUMN", help="column of the outputs")
    identify.add_argument("--json", action="store_true", help="print everything as JSON")
    return top


def _serve(args: argparse.Namespace) -> int:
    # Until the server runs there is nothing to tidy up, and an exception in the middle of an import may get lost.
    stops = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: os._exit(0)) for number in stops]
    from .hosts.server import ServeError, serve

    try:
        serve(
            port=args.port,
            address=args.address,
            public_url=args.public_url or "",
            prefix=args.prefix,
            show=args.open,
        )
    except ServeError as error:
        return _fail(str(error))
    finally:
        for number, handler in zip(stops, before, strict=True):
            signal.signal(number, handler)
    return 0


def _export(args: argparse.Namespace) -> int:
    from .hosts.site import export, export_single

    try:
        if args.single:
            _print(f"Wrote {export_single(args.single, force=args.force)}")
        if args.folder:
            folder = export(args.folder, force=args.force, public_url=args.public_url or "")
            _print(f"Wrote {folder}; open {folder / 'index.html'}")
    except PermissionError as error:
        return _fail(f"no permission to write {error.filename or args.folder or args.single}")
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        return _fail(f"cannot write{where}: {error.strerror}" if error.strerror else str(error))
    except KeyboardInterrupt:
        return _fail("stopped before everything was written")
    return 0


def _identify(args: argparse.Namespace) -> int:
    import json

    from gelu_core import identify

    from .pairs import read_pairs

    try:
        found = identify(*read_pairs(args.file, args.x, args.y))
    except (ValueError, TypeError) as error:
        _fail(str(error))
        return 2
    _print(json.dumps(found.as_dict(), indent=2) if args.json else str(found))
    return 0 if found.certain else 1


def _print(text: str) -> None:
    """Prints at once. Whoever listened may be gone, as after `| head`: the exit code tells of the work all the same."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # At its end Python flushes once more, and would complain of the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str) -> int:
    print(f"gelu-lab: error: {message}", file=sys.stderr)
    return 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code: 0 done, 1 could not, 2 not understood (identify has its own)."""
    top = parser()
    args = top.parse_args(arguments)
    if args.command == "serve":
        return _serve(args)
    if args.command == "export":
        if not args.folder and not args.single:
            top.error("export needs a folder DIR or --single FILE")
        return _export(args)
    if args.command == "identify":
        return _identify(args)
    top.print_help(sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
