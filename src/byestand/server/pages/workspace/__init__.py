"""All nights of a workspace: the list, export and import, and the link that opens it."""
