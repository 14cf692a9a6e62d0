"""The path below which the app is served."""

from contextvars import ContextVar

ROOT_PATH: ContextVar[str] = ContextVar("root_path", default="")
"""The path below which the app is served, such as ``/byestand``; usually empty. Links in pages start with it."""
