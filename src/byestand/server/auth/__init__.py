"""Who asks: rights, the codes that open them, and the visitor that each request comes from."""
