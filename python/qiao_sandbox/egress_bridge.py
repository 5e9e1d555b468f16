"""Inside a sandbox without a network: a port of its own loopback leads to the platform's proxy, and the program runs beside it.

    python3 -I -S egress_bridge.py PORT SOCKET PROGRAM [ARGUMENT...]
"""

import os
import socket
import sys
import threading

_CHUNK = 65536


def _pump(source, sink):
    try:
        while True:
            chunk = source.recv(_CHUNK)
            if not chunk:
                break
            sink.sendall(chunk)
    except OSError:
        pass
    try:
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def _join(client, path):
    proxy = socket.socket(socket.AF_UNIX)
    try:
        proxy.connect(path)
        back = threading.Thread(target=_pump, args=(proxy, client), daemon=True)
        back.start()
        _pump(client, proxy)
        back.join()
    except OSError:
        pass
    finally:
        proxy.close()
        client.close()


def _serve(listener, path):
    while True:
        client, _ = listener.accept()
        threading.Thread(target=_join, args=(client, path), daemon=True).start()


def _given_environment():
    """As it was given: the interpreter adds a locale of its own."""
    try:
        with open("/proc/self/environ", "rb") as file:
            pairs = file.read().split(b"\0")
    except OSError:
        return os.environ
    return dict(pair.split(b"=", 1) for pair in pairs if b"=" in pair)


def main(arguments):
    port, path, program = int(arguments[0]), arguments[1], arguments[2:]
    # What the server inherited is nothing of the program's: an open folder would be a way out.
    os.closerange(4, 65536)
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(128)
    child = os.fork()
    if child == 0:
        # Nobody's child: a program that waits for all of its own would wait for it.
        if os.fork() != 0:
            os._exit(0)
        # The program's pipes are not held by it: their end is the program's end.
        keep = listener.fileno()
        for number in range(3):
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
        os.closerange(3, keep)
        os.closerange(keep + 1, 4096)
        _serve(listener, path)
    os.waitpid(child, 0)
    listener.close()
    try:
        os.execvpe(program[0], program, _given_environment())
    except OSError as error:
        sys.stderr.write("%s: %s\n" % (program[0], error.strerror))
        os._exit(127)


if __name__ == "__main__":
    main(sys.argv[1:])
