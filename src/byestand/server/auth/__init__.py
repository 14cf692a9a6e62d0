"""Access: rights, the codes that give them, and the visitor of each request."""
