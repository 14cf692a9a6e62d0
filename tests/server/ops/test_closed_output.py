"""The server works even if its output at the start cannot be written."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.browser_session import wait_for
from tests.support.ports import free_port


def test_a_server_whose_output_is_closed_answers_without_a_traceback(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "byestand", "serve", "--lan", "--no-browser", "--port", str(port)]
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(
        [*command, "--data", str(tmp_path / "n.sqlite")], stdout=writing, stderr=subprocess.PIPE, text=True
    ) as process:
        os.close(writing)
        try:
            wait_for(port)
        finally:
            process.send_signal(signal.SIGINT)
        assert process.stderr
        assert "Traceback" not in process.stderr.read()
