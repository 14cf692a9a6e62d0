"""The language of a request."""

from starlette.types import ASGIApp, Receive, Scope, Send

from byestand.language import use_language


class Locale:
    """The middleware that answers every request in the language of the app."""

    def __init__(self, app: ASGIApp, language: str) -> None:
        self._app = app
        self._language = language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request in the language."""
        with use_language(self._language):
            await self._app(scope, receive, send)
