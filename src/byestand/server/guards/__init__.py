"""What stands between a request and its page: rights, limits of bodies, rates and connections, headers, language."""
