"""Pages for others than the director, drawn without the desk around them."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from byestand.server.frame import THEMES
from byestand.server.rendering import environment


def bare_page(request: Request, template: str, *, dark: bool = False, **context: object) -> Response:
    """Return a page that stands alone; a wall is *dark* always, others go by the theme of the device."""
    theme = "dark" if dark else request.cookies.get("theme", "auto")
    shown = theme if theme in THEMES else "auto"
    return HTMLResponse(environment().get_template(template).render(context, theme=shown))
